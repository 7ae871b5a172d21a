"""What a link does between a table's leaving and the gateway's hearing of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from chieu.link.v1 import link_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.update_pb2 import AnswerReply
from services.core.home import Subscription
from services.core.rpc.link_service import Link


class Frames:
    """An outbox that keeps what is said."""

    def __init__(self) -> None:
        self.said: list[pb.ServiceFrame] = []

    def put(self, frame: bytes, *, always: bool = False) -> bool:
        del always
        self.said.append(pb.ServiceFrame.FromString(frame))
        return True


@pytest.fixture
def frames() -> Frames:
    return Frames()


@pytest.fixture
def link(frames: Frames) -> Link:
    home: Any = SimpleNamespace(close=lambda *_: None)
    placement: Any = None
    outbox: Any = frames
    made = Link(home, placement, outbox, 10)
    caller: Any = None
    made._subscriptions[7] = ("tan-01-x", Subscription(made, 7, caller, 1))
    return made


def answer(link: Link) -> None:
    link.handle(pb.GatewayFrame(answer=pb.Answer(corr=1, sub=7, prompt_id=bytes(16))))


def test_an_answer_that_crossed_the_move_of_its_table_is_left_to_the_new_home(link: Link, frames: Frames) -> None:
    link.moved("tan-01-x", "there:1")
    answer(link)
    assert [frame.WhichOneof("frame") for frame in frames.said] == ["moved"]


def test_an_answer_that_crossed_the_loss_of_its_table_may_be_said_again(link: Link, frames: Frames) -> None:
    link._lose("tan-01-x")
    answer(link)
    reply = AnswerReply.FromString(frames.said[-1].reply.reply)
    assert reply.refusal.advice == refusal_pb2.ADVICE_RETRY
