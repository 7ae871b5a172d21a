from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack
from typing import Any

import pytest

from tests.servers.kinds import require
from tests.system import Deployment, Plan, Player, start_deployment

Deploy = Callable[[Plan], Deployment]
Join = Callable[..., Any]

_running: list[Deployment] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the logs of the processes when a test fails."""
    report = yield
    if report.failed:
        for number, deployment in enumerate(_running):
            report.sections.append((f"logs of deployment {number}", deployment.said()))
    return report


@pytest.fixture(scope="module")
def deployment() -> Iterator[Deployment]:
    """Two replicas, two gateways, one worker, for tests that leave it whole."""
    with _tracked(Plan()) as running:
        yield running


@pytest.fixture
def deploy() -> Iterator[Deploy]:
    """Starts a deployment for one test alone."""
    with ExitStack() as stack:

        def start(plan: Plan) -> Deployment:
            require(plan.kind)
            return stack.enter_context(_tracked(plan))

        yield start


class _tracked:
    """A deployment whose logs are shown while it runs."""

    def __init__(self, plan: Plan) -> None:
        self._made = start_deployment(plan)

    def __enter__(self) -> Deployment:
        running = self._made.__enter__()
        _running.append(running)
        return running

    def __exit__(self, *error: object) -> None:
        _running.pop()
        self._made.__exit__(*error)


@pytest.fixture
async def join() -> AsyncIterator[Join]:
    """Connects a player with a token of the deployment."""
    async with AsyncExitStack() as stack:
        joined = 0

        async def connect(deployment: Deployment, subject: str, address: str = "", **claims: Any) -> Player:
            nonlocal joined
            joined += 1
            where = address or deployment.gateways[joined % len(deployment.gateways)].address
            token = deployment.token(subject, **claims)
            return await stack.enter_async_context(Player(where, subject, token, seed=joined))

        yield connect
