"""Whole deployments of real processes, and clients that remember all that they were told.

    with start_deployment(Plan(replicas=2, gateways=2)) as deployment:
        async with Player(deployment.gateways[0].address, "an") as an:
            ...
        deployment.services[0].kill()

Every process can be killed, paused, told to go and started again, on the same port and data; its log is kept and shown
when a test fails. `checks` says what must be true whatever was done to them.
"""

from __future__ import annotations

from tests.system.deployment import Deployment, Gateway, Plan, Service, Worker, start_deployment
from tests.system.player import Player
from tests.system.polling import eventually

__all__ = ["Deployment", "Gateway", "Plan", "Player", "Service", "Worker", "eventually", "start_deployment"]
