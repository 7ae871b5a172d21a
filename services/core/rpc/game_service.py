"""A game's own typed service: `Play`, `GetView` and `Watch` have the same shape in every game.

The messages are the game's; what they are made of is the same, so one servicer serves them all.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

from chieu.table.v1.update_pb2 import Update
from identity import Identity
from services.core.game import SPECTATORS
from services.core.home import Home, Subscription
from services.core.home.commands import Answer, Read
from services.core.refusal import Reason, Refused
from services.core.rpc.errors import abort
from services.core.rpc.front import Context, Front
from services.core.table.access import is_service, must_see
from services.core.table.draft import Draft
from services.core.table.updates import snapshot

__all__ = ["GameServicer"]

WATCH_UPDATES = 256


class GameServicer:
    """Plays one game by plain calls. `messages` is the module of the game's service messages."""

    def __init__(self, home: Home, front: Front, messages: Any) -> None:
        self._home = home
        self._front = front
        self._messages = messages
        self._subs = 0

    async def Play(self, request: Any, context: Context) -> Any:  # noqa: N802 - named by the contract
        """Answer a prompt for the caller's seat, or for a bot."""

        async def work(caller: Identity) -> Any:
            future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            bot_seat = request.bot_seat if request.HasField("bot_seat") else None
            self._home.submit(
                request.table,
                Answer(
                    caller, request.prompt_id, request.move.SerializeToString(), bot_seat, lambda r: _settle(future, r)
                ),
            )
            return self._messages.PlayResponse(seq=await future)

        return await self._front.answer(context, work)

    async def GetView(self, request: Any, context: Context) -> Any:  # noqa: N802 - named by the contract
        """The whole picture for the caller's seat, or for a spectator."""

        async def work(caller: Identity) -> Any:
            def look(draft: Draft) -> bytes:
                must_see(draft.document, caller)
                seat = None if is_service(caller) else draft.document.seat_of(caller.subject)
                audience = SPECTATORS if seat is None else seat
                return snapshot(draft.kind, draft.document, draft.state, audience, draft.now_ms)

            future: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
            self._home.submit(request.table, Read(future, look))
            return self._messages.GetViewResponse(update=Update.FromString(await future))

        return await self._front.answer(context, work)

    async def Watch(self, request: Any, context: Context) -> AsyncIterator[Any]:  # noqa: N802 - named by the contract
        """Every update of the caller's audience."""
        try:
            caller = await self._front.caller(context)
        except Refused as refused:
            await abort(context, refused)
            raise
        self._subs += 1
        sink = _WatchSink()
        generation = self._home.now_ms() * 1000  # as gateways count: microseconds since 1970
        one = Subscription(sink, self._subs, caller, generation, seq=request.seq, mark=request.mark)
        self._home.open(request.table, one)
        try:
            while True:
                news = await sink.queue.get()
                if isinstance(news, Refused):
                    await abort(context, news)
                    return
                yield self._messages.WatchResponse(update=Update.FromString(news))
        finally:
            self._home.close(request.table, one)


def _settle(future: asyncio.Future[int], result: int | Refused) -> None:
    if future.done():
        return
    if isinstance(result, Refused):
        future.set_exception(result)
    else:
        future.set_result(result)


class _WatchSink:
    """Where the updates of one `Watch` call wait. A reader who is too slow is told to come again."""

    def __init__(self) -> None:
        self.queue: asyncio.Queue[bytes | Refused] = asyncio.Queue()

    def opened(self, sub: int, seat: int | None) -> None:
        """The first update tells it."""

    def update(self, subs: list[int], table: str, seq: int, mark: bytes, update: bytes) -> None:  # noqa: ARG002 - a sink's
        """One more update."""
        if self.queue.qsize() >= WATCH_UPDATES:
            self.ended(0, Refused(Reason.REASON_UNAVAILABLE, "you read too slowly; watch again from your last seq"))
        else:
            self.queue.put_nowait(update)

    def ended(self, sub: int, refusal: Refused) -> None:  # noqa: ARG002 - a sink's
        """It is over."""
        self.queue.put_nowait(refusal)

    def moved(self, table: str, home: str) -> None:  # noqa: ARG002 - a sink's
        """Another replica is the table's home; a new call finds it."""
        self.ended(0, Refused(Reason.REASON_UNAVAILABLE, "the table is served elsewhere now; watch again"))
