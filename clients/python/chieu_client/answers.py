"""Answers on their way: each is said again until it is replied to, and every reply is believed.

Saying an answer again is safe: the table keeps the replies of the last closed prompts, so a repetition gets the reply
that was lost, also when the prompt is gone by now.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from chieu.gateway.v1.gateway_pb2 import Answer, ClientFrame
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Accepted, AnswerReply
from chieu_client.errors import Refused
from chieu_client.patience import Backoff, Patience

__all__ = ["Answers"]


@dataclass(slots=True)
class _Waiting:
    frame: ClientFrame
    reply: asyncio.Future[AnswerReply] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Answers:
    """The answers of one table that nobody has replied to yet."""

    def __init__(self, send: Callable[[ClientFrame], None], patience: Patience) -> None:
        self._send = send
        self._patience = patience
        self._waiting: dict[int, _Waiting] = {}

    async def ask(self, corr: int, answer: Answer) -> Accepted:
        """Sends the answer until it is accepted. Raises Refused, or what `fail_all` was given.

        A refusal that advises to try again is tried again, for as long as the patience lasts.
        """
        frame = ClientFrame(corr=corr, answer=answer)
        backoff, began = Backoff(self._patience), time.monotonic()
        while True:
            reply = await self._reply(corr, frame)
            if reply.WhichOneof("outcome") == "accepted":
                return reply.accepted
            refused = Refused(reply.refusal)
            if not refused.may_retry or time.monotonic() - began > self._patience.total:
                raise refused
            await asyncio.sleep(backoff.delay())

    def on_reply(self, corr: int, reply: AnswerReply) -> bool:
        """Takes a reply; False if nobody waits for it, as for one that came twice."""
        waiting = self._waiting.get(corr)
        if waiting is None or waiting.reply.done():
            return False
        waiting.reply.set_result(reply)
        return True

    def on_refusal(self, corr: int, refusal: Refusal) -> bool:
        """Takes a refusal of the frame as such; False if nobody waits for it."""
        return self.on_reply(corr, AnswerReply(refusal=refusal))

    def say_again(self) -> None:
        """Sends everything that is not replied to once more: the table is open again."""
        for waiting in list(self._waiting.values()):
            if not waiting.reply.done():
                self._send(waiting.frame)

    def fail_all(self, error: Exception) -> None:
        """Nothing will be replied any more."""
        for waiting in list(self._waiting.values()):
            if not waiting.reply.done():
                waiting.reply.set_exception(error)

    async def _reply(self, corr: int, frame: ClientFrame) -> AnswerReply:
        waiting = self._waiting[corr] = _Waiting(frame)
        try:
            while True:
                self._send(frame)
                await asyncio.wait([waiting.reply], timeout=self._patience.reply)
                if waiting.reply.done():
                    return waiting.reply.result()
        finally:
            self._waiting.pop(corr, None)
