"""Reads a Tonk case: its position, its moves, and what it expects (section 5 of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from services.core import cards
from services.core.game import End
from services.tonk import rules
from services.tonk.game import TONK
from tests.conformance.adapters import tonk as adapter

__all__ = ["Said", "check", "match_of", "move_of", "options_of", "said", "starting_state"]

Data = Mapping[str, Any]

CANONICAL = [cards.parse(rank + suit) for suit in "CDHS" for rank in adapter.RANKS]

_ENUMS: Mapping[str, Callable[[str], Any]] = {
    "tonk_pay": rules.TonkPay,
    "caught_low_from": rules.CaughtLowFrom,
    "return_taken": rules.ReturnTaken,
    "hit_blocks_knock": rules.HitBlocksKnock,
    "bankroll_mode": rules.BankrollMode,
    "short_seat": rules.ShortSeat,
}


_PLAIN: Mapping[tuple[str, ...], rules.Move] = {
    ("Knock",): rules.Knock(),
    ("Decline",): rules.Decline(),
    ("Draw", "stock"): rules.Draw(rules.Source.STOCK),
    ("Draw", "discard"): rules.Draw(rules.Source.DISCARD),
}


def options_of(data: Data) -> rules.Options:
    """The case's options over the defaults."""
    given = {name: _ENUMS[name](value) if name in _ENUMS else value for name, value in data.get("opt", {}).items()}
    return rules.Options(**given)


def match_of(data: Data) -> rules.Match:
    """The match before the hand of a case."""
    options = options_of(data)
    seats = len(data["hands"]) if "hands" in data else data["seats"]
    match = rules.open_match(options, seats)
    return rules.Match(match.order, match.bankrolls, data.get("dealer", 0), 0, 0)


def starting_state(data: Data) -> rules.State:
    """The state of a case at PACK, DEAL, TURN_START or MELD."""
    if data["at"] == "PACK":
        return _dealt(data)
    state = _position(data)
    if data["at"] == "DEAL":
        rules.open_hand(state, None)
        return state
    state.turn = data.get("turn", 0)
    state.idle = data.get("idle", 0)
    if data["at"] == "MELD":
        state.phase = rules.Phase.MELD
        state.card = cards.parse(data["drawn"])
        state.source = rules.Source.DISCARD if "taken" in data else rules.Source.STOCK
        if "taken" in data:
            state.known[state.turn] = cards.one(state.card)
    # Nobody has had a turn in so short a position: what the rules derive from that must not hold here.
    state.turns = state.seats
    return state


def _dealt(data: Data) -> rules.State:
    first = [cards.parse(name) for name in data["pack"]]
    deck = [*first, *(card for card in CANONICAL if card not in first)]
    return rules.deal(options_of(data), match_of(data), {"deck": deck})[0]


def _position(data: Data) -> rules.State:
    hands = [_mask(hand) for hand in data["hands"]]
    state = rules.blank_state(options_of(data), len(hands))
    state.dealer = data.get("dealer", 0)
    state.hands = vec[i64](hands)
    state.bankrolls = match_of(data).bankrolls
    for spread in data.get("spreads", []):
        mask = _mask(spread["cards"])
        state.put[spread["owner"]] |= mask
        state.spreads = vec[i64]([*state.spreads, mask])
        state.owners = vec[i64]([*state.owners, spread["owner"]])
    stock = [cards.parse(name) for name in data.get("stock", [])]
    pile = [cards.parse(name) for name in data.get("discard", [])]
    placed = [card for hand in [*hands, *state.spreads] for card in cards.cards_of(hand)]
    rest = [card for card in CANONICAL if card not in {*placed, *stock, *pile}]
    if data.get("rest", "stock") == "stock":
        stock += rest
    else:
        pile += rest
    state.stock = vec[i64](stock)
    state.pile = vec[i64](pile[::-1])
    return state


def _mask(names: Sequence[str]) -> int:
    return cards.mask_of(cards.parse(name) for name in names)


@dataclass(frozen=True)
class Said:
    """A move as a case writes it: `seat Verb args`, `#x` a request, `v2` a version."""

    seat: int
    verb: str
    words: tuple[str, ...]
    request: str | None
    version: int | None


def said(text: str) -> Said:
    """Takes a case's move apart."""
    seat, verb, *rest = text.split()
    request = next((word for word in rest if word.startswith("#")), None)
    version = next((int(word[1:]) for word in rest if word[0] == "v" and word[1:].isdigit()), None)
    words = tuple(word for word in rest if word not in {request, f"v{version}"})
    return Said(int(seat), verb, words, request, version)


def move_of(move: Said) -> rules.Move | None:
    """The move, or None where a case writes something that is none."""
    named = tuple(cards.parse(word) for word in move.words)
    match move.verb, move.words:
        case "Spread", (_, *_):
            return rules.Spread(named)
        case "Hit", (_, number) if number.isdigit():
            return rules.Hit(named[0], int(number))
        case "Discard", (_,):
            return rules.Discard(named[0])
        case _:
            return _PLAIN.get((move.verb, *move.words))


def check(data: Data, expect: Data, state: rules.State) -> None:
    """Compares each field that a case names; events have a check of their own."""
    for name, wanted in expect.items():
        if name not in ("public", "private"):
            assert _FIELDS[name](data, state, wanted) == wanted, name


def _names(mask: int) -> list[str]:
    return [cards.name(card) for card in rules.in_order(mask)]


def _hand(_data: Data, state: rules.State, wanted: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """The hands asked for, in the case's own order where they hold the same cards."""
    return {
        seat: list(hand) if state.hands[seat] == _mask(hand) else _names(state.hands[seat])
        for seat, hand in wanted.items()
    }


def _result(state: rules.State) -> rules.HandResult:
    found = TONK.result(state)
    assert found is not None, "the hand is not over"
    return found


def _legal(state: rules.State) -> set[str]:
    return {_text(move) for prompt in TONK.prompts(state).values() for move in adapter.moves(prompt.choices)}


def _text(move: rules.Move) -> str:
    match move:
        case rules.Knock():
            return "Knock"
        case rules.Decline():
            return "Decline"
        case rules.Draw(source):
            return f"Draw {source.name.lower()}"
        case rules.Spread(named):
            return " ".join(["Spread", *map(cards.name, named)])
        case rules.Hit(card, number):
            return f"Hit {cards.name(card)} {number}"
        case rules.Discard(card):
            return f"Discard {cards.name(card)}"


def _legal_exactly(_data: Data, state: rules.State, wanted: Sequence[str]) -> list[str]:
    return list(wanted) if _legal(state) == set(wanted) else sorted(_legal(state))


def _legal_has(_data: Data, state: rules.State, wanted: Sequence[str]) -> list[str]:
    return [move for move in wanted if move in _legal(state)]


def _transfers(_data: Data, state: rules.State, _wanted: object) -> list[list[Any]]:
    paid = _result(state).settlement.transfers
    return [[each.payer, each.payee, each.amount, each.reason.value] for each in paid]


def _after(data: Data, state: rules.State) -> rules.Match:
    return rules.after_deal(state.options, match_of(data), _result(state))


def _is_over(data: Data, state: rules.State, _wanted: object) -> bool:
    return isinstance(rules.before_deal(state.options, _after(data, state)), End)


def _spreads(_data: Data, state: rules.State, _wanted: object) -> dict[int, list[str]]:
    return {number: _names(spread) for number, spread in enumerate(state.spreads, start=1)}


_FIELDS: Mapping[str, Callable[[Data, rules.State, Any], Any]] = {
    "hand": _hand,
    "end": lambda _, s, __: _result(s).ending.reason.value,
    "winners": lambda _, s, __: list(_result(s).ending.winners),
    "net": lambda _, s, __: list(_result(s).settlement.net),
    "transfers": _transfers,
    "counts": lambda _, s, __: list(_result(s).ending.counts),
    "phase": lambda _, s, __: rules.Phase(s.phase).name,
    "turn": lambda _, s, __: s.turn,
    "hand_n": lambda _, s, wanted: {seat: cards.count(s.hands[seat]) for seat in wanted},
    "spreads": _spreads,
    "owner": lambda _, s, __: dict(enumerate(s.owners, start=1)),
    "discard_top": lambda _, s, __: cards.name(s.pile[-1]),
    "discard_n": lambda _, s, __: len(s.pile),
    "stock_n": lambda _, s, __: TONK.view(s, -1).stock_count,
    "legal": _legal_exactly,
    "legal_has": _legal_has,
    "idle": lambda _, s, __: s.idle,
    "next_dealer": lambda d, s, __: _after(d, s).dealer,
    "match_over": _is_over,
}
