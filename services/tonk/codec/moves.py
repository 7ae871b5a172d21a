"""Moves and choices on the wire. A move with a field that is missing or unknown is no move: the rulebook's BAD_MOVE."""

from __future__ import annotations

from typing import Final, assert_never

from google.protobuf.message import Message
from google.protobuf.unknown_fields import UnknownFieldSet

from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.card_codec import from_card, from_cards, to_card, to_cards
from services.core.codec import MalformedMove
from services.tonk.codec.enums import SOURCES, SOURCES_BACK
from services.tonk.rules import (
    Choices,
    Decline,
    Discard,
    Draw,
    Hit,
    Knock,
    MeldChoices,
    Move,
    Source,
    Spread,
    TurnChoices,
    canonical,
)

__all__ = ["decode_choices", "decode_move", "encode_choices", "encode_move"]

MOST_CARDS: Final = 52
"""More cards than a pack has cannot be meant: such a message is malformed, not merely illegal."""


def decode_move(message: pb.Move) -> Move:
    """The move in canonical order. Raises MalformedMove."""
    kind = message.WhichOneof("move")
    if kind is None:
        raise MalformedMove("expected knock, decline, draw, spread, hit or discard")
    _refuse_surplus(message, getattr(message, kind))
    match kind:
        case "knock":
            return Knock()
        case "decline":
            return Decline()
        case "draw":
            return Draw(_source(message.draw.source))
        case "spread":
            if not 1 <= len(message.spread.cards) <= MOST_CARDS:
                raise MalformedMove(f"expected 1 to {MOST_CARDS} cards, got {len(message.spread.cards)}")
            return canonical(Spread(from_cards(message.spread.cards)))
        case "hit":
            if not message.hit.spread:
                raise MalformedMove("expected the id of a spread")
            return Hit(_card(message.hit.card), message.hit.spread)
        case "discard":
            return Discard(_card(message.discard.card))


def _refuse_surplus(*messages: Message) -> None:
    if any(len(UnknownFieldSet(message)) for message in messages):
        raise MalformedMove("expected no field beyond those of the move")


def _source(wire: int) -> Source:
    source = SOURCES_BACK.get(pb.Source.ValueType(wire), Source.NONE)
    if source == Source.NONE:
        raise MalformedMove("expected the stock or the discard pile")
    return source


def _card(wire: int) -> int:
    if not wire:
        raise MalformedMove("expected a card")
    return from_card(wire)


def encode_move(move: Move) -> pb.Move:
    """The canonical message: equal moves give equal bytes."""
    move = canonical(move)
    match move:
        case Knock():
            return pb.Move(knock=pb.Knock())
        case Decline():
            return pb.Move(decline=pb.Decline())
        case Draw(source):
            return pb.Move(draw=pb.Draw(source=SOURCES[source]))
        case Spread(cards):
            return pb.Move(spread=pb.Spread(cards=to_cards(cards)))
        case Hit(card, spread):
            return pb.Move(hit=pb.Hit(card=to_card(card), spread=spread))
        case Discard(card):
            return pb.Move(discard=pb.Discard(card=to_card(card)))
        case _:
            assert_never(move)


def encode_choices(choices: Choices) -> pb.Choices:
    """What a prompt offers."""
    match choices:
        case TurnChoices(may_knock, may_draw_stock, may_draw_discard, may_decline):
            turn = pb.TurnChoices(
                may_knock=may_knock,
                may_draw_stock=may_draw_stock,
                may_draw_discard=may_draw_discard,
                may_decline=may_decline,
            )
            return pb.Choices(turn=turn)
        case MeldChoices(spreads, hits, discards, must_spread):
            meld = pb.MeldChoices(
                spreads=[pb.Group(cards=to_cards(group)) for group in spreads],
                hits=[pb.Hit(card=to_card(card), spread=spread) for card, spread in hits],
                discards=to_cards(discards),
                must_spread=must_spread,
            )
            return pb.Choices(meld=meld)
        case _:
            assert_never(choices)


def decode_choices(message: pb.Choices) -> Choices:
    """What a prompt offers, as the rules say it."""
    match message.WhichOneof("choices"):
        case "turn":
            turn = message.turn
            return TurnChoices(turn.may_knock, turn.may_draw_stock, turn.may_draw_discard, turn.may_decline)
        case "meld":
            meld = message.meld
            return MeldChoices(
                tuple([from_cards(group.cards) for group in meld.spreads]),
                tuple([(from_card(hit.card), hit.spread) for hit in meld.hits]),
                from_cards(meld.discards),
                meld.must_spread,
            )
        case _:
            raise MalformedMove("expected the choices of a prompt")
