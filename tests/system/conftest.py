from __future__ import annotations

import re
from collections.abc import AsyncIterator, Awaitable, Callable, Generator, Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager

import pytest

from services.core.store import Durability
from tests.system import Deployment, Plan, Player, start_deployment
from tests.system.options import short_match
from tests.system.player import Choose
from tests.system.scene import SEATS, Scene, open_scene
from tests.system.tables import make_table

Deploy = Callable[[Plan], Deployment]
Join = Callable[..., Awaitable[Player]]

GAMES = ("tan", "tonk", "chan")

_running: list[Deployment] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show the logs of the processes when a test fails."""
    report = yield
    if report.failed:
        for number, deployment in enumerate(_running):
            report.sections.append((f"logs of deployment {number}", deployment.said()))
    return report


@pytest.fixture(scope="session")
def deployment() -> Iterator[Deployment]:
    """Two replicas of each game, two gateways, one worker, which tests leave whole.

    Bots have all the time that they need; a claim window of a second lasts 200 ms.
    """
    settings = {"TIME_SCALE": "5", "BOT_ANSWER_SECONDS": "100"}
    with _shown(Plan(games=GAMES, has_own_broker=True, settings=settings)) as running:
        yield running


@pytest.fixture
def deploy() -> Iterator[Deploy]:
    """Starts a deployment for one test alone."""
    with ExitStack() as stack:

        def start(plan: Plan) -> Deployment:
            return stack.enter_context(_shown(plan))

        yield start


@contextmanager
def _shown(plan: Plan) -> Iterator[Deployment]:
    """A deployment whose logs are shown with failures while it runs."""
    with start_deployment(plan) as running:
        _running.append(running)
        try:
            yield running
        finally:
            _running.remove(running)
        assert not running.faults()


@pytest.fixture(scope="session")
def hurried() -> Iterator[Deployment]:
    """A deployment for tests that kill: its policy soon answers for bots, and nothing acknowledged is ever lost."""
    settings = {"TIME_SCALE": "5", "BOT_ANSWER_SECONDS": "2"}
    plan = Plan(games=GAMES, has_own_broker=True, durability=Durability.ALWAYS, settings=settings)
    with _shown(plan) as running:
        yield running


@pytest.fixture
async def victim(hurried: Deployment) -> AsyncIterator[Deployment]:
    """That deployment, whole before the test and mended after it."""
    yield hurried
    await hurried.mend()


@pytest.fixture
async def join() -> AsyncIterator[Join]:
    """Connects a player with a token of the deployment."""
    async with AsyncExitStack() as stack:
        joined = 0

        async def connect(
            deployment: Deployment, subject: str, address: str = "", choose: Choose | None = None
        ) -> Player:
            nonlocal joined
            joined += 1
            where = address or deployment.gateways[joined % len(deployment.gateways)].address
            player = Player(where, subject, deployment.token(subject), seed=joined, choose=choose)
            return await stack.enter_async_context(player)

        yield connect


@pytest.fixture
async def scene(deployment: Deployment, join: Join, game: str, request: pytest.FixtureRequest) -> AsyncIterator[Scene]:
    """A table of the test's game with players on all seats, before the first answer."""
    name = re.sub(r"\W", "-", request.node.name)[:40]
    subjects = [f"{name}-{number}" for number in range(SEATS[game])]
    players = [await join(deployment, subject) for subject in subjects]
    table = await make_table(players, SEATS[game], short_match(game, 3), claim_seconds=15)
    async with open_scene(deployment, game, table, subjects) as opened:
        yield opened
