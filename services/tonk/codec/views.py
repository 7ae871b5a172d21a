"""Views on the wire."""

from __future__ import annotations

from functools import lru_cache

from chieu.cards.v1.cards_pb2 import Card
from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.card_codec import from_card, from_cards, optional_card, to_card, to_cards
from services.core.game import SPECTATORS
from services.tonk.codec.enums import KINDS, KINDS_BACK, PHASES, PHASES_BACK, SOURCES, SOURCES_BACK
from services.tonk.codec.options import encode_options, read_options
from services.tonk.codec.results import decode_result, encode_result
from services.tonk.rules import Laid, Memory, SeatView, SpreadView, View, cover, points_of

__all__ = ["decode_view", "encode_view"]


def encode_view(view: View) -> pb.View:
    """All that an audience may know."""
    return pb.View(
        audience=None if view.audience == SPECTATORS else view.audience,
        options=encode_options(view.options),
        hand_no=view.hand_no,
        hands_done=view.hands_done,
        dealer=view.dealer,
        order=view.order,
        phase=PHASES[view.phase],
        turn=None if view.turn < 0 else view.turn,
        version=view.version,
        turns=view.turns,
        idle=view.idle,
        hand=to_cards(view.hand),
        seats=[_encode_seat(seat, *both) for seat, both in enumerate(zip(view.seats, view.bankrolls, strict=True))],
        spreads=[_encode_spread(spread) for spread in view.spreads],
        top=_card_or_none(view.top),
        discard_count=view.discard_count,
        stock_count=view.stock_count,
        source=SOURCES[view.source],
        drawn=_card_or_none(view.drawn),
        has_laid=view.has_laid,
        has_melded=view.has_melded,
        result=None if view.result is None else encode_result(view.result),
        memory=None if view.memory is None else _encode_memory(view.memory),
        count=None if view.audience == SPECTATORS else sum(map(points_of, view.hand)),
        cover=cover(view.options, len(view.order)),
    )


def _card_or_none(card: int | None) -> Card.ValueType:
    return to_card(-1 if card is None else card)


# What all audiences see alike is encoded once: seats and spreads are values, and so make good keys.


@lru_cache(maxsize=1024)
def _encode_seat(number: int, seat: SeatView, bankroll: int) -> pb.SeatView:
    return pb.SeatView(seat=number, hand_count=seat.hand_count, block=seat.block, bankroll=bankroll)


@lru_cache(maxsize=1024)
def _encode_spread(spread: SpreadView) -> pb.SpreadView:
    return pb.SpreadView(
        spread=spread.number,
        owner=spread.owner,
        kind=KINDS[spread.kind],
        cards=[pb.LaidCard(card=to_card(laid.card), seat=laid.seat) for laid in spread.cards],
    )


def _encode_memory(memory: Memory) -> pb.Memory:
    return pb.Memory(pile=to_cards(memory.pile), known=[pb.Group(cards=to_cards(cards)) for cards in memory.known])


def decode_view(message: pb.View) -> View:
    """The view of a message that `encode_view` made."""
    return View(
        audience=message.audience if message.HasField("audience") else SPECTATORS,
        options=read_options(message.options),
        hand_no=message.hand_no,
        hands_done=message.hands_done,
        dealer=message.dealer,
        order=tuple(message.order),
        phase=PHASES_BACK[message.phase],
        turn=message.turn if message.HasField("turn") else -1,
        version=message.version,
        turns=message.turns,
        idle=message.idle,
        hand=from_cards(message.hand),
        seats=tuple([SeatView(seat.hand_count, seat.block) for seat in message.seats]),
        spreads=tuple([_decode_spread(spread) for spread in message.spreads]),
        top=optional_card(message.top),
        discard_count=message.discard_count,
        stock_count=message.stock_count,
        source=SOURCES_BACK[message.source],
        drawn=optional_card(message.drawn),
        has_laid=message.has_laid,
        has_melded=message.has_melded,
        bankrolls=tuple([seat.bankroll for seat in message.seats]),
        result=decode_result(message.result) if message.HasField("result") else None,
        memory=_decode_memory(message.memory) if message.HasField("memory") else None,
    )


def _decode_spread(message: pb.SpreadView) -> SpreadView:
    laid = tuple([Laid(from_card(card.card), card.seat) for card in message.cards])
    return SpreadView(message.spread, message.owner, KINDS_BACK[message.kind], laid)


def _decode_memory(message: pb.Memory) -> Memory:
    return Memory(from_cards(message.pile), tuple([from_cards(group.cards) for group in message.known]))
