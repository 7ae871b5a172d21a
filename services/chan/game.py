"""Chắn as core sees it."""

from __future__ import annotations

from typing import Final

from services.chan import rules
from services.chan.policy import policy
from services.core.game import Absence, Game

__all__ = ["CHAN", "RULES_VERSION", "ChanGame"]

RULES_VERSION: Final = 1

ChanGame = Game[
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


CHAN: Final[ChanGame] = Game(
    name="chan",
    rules_version=RULES_VERSION,
    seats=(4,),
    absence=Absence(misses=2),
    turn_seconds=_turn_seconds,
    open_match=rules.open_match,
    before_deal=rules.before_deal,
    draws=rules.draws,
    deal=rules.deal,
    after_deal=rules.after_deal,
    scores=rules.scores,
    deals_done=rules.deals_done,
    prompts=rules.prompts,
    pause=rules.pause,
    advance=rules.advance,
    play=rules.play,
    default_move=rules.default_move,
    result=rules.result,
    view=rules.view,
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
