"""The Python SDK: a thin client that reconnects.

    async with Chieu("http://127.0.0.1:8080", guest="An") as session:
        made = await session.lobby.create("tan", Settings(seats=2), bot_level="normal")
        async with session.table(made.id) as table:
            async for prompt in table.prompts():
                await table.answer(prompt, first_legal(prompt))

`chieu_client.simple.play` is the same in one call; a module of `chieu_client.games` (`tan`, `chan`,
`tonk`) has what its game needs.
"""

from __future__ import annotations

from chieu.table.v1.table_pb2 import Settings
from chieu_client.choosers import Chooser, first_legal, random_legal
from chieu_client.errors import Refused, SessionEnded, TableEnded, Unreachable
from chieu_client.lobby import Lobby
from chieu_client.patience import Patience
from chieu_client.prompt import Prompt
from chieu_client.session import Chieu
from chieu_client.table import LiveTable
from chieu_client.unpack import UnknownType, pack, unpack, unpack_as

__all__ = [
    "Chieu",
    "Chooser",
    "LiveTable",
    "Lobby",
    "Patience",
    "Prompt",
    "Refused",
    "SessionEnded",
    "Settings",
    "TableEnded",
    "UnknownType",
    "Unreachable",
    "first_legal",
    "pack",
    "random_legal",
    "unpack",
    "unpack_as",
]
