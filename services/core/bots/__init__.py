"""Asking bots: what a job says, and the one thread that hands jobs to the broker."""

from services.core.bots.desk import BotDesk
from services.core.bots.jobs import job

__all__ = ["BotDesk", "job"]
