"""What the game-blind tests must be told about Tonk.

`judge` and `legal_moves` are a second reading of sections 3.2 and 3.3 of the rulebook, on names and sets
instead of masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations

from services.core import cards
from services.core.game import Hidden
from services.tonk import rules
from services.tonk.rules import stepping
from tests.conformance.adapters.tonk_folder import TonkFolder

__all__ = [
    "cards_in",
    "folder",
    "is_spread",
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

folder = TonkFolder

Below = Callable[[int], int]

RANKS = "A23456789TJQK"

_ACTS: Mapping[int, rules.Move] = {
    stepping.KNOCK: rules.Knock(),
    stepping.DRAW_STOCK: rules.Draw(rules.Source.STOCK),
    stepping.DRAW_DISCARD: rules.Draw(rules.Source.DISCARD),
    stepping.DECLINE: rules.Decline(),
}


def pack(_options: rules.Options) -> list[int]:
    """Every card of the pack."""
    return list(range(52))


def locate(state: rules.State) -> dict[str, list[int]]:
    """Every card by the place where it lies; a card in two places shows up twice."""
    places: dict[str, list[int]] = {
        "stock": list(state.stock)[state.drawn :],
        "discard": list(state.pile),
    }
    for number, spread in enumerate(state.spreads, start=1):
        places[f"spread {number}"] = list(cards.cards_of(spread))
    for seat in range(state.seats):
        places[f"hand {seat}"] = list(cards.cards_of(state.hands[seat]))
    return places


def cards_in(view: rules.View) -> set[int]:
    """Every card that a view names anywhere."""
    found = {*view.hand, *(laid.card for spread in view.spreads for laid in spread.cards)}
    found |= {card for card in (view.top, view.drawn) if card is not None}
    if view.memory is not None:
        found |= {*view.memory.pile, *(card for known in view.memory.known for card in known)}
    if view.result is not None:
        found |= {card for hand in view.result.ending.hands if not isinstance(hand, Hidden) for card in hand}
    return found


def may_name(state: rules.State, audience: int) -> set[int]:
    """Own cards, the spreads, the top discard, the card just taken from the pile; at the end the shown hands (4.1)."""
    places = locate(state)
    found = {card for place, lying in places.items() if place.startswith("spread") for card in lying}
    found |= set(list(state.pile)[-1:])
    if audience >= 0:
        found |= set(places[f"hand {audience}"])
    if state.source == rules.Source.DISCARD:
        found.add(int(state.card))
    if audience >= 0 and audience in (state.turn, state.closer) and state.source:
        found.add(int(state.card))
    if state.phase == rules.Phase.HAND_OVER:
        is_initial = not state.turns and not state.version
        for seat in range(state.seats):
            held = places[f"hand {seat}"]
            if not is_initial or sum(map(_points, held)) >= 49:
                found |= set(held)
    return found


def may_remember(state: rules.State, seat: int) -> set[int]:
    """All that was ever face up: the discards and the cards that were taken from the pile."""
    found = may_name(state, seat) | set(state.pile)
    for known in state.known:
        found |= set(cards.cards_of(known))
    return found


def _points(card: int) -> int:
    return min(RANKS.index(cards.name(card)[0]) + 1, 10)


def moves_made(state: rules.State) -> int:
    """The version counts them."""
    return int(state.version)


def moves(choices: rules.Choices) -> Iterator[rules.Move]:
    """Every legal move."""
    match choices:
        case rules.TurnChoices(may_knock, may_draw_stock, may_draw_discard, may_decline):
            if may_knock:
                yield rules.Knock()
            if may_draw_stock:
                yield rules.Draw(rules.Source.STOCK)
            if may_draw_discard:
                yield rules.Draw(rules.Source.DISCARD)
            if may_decline:
                yield rules.Decline()
        case rules.MeldChoices(spreads, hits, discards, _):
            for group in spreads:
                yield rules.Spread(tuple(sorted(group)))
            for card, spread in hits:
                yield rules.Hit(card, spread)
            for card in discards:
                yield rules.Discard(card)


def move_of_steps(state: rules.State, steps: Sequence[int]) -> rules.Move:
    """The move that these steps make up."""
    first = steps[0]
    if state.phase == rules.Phase.TURN_START:
        return _ACTS[first]
    if len(steps) == 1:
        return rules.Discard(first)
    if first == stepping.SPREAD:
        return rules.Spread(tuple(steps[1:-1]))
    opened = {stepping.HIT_BOOK: "book", stepping.HIT_LOW: "low", stepping.HIT_HIGH: "high"}[first]
    for number, names in _table(state).items():
        if opened in _ways(names, cards.name(steps[1])):
            return rules.Hit(steps[1], number)
    raise AssertionError("steps that make no hit")


def proposals(state: rules.State, below: Below) -> Iterator[tuple[int, rules.Move]]:
    """Every kind of move from every seat, with cards from the own hand and from elsewhere."""
    for seat in range(-1, state.seats + 1):
        yield seat, rules.Knock()
        yield seat, rules.Decline()
        yield seat, rules.Draw(rules.Source.STOCK)
        yield seat, rules.Draw(rules.Source.DISCARD)
    turn = int(state.turn)
    if turn < 0:
        return
    hand = list(cards.cards_of(state.hands[turn]))
    for _ in range(12):
        seat = turn if below(8) else below(int(state.seats))
        yield seat, rules.Discard(_any_card(hand, below))
        yield seat, rules.Hit(_any_card(hand, below), below(len(state.spreads) + 2))
        yield seat, rules.Spread(tuple(_any_card(hand, below) for _ in range(1 + below(4))))
    for size in (3, 4):
        for group in combinations(hand, size):
            yield turn, rules.Spread(group)
    for card in hand:
        for number in range(1, len(state.spreads) + 1):
            yield turn, rules.Hit(card, number)


def _any_card(hand: Sequence[int], below: Below) -> int:
    return below(60) - 3 if not hand or not below(6) else hand[below(len(hand))]


def judge(state: rules.State, seat: int, move: rules.Move) -> str | None:
    """The first error of section 3.3, from HAND_OVER on, versions aside."""
    if seat not in list(state.order):
        return "NOT_IN_MATCH"
    if state.phase == rules.Phase.HAND_OVER:
        return "HAND_OVER"
    if seat != state.turn:
        return "NOT_YOUR_TURN"
    has_drawn = state.phase == rules.Phase.MELD
    if isinstance(move, rules.Knock | rules.Decline | rules.Draw):
        return "ALREADY_DREW" if has_drawn else _judge_start(state, move)
    return _judge_meld(state, move) if has_drawn else "MUST_DRAW_FIRST"


def _judge_meld(state: rules.State, move: rules.Spread | rules.Hit | rules.Discard) -> str | None:
    match move:
        case rules.Spread(named):
            return _judge_names(state, named) or _judge_spread(named)
        case rules.Hit(card, number):
            return _judge_hit(state, card, number)
        case rules.Discard(card):
            return _judge_names(state, [card]) or _judge_discard(state, card)


def _judge_start(state: rules.State, move: rules.Knock | rules.Decline | rules.Draw) -> str | None:
    places = locate(state)
    match move:
        case rules.Knock():
            return "KNOCK_BLOCKED" if state.blocks[state.turn] > 0 else None
        case rules.Decline():
            return "STOCK_NOT_EMPTY" if places["stock"] else None
        case rules.Draw(rules.Source.STOCK):
            return None if places["stock"] else "STOCK_EMPTY"
        case _:
            return None if places["discard"] else "DISCARD_EMPTY"


def _judge_names(state: rules.State, named: Sequence[int]) -> str | None:
    if not set(named) <= set(range(52)):
        return "BAD_CARD"
    if len(set(named)) < len(named):
        return "DUPLICATE_CARD"
    hand = locate(state)[f"hand {state.turn}"]
    return None if set(named) <= set(hand) else "CARD_NOT_IN_HAND"


def _judge_spread(named: Sequence[int]) -> str | None:
    return None if is_spread([cards.name(card) for card in named]) else "NOT_A_SPREAD"


def _judge_hit(state: rules.State, card: int, number: int) -> str | None:
    code = _judge_names(state, [card])
    if code == "BAD_CARD":
        return code
    table = _table(state)
    if number not in table:
        return "NO_SUCH_SPREAD"
    if code is not None:
        return code
    return None if _ways(table[number], cards.name(card)) else "HIT_DOES_NOT_FIT"


def _judge_discard(state: rules.State, card: int) -> str | None:
    hand = [cards.name(held) for held in locate(state)[f"hand {state.turn}"]]
    if state.options.forced_spread:
        groups = [group for size in range(3, len(hand) + 1) for group in combinations(hand, size)]
        if any(is_spread(group) and {name[0] for name in group} != {"A"} for group in groups):
            return "MUST_SPREAD"
    taken = state.source == rules.Source.DISCARD and state.card == card
    forbidden = state.options.return_taken == rules.ReturnTaken.FORBID
    return "RETURNED_DISCARD" if taken and forbidden and len(hand) > 1 else None


def _table(state: rules.State) -> dict[int, list[str]]:
    return {
        int(place.split()[1]): [cards.name(card) for card in lying]
        for place, lying in locate(state).items()
        if place.startswith("spread")
    }


def is_spread(names: Sequence[str]) -> bool:
    """A book or a run, by its cards' names."""
    if len(names) < 3:
        return False
    if len({name[0] for name in names}) == 1:
        return True
    ranks = sorted(RANKS.index(name[0]) for name in names)
    return len({name[1] for name in names}) == 1 and ranks == list(range(ranks[0], ranks[0] + len(names)))


def _ways(spread: Sequence[str], name: str) -> set[str]:
    """How a card fits a spread: to complete a book, below or above a run."""
    if not is_spread([*spread, name]):
        return set()
    if len({card[0] for card in spread}) == 1:
        return {"book"}
    lowest = min(RANKS.index(card[0]) for card in spread)
    return {"low"} if RANKS.index(name[0]) < lowest else {"high"}


def settles_chance(event: rules.Event, audience: int) -> bool:
    """A draw of the own seat from the stock, and what the end of a hand shows."""
    if isinstance(event, rules.Drawn):
        return event.source == rules.Source.STOCK and event.seat == audience
    return isinstance(event, rules.HandEnded | rules.Settled)
