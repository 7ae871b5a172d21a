"""Views on the wire."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from chieu.tan.v1 import tan_pb2 as pb
from services.core.card_codec import from_card, from_cards, from_suit, optional_card, to_card, to_cards, to_suit
from services.core.game import SPECTATORS
from services.tan.codec.options import decode_options, encode_options
from services.tan.codec.results import decode_result, encode_result
from services.tan.rules import Pair, Phase, SeatStatus, SeatView, Tribute, View, Wave

__all__ = ["PHASES", "PHASES_BACK", "decode_view", "encode_view"]

PHASES: Final = {
    Phase.TRIBUTE_RETURN: pb.PHASE_TRIBUTE_RETURN,
    Phase.ATTACK: pb.PHASE_ATTACK,
    Phase.DEFEND: pb.PHASE_DEFEND,
    Phase.SET_OVER: pb.PHASE_SET_OVER,
}
PHASES_BACK: Final = {wire: phase for phase, wire in PHASES.items()}
_STATUS: Final = {
    SeatStatus.ACTIVE: pb.SEAT_STATUS_ACTIVE,
    SeatStatus.OUT: pb.SEAT_STATUS_OUT,
    SeatStatus.BUSTED: pb.SEAT_STATUS_BUSTED,
}
_STATUS_BACK: Final = {wire: status for status, wire in _STATUS.items()}


def _or_none(seat: int) -> int | None:
    return None if seat < 0 else seat


def encode_view(view: View) -> pb.View:
    """All that an audience may know."""
    return pb.View(
        audience=None if view.audience == SPECTATORS else view.audience,
        options=encode_options(view.options),
        set_no=view.set_no,
        royal=to_suit(view.royal),
        leader=view.leader,
        phase=PHASES[view.phase],
        version=view.version,
        round_no=view.round_no,
        wave_no=view.wave_no,
        quiet=view.quiet,
        main=_or_none(view.main),
        defender=_or_none(view.defender),
        order=view.order,
        right=view.right,
        turn=_or_none(view.turn),
        limit=view.limit,
        can_stop=view.can_stop,
        hand=to_cards(view.hand),
        seats=[_encode_seat(number, seat) for number, seat in enumerate(view.seats)],
        table=[_encode_wave(wave) for wave in view.table],
        stock_count=view.stock_count,
        discard_count=view.discard_count,
        gone=to_cards(view.gone),
        dry=view.dry,
        tribute=None if view.tribute is None else _encode_tribute(view.tribute),
        secret=to_cards(view.secret),
        totals=view.totals,
        result=None if view.result is None else encode_result(view.result),
    )


# What most audiences see alike is encoded once: a seat, a wave and the options are values, and so make good keys.


@lru_cache(maxsize=1024)
def _encode_seat(number: int, seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        seat=number,
        hand_count=seat.hand_count,
        known=to_cards(seat.known),
        status=_STATUS[seat.status],
        rank=seat.rank,
        aside_count=seat.aside_count,
        aside_known=to_cards(seat.aside_known),
        jokers_held=seat.jokers_held,
    )


@lru_cache(maxsize=1024)
def _encode_wave(wave: Wave) -> pb.Wave:
    pairs = [
        pb.Pair(attack=to_card(pair.attack), defence=to_card(-1 if pair.defence is None else pair.defence))
        for pair in wave.pairs
    ]
    return pb.Wave(wave=wave.wave_no, seat=wave.seat, pairs=pairs)


def _encode_tribute(tribute: Tribute) -> pb.Tribute:
    card = to_card(-1 if tribute.card is None else tribute.card)
    return pb.Tribute(payer=tribute.payer, king=tribute.king, card=card)


def decode_view(message: pb.View) -> View:
    """The view of a message that `encode_view` made."""
    return View(
        audience=message.audience if message.HasField("audience") else SPECTATORS,
        options=decode_options(message.options),
        set_no=message.set_no,
        royal=from_suit(message.royal),
        leader=message.leader,
        phase=PHASES_BACK[message.phase],
        version=message.version,
        round_no=message.round_no,
        wave_no=message.wave_no,
        quiet=message.quiet,
        main=message.main if message.HasField("main") else -1,
        defender=message.defender if message.HasField("defender") else -1,
        order=tuple(message.order),
        right=message.right,
        turn=message.turn if message.HasField("turn") else -1,
        limit=message.limit,
        can_stop=message.can_stop,
        hand=from_cards(message.hand),
        seats=tuple([_decode_seat(seat) for seat in message.seats]),
        table=tuple([_decode_wave(wave) for wave in message.table]),
        stock_count=message.stock_count,
        discard_count=message.discard_count,
        gone=from_cards(message.gone),
        dry=tuple(message.dry),
        tribute=_decode_tribute(message.tribute) if message.HasField("tribute") else None,
        secret=from_cards(message.secret),
        totals=tuple(message.totals),
        result=decode_result(message.result) if message.HasField("result") else None,
    )


def _decode_seat(message: pb.SeatView) -> SeatView:
    return SeatView(
        status=_STATUS_BACK[message.status],
        rank=message.rank,
        hand_count=message.hand_count,
        known=from_cards(message.known),
        aside_count=message.aside_count,
        aside_known=from_cards(message.aside_known),
        jokers_held=message.jokers_held,
    )


def _decode_wave(message: pb.Wave) -> Wave:
    pairs = tuple([Pair(from_card(pair.attack), optional_card(pair.defence)) for pair in message.pairs])
    return Wave(message.wave, message.seat, pairs)


def _decode_tribute(message: pb.Tribute) -> Tribute:
    return Tribute(message.payer, message.king, optional_card(message.card))
