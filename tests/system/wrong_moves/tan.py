"""Moves that Tấn's rules refuse, in the order of the rulebook's section 3.4."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chieu.tan.v1 import tan_pb2 as pb
from chieu_client import Prompt
from chieu_client.games import tan
from tests.system.wrong_moves.wrong import NO_CARD, Wrong

__all__ = ["WRONG"]

_JOKERS = (53, 54)
_JOKERLESS = range(1, 53)


def attack(*cards: Any) -> pb.Move:
    """A wave of these card numbers."""
    return pb.Move(attack=pb.Attack(cards=cards))


def defend(*pairs: tuple[Any, Any]) -> pb.Move:
    """A defence by card numbers."""
    return pb.Move(defend=pb.Defend(pairs=[pb.Pair(attack=one, defence=other) for one, other in pairs]))


def give_back(card: Any) -> pb.Move:
    """A card returned for a tribute."""
    return pb.Move(return_tribute=pb.ReturnTribute(card=card))


def rank(card: int) -> str:
    """The rank of a card number."""
    return tan.name(card)[0]


def first(moves: Iterable[pb.Move]) -> pb.Move | None:
    """The first, if there is one."""
    return next(iter(moves), None)


def hand(prompt: Prompt) -> list[int]:
    """The seat's cards without jokers."""
    return [card for card in tan.view(prompt).hand if card not in _JOKERS]


def foreign(prompt: Prompt) -> int:
    """A card that the seat does not hold."""
    held = set(tan.view(prompt).hand)
    return next(card for card in _JOKERLESS if card not in held)


def attacking(made: Callable[[Prompt, pb.AttackChoices], pb.Move | None]) -> Callable[[Prompt], pb.Move | None]:
    """Made where an attack is asked."""

    def make(prompt: Prompt) -> pb.Move | None:
        asked = tan.choices(prompt)
        return made(prompt, asked.attack) if asked.HasField("attack") and hand(prompt) else None

    return make


def defending(made: Callable[[Prompt, list[pb.Beaters]], pb.Move | None]) -> Callable[[Prompt], pb.Move | None]:
    """Made where a defence is asked."""

    def make(prompt: Prompt) -> pb.Move | None:
        asked = tan.choices(prompt)
        return made(prompt, list(asked.defend.pending)) if asked.HasField("defend") and hand(prompt) else None

    return make


def returning(made: Callable[[Prompt], pb.Move | None]) -> Callable[[Prompt], pb.Move | None]:
    """Made where a tribute's return is asked."""
    return lambda prompt: made(prompt) if tan.choices(prompt).HasField("return_tribute") else None


def too_many(prompt: Prompt, asked: pb.AttackChoices) -> pb.Move | None:
    """One card more than the wave may have; which ones is tested later."""
    cards = hand(prompt)
    return attack(*cards[: asked.limit + 1]) if len(cards) > asked.limit else None


def two_ranks(prompt: Prompt, asked: pb.AttackChoices) -> pb.Move | None:
    """Two ranks to open a round."""
    cards = hand(prompt)
    other = (card for card in cards if rank(card) != rank(cards[0]))
    is_open = asked.one_rank and asked.limit > 1
    return first(attack(cards[0], card) for card in other) if is_open else None


def rank_that_is_not_there(prompt: Prompt, asked: pb.AttackChoices) -> pb.Move | None:
    """A rank that is not on the table."""
    if asked.one_rank or not asked.limit:
        return None
    return first(attack(card) for card in hand(prompt) if card not in asked.fitting)


def joker(prompt: Prompt, _: pb.AttackChoices) -> pb.Move | None:
    """A joker that is held."""
    return first(attack(card) for card in tan.view(prompt).hand if card in _JOKERS)


def too_weak(prompt: Prompt, pending: list[pb.Beaters]) -> pb.Move | None:
    """Cards of the hand of which the first does not beat."""
    weak = [card for card in hand(prompt) if card not in pending[0].beaters]
    others = [card for card in hand(prompt) if card not in weak[:1]]
    if not weak or len(others) < len(pending) - 1:
        return None
    return defend(*zip([one.attack for one in pending], [weak[0], *others], strict=False))


WRONG: Mapping[str, Wrong] = {
    "a-take-instead-of-an-attack": Wrong("WRONG_ACTION", attacking(lambda *_: tan.take())),
    "a-defence-instead-of-an-attack": Wrong("WRONG_ACTION", attacking(lambda *_: defend((NO_CARD, NO_CARD)))),
    "a-return-instead-of-an-attack": Wrong("WRONG_ACTION", attacking(lambda *_: give_back(1))),
    "a-stop-instead-of-a-defence": Wrong("WRONG_ACTION", defending(lambda *_: tan.stop())),
    "an-attack-instead-of-a-defence": Wrong("WRONG_ACTION", defending(lambda prompt, _: attack(*hand(prompt)[:1]))),
    "an-attack-instead-of-a-return": Wrong("WRONG_ACTION", returning(lambda _: attack(NO_CARD))),
    "a-stop-before-the-first-wave": Wrong(
        "MUST_OPEN", attacking(lambda _, asked: None if asked.may_stop else tan.stop())
    ),
    "a-wave-of-no-cards": Wrong("EMPTY_CARDS", attacking(lambda *_: attack())),
    "a-wave-with-no-card-twice": Wrong(
        "UNKNOWN_CARD", attacking(lambda prompt, _: attack(NO_CARD, *hand(prompt)[:1] * 2))
    ),
    "a-wave-with-a-card-twice": Wrong(
        "DUPLICATE_CARD", attacking(lambda prompt, _: attack(foreign(prompt), *hand(prompt)[:1] * 2))
    ),
    "a-wave-of-a-card-not-in-hand": Wrong("CARD_NOT_IN_HAND", attacking(lambda prompt, _: attack(foreign(prompt)))),
    "a-wave-of-a-joker": Wrong("JOKER_CANNOT_ATTACK", attacking(joker)),
    "a-wave-of-too-many": Wrong("OVER_DEFENDER_HAND", attacking(too_many)),
    "a-wave-of-two-ranks": Wrong("RANKS_DIFFER", attacking(two_ranks)),
    "a-wave-of-another-rank": Wrong("RANK_NOT_ON_TABLE", attacking(rank_that_is_not_there)),
    "a-defence-of-nothing": Wrong("EMPTY_CARDS", defending(lambda *_: defend())),
    "a-defence-by-no-card": Wrong(
        "UNKNOWN_CARD", defending(lambda _, pending: defend(*[(pending[0].attack, NO_CARD)] * 2))
    ),
    "a-defence-with-a-card-twice": Wrong(
        "DUPLICATE_CARD", defending(lambda prompt, pending: defend(*[(pending[0].attack, foreign(prompt))] * 2))
    ),
    "a-defence-by-a-card-not-in-hand": Wrong(
        "CARD_NOT_IN_HAND", defending(lambda prompt, _: defend((hand(prompt)[0], foreign(prompt))))
    ),
    "a-defence-against-no-pending-card": Wrong(
        "NOT_A_PENDING_CARD", defending(lambda prompt, _: defend((hand(prompt)[0], hand(prompt)[0])))
    ),
    "half-a-defence": Wrong(
        "INCOMPLETE_DEFENCE",
        defending(lambda prompt, pending: defend((pending[0].attack, hand(prompt)[0])) if len(pending) > 1 else None),
    ),
    "a-defence-that-is-too-weak": Wrong("CARD_TOO_WEAK", defending(too_weak)),
    "a-return-of-no-card": Wrong("UNKNOWN_CARD", returning(lambda _: give_back(NO_CARD))),
    "a-return-of-a-card-not-in-hand": Wrong("CARD_NOT_IN_HAND", returning(lambda prompt: give_back(foreign(prompt)))),
}
