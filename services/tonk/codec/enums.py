"""The enums of the rules and of the wire, both ways."""

from __future__ import annotations

from typing import Final

from chieu.tonk.v1 import tonk_pb2 as pb
from services.tonk import rules

__all__ = [
    "ENDS",
    "ENDS_BACK",
    "KINDS",
    "KINDS_BACK",
    "PAID",
    "PAID_BACK",
    "PHASES",
    "PHASES_BACK",
    "REASONS",
    "REASONS_BACK",
    "SOURCES",
    "SOURCES_BACK",
]

SOURCES: Final = {
    rules.Source.NONE: pb.SOURCE_UNSPECIFIED,
    rules.Source.STOCK: pb.SOURCE_STOCK,
    rules.Source.DISCARD: pb.SOURCE_DISCARD,
}
SOURCES_BACK: Final = {wire: source for source, wire in SOURCES.items()}

PHASES: Final = {
    rules.Phase.TURN_START: pb.PHASE_TURN_START,
    rules.Phase.MELD: pb.PHASE_MELD,
    rules.Phase.HAND_OVER: pb.PHASE_HAND_OVER,
}
PHASES_BACK: Final = {wire: phase for phase, wire in PHASES.items()}

KINDS: Final = {rules.Kind.BOOK: pb.SPREAD_KIND_BOOK, rules.Kind.RUN: pb.SPREAD_KIND_RUN}
KINDS_BACK: Final = {wire: kind for kind, wire in KINDS.items()}

ENDS: Final = {
    rules.HitEnd.LOW: pb.HIT_END_LOW,
    rules.HitEnd.HIGH: pb.HIT_END_HIGH,
    rules.HitEnd.FOURTH: pb.HIT_END_FOURTH,
}
ENDS_BACK: Final = {wire: end for end, wire in ENDS.items()}

REASONS: Final = {
    rules.Reason.INITIAL_TONK: pb.END_REASON_INITIAL_TONK,
    rules.Reason.INITIAL_TONK_DRAW: pb.END_REASON_INITIAL_TONK_DRAW,
    rules.Reason.TONK: pb.END_REASON_TONK,
    rules.Reason.OUT: pb.END_REASON_OUT,
    rules.Reason.KNOCK_WON: pb.END_REASON_KNOCK_WON,
    rules.Reason.KNOCK_CAUGHT: pb.END_REASON_KNOCK_CAUGHT,
    rules.Reason.STOCK_OUT: pb.END_REASON_STOCK_OUT,
    rules.Reason.STALL: pb.END_REASON_STALL,
}
REASONS_BACK: Final = {wire: reason for reason, wire in REASONS.items()}

PAID: Final = {
    rules.PaidFor.TONK: pb.PAID_FOR_TONK,
    rules.PaidFor.OUT: pb.PAID_FOR_OUT,
    rules.PaidFor.KNOCK: pb.PAID_FOR_KNOCK,
    rules.PaidFor.CAUGHT: pb.PAID_FOR_CAUGHT,
    rules.PaidFor.LOW: pb.PAID_FOR_LOW,
}
PAID_BACK: Final = {wire: reason for reason, wire in PAID.items()}
