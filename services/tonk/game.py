"""Tonk as core sees it."""

from __future__ import annotations

from typing import Final

from services.core.game import Absence, Game, RecordOpens
from services.tonk import rules
from services.tonk.policy import policy

__all__ = ["RULES_VERSION", "TONK", "TonkGame"]

RULES_VERSION: Final = 1

TonkGame = Game[
    rules.Options,
    rules.Match,
    rules.State,
    rules.Move,
    rules.Event,
    rules.View,
    rules.Choices,
    rules.HandResult,
]


def _turn_seconds(options: rules.Options) -> float:
    return options.turn_seconds


TONK: Final[TonkGame] = Game(
    name="tonk",
    rules_version=RULES_VERSION,
    seats=(2, 3, 4),
    absence=Absence(misses=2),
    record_opens=RecordOpens.AFTER_MATCH,
    turn_seconds=_turn_seconds,
    open_match=rules.open_match,
    before_deal=rules.before_deal,
    draws=rules.draws,
    deal=rules.deal,
    after_deal=rules.after_deal,
    scores=rules.scores,
    deals_done=rules.deals_done,
    newcomer=rules.newcomer,
    prompts=rules.prompts,
    pause=rules.pause,
    advance=rules.advance,
    play=rules.play,
    default_move=rules.default_move,
    result=rules.result,
    view=rules.view,
    recall=rules.recall,
    show=rules.show,
    policy=policy,
    copy=rules.copy_state,
    pack=rules.pack,
    unpack=rules.unpack,
    pack_match=rules.pack_match,
    unpack_match=rules.unpack_match,
    sample=rules.sample,
    steps=rules.steps,
    step=rules.step,
)
