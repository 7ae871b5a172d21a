"""Tonk for clients: card names, moves, and legal moves out of a prompt's choices.

No rule stands here: what may be played is what the prompt says, a refusal says the rest. Cards are named as the
rulebook does, rank then suit: `7C`, `TS`.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import assert_never

from google.protobuf.message import Message

from chieu.tonk.v1 import tonk_pb2
from chieu.tonk.v1.tonk_pb2 import Choices, MeldChoices, Move, Source, TurnChoices, View
from chieu_client.games.cards import card, name, names
from chieu_client.games.narrowing import own
from chieu_client.prompt import Prompt

__all__ = [
    "card",
    "choices",
    "decline",
    "discard",
    "draw",
    "draw_discard",
    "hit",
    "knock",
    "legal_moves",
    "name",
    "names",
    "random_move",
    "spread",
    "view",
]


def knock() -> Move:
    """Stops the play, claiming the lowest count."""
    return Move(knock=tonk_pb2.Knock())


def draw() -> Move:
    """Takes the top card of the stock."""
    return _draw(tonk_pb2.SOURCE_STOCK)


def draw_discard() -> Move:
    """Takes the top card of the discard pile."""
    return _draw(tonk_pb2.SOURCE_DISCARD)


def decline() -> Move:
    """Refuses the top discard when the stock is empty; ends the hand."""
    return Move(decline=tonk_pb2.Decline())


def spread(*cards: str) -> Move:
    """Lays a book or a run, its cards in any order: `spread("7C", "7D", "7H")`."""
    return Move(spread=tonk_pb2.Spread(cards=[card(text) for text in cards]))


def hit(text: str, number: int) -> Move:
    """Adds a card to the spread of that id, from 1: `hit("7S", 2)`."""
    return Move(hit=tonk_pb2.Hit(card=card(text), spread=number))


def discard(text: str) -> Move:
    """Throws a card, which ends the turn."""
    return Move(discard=tonk_pb2.Discard(card=card(text)))


def choices(prompt: Prompt) -> Choices:
    """What a Tonk prompt offers. Raises TypeError for another game's prompt."""
    return own(prompt.choices, Choices)


def view(prompt: Prompt) -> View:
    """What a Tonk prompt's seat may know. Raises TypeError for another game's prompt."""
    return own(prompt.view, View)


def legal_moves(offered: Message) -> Iterator[Move]:
    """Every legal move, one by one: draws before what ends the hand; spreads, hits, then discards."""
    match _kind(offered):
        case TurnChoices() as turn:
            yield from _draws(turn)
            if turn.may_knock:
                yield knock()
            if turn.may_decline:
                yield decline()
        case MeldChoices() as meld:
            yield from _spreads(meld)
            yield from _hits(meld)
            yield from _discards(meld)
        case never:
            assert_never(never)


def random_move(offered: Message, chance: Random) -> Move:
    """One legal move, drawn so that hands are played and yet end: knocks are rare, spreads and hits are not."""
    match _kind(offered):
        case TurnChoices() as turn:
            return _random_start(turn, chance)
        case MeldChoices() as meld:
            return _random_rest(meld, chance)
        case never:
            assert_never(never)


_KNOCK_ONE_IN = 10
_DECLINE_ONE_IN = 3
_HOLD_BACK_ONE_IN = 3


def _kind(offered: Message) -> TurnChoices | MeldChoices:
    asked = own(offered, Choices)
    match asked.WhichOneof("choices"):
        case "turn":
            return asked.turn
        case "meld":
            return asked.meld
        case _:
            raise ValueError("expected choices that ask something")


def _random_start(offered: TurnChoices, chance: Random) -> Move:
    draws = list(_draws(offered))
    if offered.may_decline and not (draws and chance.randrange(_DECLINE_ONE_IN)):
        return decline()
    if offered.may_knock and not chance.randrange(_KNOCK_ONE_IN):
        return knock()
    return chance.choice(draws)


def _random_rest(offered: MeldChoices, chance: Random) -> Move:
    laying = [*_spreads(offered), *_hits(offered)]
    discards = list(_discards(offered))
    if laying and not (discards and not chance.randrange(_HOLD_BACK_ONE_IN)):
        return chance.choice(laying)
    return chance.choice(discards)


def _draws(offered: TurnChoices) -> Iterator[Move]:
    if offered.may_draw_stock:
        yield draw()
    if offered.may_draw_discard:
        yield draw_discard()


def _spreads(offered: MeldChoices) -> Iterator[Move]:
    return (Move(spread=tonk_pb2.Spread(cards=group.cards)) for group in offered.spreads)


def _hits(offered: MeldChoices) -> Iterator[Move]:
    return (Move(hit=fitting) for fitting in offered.hits)


def _discards(offered: MeldChoices) -> Iterator[Move]:
    return (Move(discard=tonk_pb2.Discard(card=number)) for number in offered.discards)


def _draw(source: Source.ValueType) -> Move:
    return Move(draw=tonk_pb2.Draw(source=source))
