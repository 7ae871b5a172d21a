from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import PAGE, shown
from tests.browser.rare.company import Company
from tests.browser.rare.looking import Look, look_at
from tests.system import Deployment, Plan
from tests.system.stacked import STACK, Stack


@pytest.fixture(scope="package")
def stack_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the services of this folder look for packs."""
    return tmp_path_factory.mktemp("stack") / "packs.json"


@pytest.fixture(scope="package")
def deployment(stack_file: Path) -> Iterator[Deployment]:
    """Every game, Tonk and Chắn from stacked packs, a gateway with the page, and no worker: nobody plays but who is told to."""
    settings = {"PAGE_DIR": str(PAGE), STACK: str(stack_file)}
    plan = Plan(
        games=("tan", "tonk", "chan"),
        replicas=1,
        gateways=1,
        workers=0,
        settings=settings,
        package="tests.system.stacked",
    )
    with shown(plan) as running:
        yield running


@pytest.fixture
def stack(stack_file: Path) -> Iterator[Stack]:
    """The packs for the tables of one test."""
    stack = Stack(stack_file)
    yield stack
    stack.lay()


@pytest.fixture
def company(deployment: Deployment) -> Iterator[Company]:
    """Players without a page."""
    company = Company(deployment)
    yield company
    company.close()


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Look:
    """Looks at what a player sees."""
    return lambda player, moment="": look_at(player, f"{request.node.name} {moment}".strip())
