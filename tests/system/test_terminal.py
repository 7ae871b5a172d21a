"""Whole matches as somebody plays them with `chieu play`, against bots: plain lines out, typed lines in."""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Sequence

import pytest

from tests.system import Deployment

pytestmark = pytest.mark.e2e

CHIEU = [sys.executable, "-c", "from services.verify import main; main()"]
SECONDS = 120

HABITS = {
    "tan": [("`take`", "take"), (r"(?:Open with|Lay up to).*?: \d+:(\S+)", r"\1"), ("No card", "stop")],
    "tonk": [
        ("`stock`", "stock"),
        ("`take`", "take"),
        ("`(a)`", r"\1"),
        ("Name one card", "1"),
        (r"Name one.*?: (\d+)", r"\1"),
    ],
    "chan": [
        ("`(win|chiu|chan|ca)`", r"\1"),
        ("You cannot take", ""),
        ("`pass`", "p"),
        (r"Name one.*?: (\S+)", r"\1"),
    ],
}
"""How a person plays: the beginnings of lines and what they make them type; after each question the first that fits."""


@pytest.mark.parametrize(
    ("game", "options", "over"),
    [
        pytest.param("tan", ["match_sets=1"], "Set 1 is over", id="tan"),
        pytest.param("tonk", ["match_hands=1", "turn_seconds=300"], "Hand 1 is over", id="tonk"),
        pytest.param("chan", ["match_hands=1", "turn_seconds=300"], "Hand 1 is over", id="chan"),
    ],
)
async def test_a_person_plays_a_match_in_the_terminal(
    deployment: Deployment, game: str, options: Sequence[str], over: str
) -> None:
    given = ["--server", deployment.gateways[0].address, "--level", "easy", "--lang", "en"]
    wishes = [part for option in options for part in ("--option", option)]
    process = await asyncio.create_subprocess_exec(
        *CHIEU,
        "play",
        game,
        *given,
        *wishes,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        env=deployment.environment,
    )
    try:
        async with asyncio.timeout(SECONDS):
            said = await _converse(process, HABITS[game])
            code = await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    text = "\n".join(said)
    assert code == 0, text
    assert over in text
    assert "I do not understand" not in text
    assert said[-1].startswith("The match is over"), text


async def _converse(process: asyncio.subprocess.Process, habits: Sequence[tuple[str, str]]) -> list[str]:
    """Answers each question once; every line that was said."""
    assert process.stdin is not None
    assert process.stdout is not None
    said: list[str] = []
    is_asked = False
    async for raw in process.stdout:
        line = raw.decode().rstrip()
        said.append(line)
        is_asked = is_asked or line.startswith("Your move")
        if is_asked and (answer := _answer_to(line, habits)) is not None:
            is_asked = False
            process.stdin.write(f"{answer}\n".encode())
    return said


def _answer_to(line: str, habits: Sequence[tuple[str, str]]) -> str | None:
    found = ((re.match(pattern, line), answer) for pattern, answer in habits)
    return next((match.expand(answer) for match, answer in found if match), None)
