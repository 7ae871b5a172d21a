"""The tables that one connection has open: what its client asks, and what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from google.protobuf.message import DecodeError

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2, update_pb2
from gateway.link import LONGEST_TABLE_ID, Router, Subscription
from gateway.metrics import Counts
from gateway.refusals import refuse
from gateway.wire import Encoding, News
from identity import Identity

__all__ = ["Tables"]

_MARK_BYTES: Final = 8
_PROMPT_BYTES: Final = 16


class Outlet(Protocol):
    """The way to the client. Does nothing once the connection is closed."""

    encoding: Encoding

    def send(self, message: bytes) -> None:
        """Sends an encoded ServerFrame."""

    def fail(self, why: str) -> None:
        """Ends the connection for a fault of ours."""


class Tables:
    """One client's tables. A `Subscriber` of the links; every request gets exactly one frame with its `corr`.

    Opening a table that is open opens it again, from the moment that the client names: that is how a client resyncs.
    """

    def __init__(self, outlet: Outlet, router: Router, counts: Counts, most: int) -> None:
        self._outlet = outlet
        self._router = router
        self._counts = counts
        self._most = most
        self._open: dict[str, Subscription] = {}
        self._asked: dict[Subscription, int] = {}

    def __len__(self) -> int:
        return len(self._open)

    def open(self, corr: int, frame: pb.Open, identity: Identity, generation: int) -> None:
        """Opens a table, or says why not with Closed."""
        if refusal := self._no_opening(frame, identity):
            self._closed(corr, frame.table[:LONGEST_TABLE_ID], refusal)
            return
        if before := self._open.pop(frame.table, None):
            self._asked.pop(before, None)
            self._router.close(before)
        subscription = Subscription(frame.table, identity, generation, self, seq=frame.seq, mark=frame.mark)
        self._open[frame.table] = subscription
        self._asked[subscription] = corr
        self._router.open(subscription)

    def leave(self, corr: int, frame: pb.Leave) -> None:
        """Lets a table go, open or not."""
        if subscription := self._open.pop(frame.table, None):
            self._asked.pop(subscription, None)
            self._router.close(subscription)
        self._closed(corr, frame.table[:LONGEST_TABLE_ID], None)

    def answer(self, corr: int, frame: pb.Answer) -> None:
        """Passes an answer on; its reply comes later, a refusal of ours at once."""
        subscription = self._open.get(frame.table)
        if subscription is None:
            detail = "that table is not open on this connection"
            self._refuse_answer(corr, refuse(refusal_pb2.REASON_NO_SUCH_TABLE, detail, refusal_pb2.ADVICE_RESYNC))
        elif len(frame.prompt_id) != _PROMPT_BYTES:
            detail = f"prompt_id: expected {_PROMPT_BYTES} bytes, got {len(frame.prompt_id)}"
            self._refuse_answer(corr, refuse(refusal_pb2.REASON_MALFORMED, detail))
        elif not frame.move.type_url:
            self._refuse_answer(corr, refuse(refusal_pb2.REASON_MALFORMED, "move: expected a google.protobuf.Any"))
        else:
            self._router.answer(subscription, corr, frame.prompt_id, frame.move.SerializeToString())

    def release(self) -> None:
        """Lets every table go without a word, for a connection that is over."""
        for subscription in self._open.values():
            self._router.close(subscription)
        self._open.clear()
        self._asked.clear()

    def table_opened(self, subscription: Subscription, seat: int | None) -> None:
        """Tells the client; with the number of its request the first time, without when the seat changed."""
        if self._open.get(subscription.table) is subscription:
            corr = self._asked.pop(subscription, 0)
            opened = pb.Opened(table=subscription.table, seat=seat)
            self._send(pb.ServerFrame(corr=corr, opened=opened))

    def table_ended(self, subscription: Subscription, refusal: refusal_pb2.Refusal) -> None:
        """Tells the client, with the number of its request if that is what was refused."""
        if self._open.get(subscription.table) is subscription:
            del self._open[subscription.table]
            self._closed(self._asked.pop(subscription, 0), subscription.table, refusal)

    def table_update(self, news: News) -> None:
        """Passes news on, in bytes that all connections of this encoding share."""
        self._counts.updates += 1
        self._deliver(lambda encoding: encoding.news(news))

    def answer_replied(self, corr: int, reply: bytes) -> None:
        """Passes a reply on."""
        self._counts.replies += 1
        self._deliver(lambda encoding: encoding.reply(corr, reply))

    def _no_opening(self, frame: pb.Open, identity: Identity) -> refusal_pb2.Refusal | None:
        if not 0 < len(frame.table) <= LONGEST_TABLE_ID:
            return refuse(refusal_pb2.REASON_MALFORMED, f"table: expected 1 to {LONGEST_TABLE_ID} characters")
        if len(frame.mark) != (_MARK_BYTES if frame.seq else 0):
            return refuse(refusal_pb2.REASON_MALFORMED, f"expected seq and mark ({_MARK_BYTES} bytes), or neither")
        if not identity.may_open(frame.table):
            return refuse(refusal_pb2.REASON_FORBIDDEN, "the token is for another table")
        if not self._router.serves(frame.table):
            return refuse(refusal_pb2.REASON_NO_SUCH_TABLE)
        if frame.table not in self._open and len(self._open) >= self._most:
            return refuse(refusal_pb2.REASON_LIMIT_REACHED, f"at most {self._most} tables a connection")
        return None

    def _closed(self, corr: int, table: str, refusal: refusal_pb2.Refusal | None) -> None:
        self._send(pb.ServerFrame(corr=corr, closed=pb.Closed(table=table, refusal=refusal)))

    def _refuse_answer(self, corr: int, refusal: refusal_pb2.Refusal) -> None:
        self._counts.refusals[refusal_pb2.Reason.Name(refusal.reason)] += 1
        self._send(pb.ServerFrame(corr=corr, reply=update_pb2.AnswerReply(refusal=refusal)))

    def _send(self, frame: pb.ServerFrame) -> None:
        self._outlet.send(self._outlet.encoding.encode(frame))

    def _deliver(self, encode: Callable[[Encoding], bytes]) -> None:
        """Sends what a service made. Bytes that this gateway cannot show are a fault and end the connection."""
        try:
            message = encode(self._outlet.encoding)
        except (TypeError, ValueError, DecodeError) as error:
            self._outlet.fail(type(error).__name__)
        else:
            self._outlet.send(message)
