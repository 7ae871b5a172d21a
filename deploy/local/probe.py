"""Says when a table could really be played: a worker does tasks, and a bot answers at a table.

`python -m deploy.local.probe ADDRESS HEARTBEAT` waits for that and prints where and how to play.
"""

from __future__ import annotations

import asyncio
import shutil
import sys
import time
from pathlib import Path

from chieu_client import Chieu, Refused, SessionEnded, Settings, TableEnded, Unreachable, first_legal

__all__ = ["Unplayable", "wait_until_playable"]

AGAIN_SECONDS = 0.2
READY_SECONDS = 60.0


class Unplayable(Exception):  # noqa: N818 - says what a run lacks
    """It could not, in the time that was given; the message says what was missing."""


async def wait_until_playable(address: str, heartbeat: Path, seconds: float) -> None:
    """Return when a table could be played; raise Unplayable after so many seconds."""
    end = time.monotonic() + seconds
    missing = "the gateway does not answer"
    while time.monotonic() < end:
        if not await asyncio.to_thread(heartbeat.exists):
            missing = "no bot worker has done a task"
        else:
            try:
                await asyncio.wait_for(_play_a_little(address), max(end - time.monotonic(), 1))
            except (Refused, SessionEnded, TableEnded, Unreachable, OSError, TimeoutError) as error:
                missing = str(error) or type(error).__name__
            else:
                return
        await asyncio.sleep(AGAIN_SECONDS)
    raise Unplayable(missing)


async def _play_a_little(address: str) -> None:
    """Answer once: when the next question comes, a bot has answered in between."""
    async with Chieu(address, guest="probe") as session:
        settings = Settings(seats=2, bot_pace_ms=0)
        made = await session.lobby.create("tan", settings, bot_level="easy", take_seat=True)
        async with session.table(made.id) as table:
            answered = False
            async for prompt in table.prompts():
                if answered:
                    break
                await table.answer(prompt, first_legal(prompt))
                answered = True
        await session.lobby.close(made.id)


def main(address: str, heartbeat: str) -> int:
    """Wait, and say how it came out."""
    try:
        asyncio.run(wait_until_playable(address, Path(heartbeat), READY_SECONDS))
    except Unplayable as reason:
        sys.stderr.write(f"\nNo table can be played yet: {reason}\n")
        return 1
    line = "-" * min(shutil.get_terminal_size().columns, 100)
    sys.stdout.write(
        f"\n{line}\nChiếu is ready: {address}\n"
        "Play a match in a browser, alone or with friends: open that address.\n"
        f"Or in another terminal: .venv/bin/chieu play tan --server {address} (or tonk, or chan)\n"
        f"Stop with Ctrl-C; tables are kept.\n{line}\n\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
