"""Tonk."""

from __future__ import annotations

from typing import Final

from ai_worker.bots import BotGame, Level
from ai_worker.strategy import Budget
from ai_worker.tonk import any_answer, easy, hard, is_offered, normal
from chieu.tonk.v1.tonk_service_pb2 import PlayRequest
from chieu.tonk.v1.tonk_service_pb2_grpc import TonkServiceStub
from services.tonk.codec import CODEC
from services.tonk.game import TONK

__all__ = ["BOT"]

BOT: Final = BotGame(
    game=TONK,
    codec=CODEC,
    levels={
        "easy": Level(easy, Budget(seconds=0.25, nodes=0)),
        "normal": Level(normal, Budget(seconds=0.25, nodes=0)),
        "hard": Level(hard, Budget(seconds=0.4, nodes=4_000)),
    },
    usual="normal",
    is_offered=is_offered,
    any_answer=any_answer,
    stub=TonkServiceStub,
    request=PlayRequest,
)
