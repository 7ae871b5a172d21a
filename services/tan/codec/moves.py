"""Moves and choices on the wire."""

from __future__ import annotations

from typing import assert_never

from chieu.tan.v1 import tan_pb2 as pb
from services.core.card_codec import from_card, from_cards, to_card, to_cards
from services.core.codec import MalformedMove
from services.tan.rules import (
    Attack,
    AttackChoices,
    Choices,
    Defend,
    DefendChoices,
    Move,
    Pending,
    ReturnChoices,
    ReturnTribute,
    Stop,
    Take,
    canonical,
)

__all__ = ["decode_choices", "decode_move", "encode_choices", "encode_move"]

MOST_CARDS = 54
"""More cards than a pack has cannot be meant: such a message is malformed, not merely illegal."""


def decode_move(message: pb.Move) -> Move:
    """The move in canonical order. Raises MalformedMove."""
    match message.WhichOneof("move"):
        case "attack":
            _bound(len(message.attack.cards))
            return canonical(Attack(from_cards(message.attack.cards)))
        case "defend":
            _bound(len(message.defend.pairs))
            pairs = [(from_card(pair.attack), from_card(pair.defence)) for pair in message.defend.pairs]
            return canonical(Defend(tuple(pairs)))
        case "take":
            return Take()
        case "stop":
            return Stop()
        case "return_tribute":
            return ReturnTribute(from_card(message.return_tribute.card))
        case _:
            raise MalformedMove("expected attack, defend, take, stop or return_tribute")


def _bound(cards: int) -> None:
    if cards > MOST_CARDS:
        raise MalformedMove(f"expected at most {MOST_CARDS} cards, got {cards}")


def encode_move(move: Move) -> pb.Move:
    """The canonical message: equal moves give equal bytes."""
    move = canonical(move)
    match move:
        case Attack(cards):
            return pb.Move(attack=pb.Attack(cards=to_cards(cards)))
        case Defend(pairs):
            wire = [pb.Pair(attack=to_card(attack), defence=to_card(defence)) for attack, defence in pairs]
            return pb.Move(defend=pb.Defend(pairs=wire))
        case Take():
            return pb.Move(take=pb.Take())
        case Stop():
            return pb.Move(stop=pb.Stop())
        case ReturnTribute(card):
            return pb.Move(return_tribute=pb.ReturnTribute(card=to_card(card)))
        case _:
            assert_never(move)


def encode_choices(choices: Choices) -> pb.Choices:
    """What a prompt offers."""
    match choices:
        case AttackChoices(fitting, limit, one_rank, may_stop):
            attack = pb.AttackChoices(fitting=to_cards(fitting), limit=limit, one_rank=one_rank, may_stop=may_stop)
            return pb.Choices(attack=attack)
        case DefendChoices(pending, complete):
            beaters = [pb.Beaters(attack=to_card(one.attack), beaters=to_cards(one.beaters)) for one in pending]
            return pb.Choices(defend=pb.DefendChoices(pending=beaters, may_defend=complete))
        case ReturnChoices(cards):
            return pb.Choices(return_tribute=pb.ReturnChoices(cards=to_cards(cards)))
        case _:
            assert_never(choices)


def decode_choices(message: pb.Choices) -> Choices:
    """What a prompt offers, as the rules say it."""
    match message.WhichOneof("choices"):
        case "attack":
            wire = message.attack
            return AttackChoices(from_cards(wire.fitting), wire.limit, wire.one_rank, wire.may_stop)
        case "defend":
            pending = [Pending(from_card(one.attack), from_cards(one.beaters)) for one in message.defend.pending]
            return DefendChoices(tuple(pending), message.defend.may_defend)
        case "return_tribute":
            return ReturnChoices(from_cards(message.return_tribute.cards))
        case _:
            raise MalformedMove("expected the choices of a prompt")
