"""tools/contracts.py: the allow-list of imports says no when it should."""

from __future__ import annotations

import pytest
from grimp import ImportGraph

from tools.contracts import OnlyContract, matches


def a_graph(*imports: tuple[str, str]) -> ImportGraph:
    graph = ImportGraph()
    for number, (importer, imported) in enumerate(imports, start=1):
        graph.add_import(importer=importer, imported=imported, line_number=number, line_contents="")
    return graph


def broken_by(*imports: tuple[str, str], among: tuple[str, ...] = ()) -> list[tuple[str, str]]:
    options: dict[str, object] = {
        "modules": ["services.{game}.rules*"],
        "allowed": ["services.{game}.rules*", "services.core.cards*", "typing"],
        "among": list(among),
    }
    contract = OnlyContract(name="rules", session_options={}, contract_options=options)
    found = contract.check(a_graph(*imports), verbose=False)
    assert found.kept == (not found.metadata["broken"])
    return [(importer, imported) for importer, imported, _ in found.metadata["broken"]]


@pytest.mark.parametrize(
    "imported", ["redis", "time", "services.core.store", "services.chan.rules", "services.tan.codec"]
)
def test_an_import_that_is_not_listed_is_refused(imported: str) -> None:
    assert broken_by(("services.tan.rules", imported)) == [("services.tan.rules", imported)]


@pytest.mark.parametrize(
    "imported", ["typing", "services.core.cards", "services.core.cards.masks", "services.tan.rules_deal"]
)
def test_an_import_that_is_listed_is_kept(imported: str) -> None:
    assert broken_by(("services.tan.rules.play", imported)) == []


def test_modules_that_the_contract_is_not_about_import_what_they_like() -> None:
    assert broken_by(("services.tan.codec", "redis"), ("services.core.rules", "redis")) == []


def test_among_narrows_what_is_looked_at() -> None:
    graph = (("services.tan.rules", "redis"), ("services.tan.rules", "services.chan.rules"))
    assert broken_by(*graph, among=("services*",)) == [("services.tan.rules", "services.chan.rules")]


@pytest.mark.parametrize(("name", "is_game"), [("tan", True), ("core", False), ("corelli", True)])
def test_core_is_no_game(name: str, is_game: bool) -> None:
    assert bool(matches("services.{game}*", f"services.{name}.rpc")) is is_game
