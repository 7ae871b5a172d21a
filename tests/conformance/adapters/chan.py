"""What the game-blind tests must be told about Chắn.

`judge` is a second reading of CHAN-42 on lists of codes; it shares no code with the rules. Copies of a kind cannot be
told apart, so a card here is its kind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from services.chan import rules
from services.chan.rules.state import kinds_of
from tests.conformance.adapters.chan_folder import ChanFolder
from tests.conformance.adapters.chan_reading import Reading

__all__ = [
    "cards_in",
    "folder",
    "judge",
    "locate",
    "may_name",
    "may_remember",
    "move_of_steps",
    "moves",
    "moves_made",
    "pack",
    "proposals",
    "settles_chance",
]

folder = ChanFolder

Below = Callable[[int], int]

_ANSWERS: dict[int, rules.Move] = {
    rules.PASS: rules.Pass(),
    rules.CHAN: rules.Chan(),
    rules.CHIU: rules.Chiu(),
    rules.WIN: rules.Win(),
}


def pack(options: rules.Options) -> list[int]:
    """Every card of the pack, four of each kind."""
    del options
    return [kind for kind in range(25) for _ in range(4)]


def locate(state: rules.State) -> dict[str, list[int]]:
    """Every card by the place where it lies."""
    places = {
        "stock": [int(kind) for kind in state.stock][state.drawn :],
        "doors": [int(entry & 31) for entry in state.doors],
        "melds": [],
    }
    for entry in state.melds:
        given = 3 if entry & 3 == rules.MeldForm.CHIU else 1
        places["melds"] += [int(entry >> 4 & 31)] + [int(entry >> 9 & 31)] * given
    for seat in range(4):
        places[f"hand {seat}"] = list(kinds_of(state.hands, seat))
    return places


def cards_in(view: rules.View) -> set[int]:
    """Every kind that a view names."""
    found = {*view.hand, *view.locked, *view.waits}
    found |= {card.card for card in view.doors}
    found |= {kind for meld in view.melds for kind in (meld.taken, meld.given)}
    found |= {kind for seat in view.seats for kind in (*seat.discarded, *seat.shed)}
    if view.live is not None:
        found.add(view.live.card)
    if view.result is not None:
        result = view.result
        found |= {kind for group in (*result.hands, *result.openings, result.stock) for kind in group}
    return found


def may_name(state: rules.State, audience: int) -> set[int]:
    """Own cards, doors, melds and the own waiting set (5.1); what was passed or captured lies in a door or a meld."""
    if state.stage == rules.Stage.OVER:
        return set(range(25))
    places = locate(state)
    found = {*places["doors"], *places["melds"]}
    if audience >= 0:
        reading = Reading(state)
        found |= set(places[f"hand {audience}"])
        found |= {kind for kind in range(25) if kind not in found and reading.wins(audience, rules.name(kind))}
    return found


may_remember = may_name


def moves_made(state: rules.State) -> int:
    """The version counts them."""
    return int(state.version)


def moves(choices: rules.Choices) -> Iterator[rules.Move]:
    """Every legal move."""
    match choices:
        case rules.DiscardChoices(cards):
            for card in cards:
                yield rules.Discard(card)
            return
        case rules.HeavenChoices():
            yield rules.Win()
        case rules.ClaimChoices(win, chiu):
            yield from _allowed(win=win, chiu=chiu)
        case rules.TakeChoices(win, chiu, chan, partner):
            yield from _allowed(win=win, chiu=chiu)
            if chan:
                yield rules.Chan()
            if partner is not None:
                yield rules.Ca(partner)
    yield rules.Pass()


def _allowed(*, win: bool, chiu: bool) -> Iterator[rules.Move]:
    if win:
        yield rules.Win()
    if chiu:
        yield rules.Chiu()


def move_of_steps(state: rules.State, steps: Sequence[int]) -> rules.Move:
    """Every move is one step; a Cạ has only one partner."""
    (bit,) = steps
    if bit < rules.PASS:
        return rules.Discard(bit)
    if bit != rules.CA:
        return _ANSWERS[bit]
    rank = state.live // 3
    hand = Counter(locate(state)[f"hand {state.seat}"])
    (partner,) = [kind for kind, copies in hand.items() if kind // 3 == rank and copies % 2]
    return rules.Ca(partner)


def proposals(state: rules.State, below: Below) -> Iterator[tuple[int, rules.Move]]:
    """Every kind of move from every seat, with cards from the own hand and from elsewhere."""
    places = locate(state)
    for seat in range(-1, 5):
        yield from ((seat, move) for move in _ANSWERS.values())
        hand = places.get(f"hand {seat}", [])
        for _ in range(4):
            yield seat, rules.Discard(_any_card(hand, below))
            yield seat, rules.Ca(_any_card(hand, below))
    if state.live >= 0 and state.seat >= 0:
        for kind in range(25):
            if kind // 3 == state.live // 3:
                yield int(state.seat), rules.Ca(kind)


def _any_card(hand: Sequence[int], below: Below) -> int:
    return below(30) - 3 if not hand or not below(6) else hand[below(len(hand))]


def judge(state: rules.State, seat: int, move: rules.Move) -> str | None:
    """The first failing test of CHAN-42, outdated questions aside."""
    return Reading(state).judge(seat, move)


def settles_chance(event: rules.Event, audience: int) -> bool:
    """What the stock reveals, and what the end of a hand shows."""
    del audience
    return isinstance(event, rules.StockRevealed | rules.HandEnded)
