"""Tấn for clients: card names, moves, and legal moves out of a prompt's choices.

No rule stands here: what may be played is what the prompt says, a refusal says the rest. Cards are named as the
rulebook does, rank then suit: `7C`, `TS`, `X1`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from random import Random
from typing import assert_never

from google.protobuf.message import Message

from chieu.cards.v1.cards_pb2 import Card
from chieu.tan.v1 import tan_pb2
from chieu.tan.v1.tan_pb2 import AttackChoices, Choices, DefendChoices, Move, ReturnChoices, View
from chieu_client.games.cards import card, name, names
from chieu_client.games.narrowing import own
from chieu_client.games.pairing import one_pairing, pairings
from chieu_client.prompt import Prompt

__all__ = [
    "attack",
    "card",
    "choices",
    "defend",
    "legal_moves",
    "name",
    "names",
    "random_move",
    "return_tribute",
    "stop",
    "take",
    "view",
]


def attack(*cards: str) -> Move:
    """Lays a wave: `attack("7C", "7D")`."""
    return Move(attack=tan_pb2.Attack(cards=[card(text) for text in cards]))


def defend(pairs: Mapping[str, str]) -> Move:
    """Covers a wave, attacking card to covering card: `defend({"7C": "9C"})`."""
    return _defend({card(attacking): card(covering) for attacking, covering in pairs.items()})


def take() -> Move:
    """Picks every card on the table up."""
    return Move(take=tan_pb2.Take())


def stop() -> Move:
    """Gives the attack right up for the rest of the round."""
    return Move(stop=tan_pb2.Stop())


def return_tribute(text: str) -> Move:
    """Gives a card back for the tribute."""
    return _return(card(text))


def choices(prompt: Prompt) -> Choices:
    """What a Tấn prompt offers. Raises TypeError for another game's prompt."""
    return own(prompt.choices, Choices)


def view(prompt: Prompt) -> View:
    """What a Tấn prompt's seat may know. Raises TypeError for another game's prompt."""
    return own(prompt.view, View)


def legal_moves(offered: Message) -> Iterator[Move]:
    """Every legal move, one by one: small waves before large ones, then stop; defences, then take."""
    match _kind(offered):
        case AttackChoices() as attacking:
            yield from map(_attack, _waves(attacking))
            if attacking.may_stop:
                yield stop()
        case DefendChoices() as defending:
            if defending.may_defend:
                yield from map(_defend, pairings(_beaters(defending)))
            yield take()
        case ReturnChoices() as returning:
            yield from map(_return, returning.cards)
        case never:
            assert_never(never)


def random_move(offered: Message, chance: Random) -> Move:
    """One legal move, drawn so that games come to an end: stops and takes are not too frequent."""
    match _kind(offered):
        case AttackChoices() as attacking:
            return _random_attack(attacking, chance)
        case DefendChoices() as defending:
            return _random_defence(defending, chance)
        case ReturnChoices() as returning:
            return _return(chance.choice(returning.cards))
        case never:
            assert_never(never)


_STOP_ONE_IN = 3
_TAKE_ONE_IN = 5


def _kind(offered: Message) -> AttackChoices | DefendChoices | ReturnChoices:
    asked = own(offered, Choices)
    match asked.WhichOneof("choices"):
        case "attack":
            return asked.attack
        case "defend":
            return asked.defend
        case "return_tribute":
            return asked.return_tribute
        case _:
            raise ValueError("expected choices that ask something")


def _rank(number: int) -> str:
    return name(number)[0]


def _groups(offered: AttackChoices) -> list[list[Card.ValueType]]:
    """The cards among which a wave is chosen: rank by rank where it must have one rank."""
    if not offered.one_rank:
        return [list(offered.fitting)] if offered.fitting else []
    return [list(group) for _, group in groupby(sorted(offered.fitting, key=_rank), key=_rank)]


def _waves(offered: AttackChoices) -> Iterator[tuple[Card.ValueType, ...]]:
    yield from ((number,) for number in offered.fitting if offered.limit)
    for size in range(2, offered.limit + 1):
        groups = [group for group in _groups(offered) if len(group) >= size]
        if not groups:
            return
        for group in groups:
            yield from combinations(group, size)


def _beaters(offered: DefendChoices) -> dict[Card.ValueType, Sequence[Card.ValueType]]:
    return {pending.attack: pending.beaters for pending in offered.pending}


def _random_attack(offered: AttackChoices, chance: Random) -> Move:
    groups = _groups(offered)
    if not groups or (offered.may_stop and not chance.randrange(_STOP_ONE_IN)):
        return stop()
    group = chance.choice(groups)
    return _attack(chance.sample(group, chance.randint(1, min(len(group), offered.limit))))


def _random_defence(offered: DefendChoices, chance: Random) -> Move:
    if not offered.may_defend or not chance.randrange(_TAKE_ONE_IN):
        return take()
    shuffled = {number: chance.sample(list(beaters), len(beaters)) for number, beaters in _beaters(offered).items()}
    pairing = one_pairing(shuffled)
    return take() if pairing is None else _defend(pairing)


def _attack(cards: Sequence[Card.ValueType]) -> Move:
    return Move(attack=tan_pb2.Attack(cards=cards))


def _defend(pairing: Mapping[Card.ValueType, Card.ValueType]) -> Move:
    pairs = [tan_pb2.Pair(attack=attacking, defence=covering) for attacking, covering in pairing.items()]
    return Move(defend=tan_pb2.Defend(pairs=pairs))


def _return(number: Card.ValueType) -> Move:
    return Move(return_tribute=tan_pb2.ReturnTribute(card=number))
