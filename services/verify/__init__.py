"""Checking records: `chieu verify RECORD_FILE`, for anybody who has a finished deal's record."""

from services.verify.command import NotARecord, main, read, verify_file
from services.verify.games import UnknownGame, find

__all__ = ["NotARecord", "UnknownGame", "find", "main", "read", "verify_file"]
