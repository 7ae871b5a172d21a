"""A client in another language, made from the protos alone, against a real service."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.system import Deployment, Plan, start_deployment

pytestmark = [pytest.mark.foreign, pytest.mark.needs("node")]

HERE = Path(__file__).parent
PROTOS = HERE.parents[1] / "protos"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client with its packages, as `npm ci` installs them."""
    made = tmp_path_factory.mktemp("foreign")
    for name in ("package.json", "package-lock.json", ".npmrc", "play.mjs"):
        shutil.copy(HERE / name, made)
    subprocess.run(["npm", "ci", "--ignore-scripts", "--silent"], cwd=made, check=True, timeout=100)
    return made


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, Any]:
    """What the client says after its visit."""
    with start_deployment(Plan(replicas=1, gateways=0, settings={"BOT_ANSWER_SECONDS": "20"})) as deployment:
        return visit(folder, deployment)


def visit(folder: Path, deployment: Deployment) -> dict[str, Any]:
    client = subprocess.run(
        ["node", "play.mjs", str(PROTOS), deployment.services[0].address],
        cwd=folder,
        env=deployment.environment,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert client.returncode == 0, client.stderr
    found: dict[str, Any] = json.loads(client.stdout)
    return found


def test_creating_twice_gives_the_same_table(said: dict[str, Any]) -> None:
    assert said["same"]
    assert said["table"].startswith("tan-")


def test_a_watcher_gets_a_snapshot_and_then_every_update(said: dict[str, Any]) -> None:
    first, *rest = said["updates"]
    assert first["snapshot"]
    assert [update["seq"] for update in said["updates"]] == list(range(first["seq"], first["seq"] + len(rest) + 1))
    assert not any(update["snapshot"] for update in rest)


def test_a_move_counts_and_its_repetition_is_answered_alike(said: dict[str, Any]) -> None:
    assert said["played"] == said["repeated"]
    assert said["last"] >= int(said["played"]["seq"])
    assert said["seat"] == 0
    assert not set(said["move"].get("attack", {"cards": []})["cards"]) & set(said["hand"])


@pytest.mark.parametrize(
    ("what", "reason", "advice", "rule", "code"),
    [
        ("illegal", "ILLEGAL_MOVE", "CHANGE", "WRONG_ACTION", 3),
        ("stale", "STALE_PROMPT", "RESYNC", None, 9),
        ("missing", "NO_SUCH_TABLE", "CHANGE", "", 5),
    ],
)
def test_a_refusal_says_why_and_what_to_do_next(
    said: dict[str, Any], what: str, reason: str, advice: str, rule: str | None, code: int
) -> None:
    refusal = said[what]
    info, message = refusal["details"]
    assert (refusal["code"], refusal["grpc_code"]) == (code, code)
    assert info["type"] == "google.rpc.ErrorInfo"
    assert (info["domain"], info["reason"]) == ("chieu", reason)
    assert info["metadata"]["advice"] == advice
    assert rule in {None, info["metadata"]["rule"]}  # of a stale prompt the rule depends on what the bot did meanwhile
    assert (message["reason"], message["advice"]) == (f"REASON_{reason}", f"ADVICE_{advice}")
