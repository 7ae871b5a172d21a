"""Tấn."""

from __future__ import annotations

from typing import Final

from ai_worker.bots import BotGame, Level
from ai_worker.strategy import Budget
from ai_worker.tan import any_answer, easy, hard, is_offered, normal
from chieu.tan.v1.tan_service_pb2 import PlayRequest
from chieu.tan.v1.tan_service_pb2_grpc import TanServiceStub
from services.tan.codec import CODEC
from services.tan.game import TAN

__all__ = ["BOT"]

BOT: Final = BotGame(
    game=TAN,
    codec=CODEC,
    levels={
        "easy": Level(easy, Budget(seconds=0.25, nodes=0)),
        "normal": Level(normal, Budget(seconds=0.25, nodes=0)),
        "hard": Level(hard, Budget(seconds=0.4, nodes=200_000)),
    },
    usual="normal",
    is_offered=is_offered,
    any_answer=any_answer,
    stub=TanServiceStub,
    request=PlayRequest,
)
