"""The TypeScript client's own tests, and what it costs a page. Their names are in clients/ts/tests."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from gateway.close_codes import CloseCode, ComeBack, come_back

ROOT = Path(__file__).resolve().parents[3]
CLIENT = ROOT / "clients" / "ts"
PERMISSIVE = {"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"}

pytestmark = pytest.mark.needs("node")


def run(*command: str) -> str:
    """What it prints; its words are the failure's where it fails."""
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def shipped(folder: Path) -> dict[str, Any]:
    """The licence of each package that users of this one get, by name."""
    package = json.loads((folder / "package.json").read_text())
    found = {package["name"]: package["license"]}
    for name in package.get("dependencies", {}):
        found |= shipped(ROOT / "node_modules" / name)
    return found


def test_the_client_keeps_its_promises() -> None:
    assert re.search(r"Tests +\d+ passed", run("vitest", "run", "--no-color"))


def test_the_client_with_all_its_games_fits_the_budget_of_a_page() -> None:
    sizes = json.loads(run("node", "tools/size.mjs"))
    assert all(size["gzipped"] > 0 for size in sizes.values())


def test_only_one_package_is_needed_and_what_is_shipped_is_permissive() -> None:
    licences = shipped(CLIENT)
    assert set(licences) == {"@chieu/client", "@bufbuild/protobuf"}
    names = {name for licence in licences.values() for name in re.split(r"\W(?:AND|OR)\W|[()\s]+", licence) if name}
    assert names <= PERMISSIVE


def test_close_codes_mean_to_the_client_what_they_mean_to_the_gateway(built: Path) -> None:
    codes = [*map(int, CloseCode), 1005, 1006, 1012, 4042, 4142, 4242]
    judge = (
        "const { mayComeBack, wantsAnotherToken } = await import('./dist/closing.js');"
        f"const judged = {codes}.map((code) => [mayComeBack(code), wantsAnotherToken(code)]);"
        "process.stdout.write(JSON.stringify(judged));"
    )
    said = run("node", "--input-type=module", "--eval", judge)
    expected = {ComeBack.YES: [True, False], ComeBack.WITH_NEW_TOKEN: [False, True], ComeBack.NO: [False, False]}
    assert json.loads(said) == [expected[come_back(code)] for code in codes]


SILENCE = """
import { Chieu, Unreachable } from "@chieu/client";
// As a connection that is lost in the middle of an answer: nothing comes, and nothing is left to wait for.
const fetch = (_, { signal }) => new Promise((_, fail) => signal.addEventListener("abort", () => fail(signal.reason)));
const session = new Chieu({ address: "http://nobody.test", token: "t", fetch, patience: { replyMs: 50, totalMs: 60 } });
const error = await session.lobby.find("tan-00-nothing").catch((error) => error);
console.log(error instanceof Unreachable);
"""


def test_a_program_outlives_an_answer_that_never_comes(built: Path) -> None:
    assert run("node", "--input-type=module", "--eval", SILENCE).strip() == "true"
