"""Pairs of deals of Chắn that an audience cannot tell apart, at the moment before a card becomes live.

In both the same seat puts down or turns up the same card; who may claim it is another matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from librt.vecs import vec
from mypy_extensions import i64

from services.chan import rules
from services.chan.policy import policy
from services.chan.rules.state import give
from services.core.chance import SearchRandom
from services.core.game import SPECTATORS, IllegalMove
from tests.golden.chan_case import codes

__all__ = ["Moment", "Twins", "claims", "dealt", "twins"]

_SEATS = 4
_DEALT = (20, 19, 19, 19)
_GUESSES = 20


@dataclass(frozen=True)
class Moment:
    """A state, and the move of a seat that is about to make a card live."""

    state: rules.State
    seat: int
    move: rules.Move

    def after(self) -> rules.State:
        """The state in which the window is open."""
        state = rules.copy_state(self.state)
        rules.play(state, self.seat, self.move)
        return state


@dataclass(frozen=True)
class Twins:
    """Two moments that look alike to an audience."""

    audience: int
    here: Moment
    there: Moment


def claims(moment: Moment, audience: int = SPECTATORS) -> Mapping[int, rules.Choices]:
    """What seats other than the audience are asked in the window."""
    asked = rules.prompts(moment.after())
    return {seat: prompt.choices for seat, prompt in asked.items() if seat != audience}


def dealt(hands: Mapping[int, str], stock: str = "") -> rules.State:
    """A fresh deal by seat 0: what is named lies where it is said, the rest of the pack wherever there is room."""
    named = [codes(hands.get(seat, "")) for seat in range(_SEATS)]
    top = codes(stock)
    left = Counter(dict.fromkeys(range(rules.KINDS), rules.COPIES))
    left.subtract([kind for kinds in (*named, top) for kind in kinds])
    rest = _shuffled(left.elements(), SearchRandom(1))
    deck: list[int] = []
    for seat, kinds in enumerate(named):
        room = _DEALT[seat] - len(kinds)
        deck += [*kinds, *rest[:room]]
        del rest[:room]
    deck += [*top, *rest]
    return _deal(deck, rules.Options(), dealer=0)


def _deal(kinds: Sequence[int], options: rules.Options, dealer: int) -> rules.State:
    used: Counter[int] = Counter()
    cards = []
    for kind in kinds:
        cards.append(kind * rules.COPIES + used[kind])
        used[kind] += 1
    return rules.deal(options, rules.open_match(options, _SEATS), {"dealer": [dealer], "deck": cards})[0]


def _shuffled(kinds: Iterable[int], rng: SearchRandom) -> list[int]:
    deck = list(kinds)
    for last in range(len(deck) - 1, 0, -1):
        other = rng.below(last + 1)
        deck[last], deck[other] = deck[other], deck[last]
    return deck


def twins(options: rules.Options, rng: SearchRandom) -> Iterator[Twins]:
    """Pairs without end, each with other claims in its two deals, for seats and spectators by turns."""
    audience = SPECTATORS
    while True:
        for moment in _moments(options, rng):
            found = _twin(moment, audience, rng)
            if found is not None:
                yield Twins(audience, moment, found)
                audience = audience + 1 if audience + 1 < _SEATS else SPECTATORS


def _moments(options: rules.Options, rng: SearchRandom) -> Iterator[Moment]:
    """The moments of a random hand at which a card is about to become live."""
    pack = [kind for kind in range(rules.KINDS) for _ in range(rules.COPIES)]
    state = _deal(_shuffled(pack, rng), options, dealer=rng.below(_SEATS))
    while rules.result(state) is None:
        if rules.pause(state) is not None:
            for seat, prompt in rules.prompts(state).items():
                rules.play(state, seat, _whim(state, seat, prompt.choices, rng))
            rules.advance(state)
            continue
        ((seat, prompt),) = rules.prompts(state).items()
        move = _whim(state, seat, prompt.choices, rng)
        moment = Moment(rules.copy_state(state), seat, move)
        rules.play(state, seat, move)
        if rules.pause(state) is not None:
            yield moment


def _whim(state: rules.State, seat: int, choices: rules.Choices, rng: SearchRandom) -> rules.Move:
    """By the policy, but wins are passed, so that hands come to their late claims."""
    move = policy(rules.view(state, seat), seat, choices)
    is_let_go = isinstance(move, rules.Win) or (not isinstance(choices, rules.DiscardChoices) and not rng.below(4))
    return rules.Pass() if is_let_go else move


def _twin(moment: Moment, audience: int, rng: SearchRandom) -> Moment | None:
    """The same moment with other hidden cards and other claims on the card, if a few guesses find one."""
    opened = moment.after()
    here = claims(moment, audience)
    for _ in range(_GUESSES):
        guess = _before(moment, rules.sample(rules.view(opened, audience), rng))
        other = Moment(guess, moment.seat, moment.move)
        try:
            is_other = claims(other, audience) != here
        except IllegalMove:
            continue
        if is_other:
            return other
    return None


def _before(moment: Moment, opened: rules.State) -> rules.State:
    """The state from which the moment's move leads to hidden cards as they are in `opened`."""
    state = rules.copy_state(moment.state)
    state.hands, state.opening = opened.hands[:], opened.opening
    if isinstance(moment.move, rules.Discard):
        give(state, moment.seat, moment.move.card)
        state.stock = opened.stock
    else:
        state.stock = vec[i64]([opened.live, *opened.stock])
    state.drawn = 0
    return state
