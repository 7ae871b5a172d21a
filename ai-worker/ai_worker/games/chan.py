"""Chắn."""

from __future__ import annotations

from typing import Final

from ai_worker.bots import BotGame, Level
from ai_worker.chan import any_answer, easy, hard, is_offered, normal
from ai_worker.strategy import Budget
from chieu.chan.v1.chan_service_pb2 import PlayRequest
from chieu.chan.v1.chan_service_pb2_grpc import ChanServiceStub
from services.chan.codec import CODEC
from services.chan.game import CHAN

__all__ = ["BOT"]

BOT: Final = BotGame(
    game=CHAN,
    codec=CODEC,
    levels={
        "easy": Level(easy, Budget(seconds=0.25, nodes=0)),
        "normal": Level(normal, Budget(seconds=0.25, nodes=0)),
        "hard": Level(hard, Budget(seconds=0.25, nodes=2000)),
    },
    usual="normal",
    is_offered=is_offered,
    any_answer=any_answer,
    stub=ChanServiceStub,
    request=PlayRequest,
)
