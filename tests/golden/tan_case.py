"""Reads a Tấn case: its position, its moves, and what it expects afterwards (section 6.0 of the rulebook)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from services.core import cards
from services.core.game import SPECTATORS
from services.tan import rules
from services.tan.game import TAN
from services.tan.rules.state import ATTACK, DEFEND, entry, next_active
from services.tan.rules.tribute import open_set
from tests.conformance.adapters import tan as adapter

__all__ = [
    "Position",
    "check_events",
    "check_state",
    "check_view",
    "deal_case",
    "move_of",
    "position",
]

Data = Mapping[str, Any]

CANONICAL = [rank * 4 + suit for suit in range(4) for rank in range(13)]


@dataclass
class Position:
    """A state in play and the events so far."""

    state: rules.State
    events: list[rules.Event] = field(default_factory=list)


def options_of(data: Data) -> rules.Options:
    """The case's options over the defaults."""
    given = dict(data.get("options", {}))
    if "finish_rule" in given:
        given["finish_rule"] = rules.FinishRule(given["finish_rule"])
    return rules.Options(**given)


def position(data: Data) -> Position:
    """The position of a case's `state`."""
    options = options_of(data)
    seats = len(data["hands"])
    state = rules.blank_state(options, seats)
    state.royal = "CDHS".index(data["royal"])
    state.quiet = data.get("quiet", 0)
    state.version = data.get("version", 0)
    for seat, hand in data["hands"].items():
        state.hands[seat] = _mask(hand)
    for seat, known in data.get("known", {}).items():
        state.known[seat] = _mask(known)
    _set_ranks(state, data)
    _set_table(state, data)
    _set_stock_and_discard(state, data)
    found = Position(state)
    if data["phase"] == "dealt":
        _open(found, data["prev_ranks"])
    else:
        _set_roles(state, data)
    return found


def _mask(names: Iterable[str]) -> int:
    return cards.mask_of(cards.parse(name) for name in names)


def _set_ranks(state: rules.State, data: Data) -> None:
    for kind in ("out", "busted"):
        for seat, rank in data.get(kind, {}).items():
            state.ranks[seat] = rank
            state.active &= ~(1 << seat)
            if kind == "busted":
                state.busted |= 1 << seat


def _set_table(state: rules.State, data: Data) -> None:
    """Every covered pair is a wave of its own; the unanswered cards are the last wave."""
    laid = []
    for attack_name, defence_name in data.get("table", []):
        attack = cards.parse(attack_name)
        if not state.pending:
            state.wave_no += 1
        packed = entry(attack, data["right"], state.wave_no)
        state.on_table |= 1 << attack
        if defence_name is None:
            state.pending |= 1 << attack
        else:
            defence = cards.parse(defence_name)
            state.on_table |= 1 << defence
            packed |= (defence + 1) << 6
        laid.append(packed)
    state.table = vec[i64](laid)


def _set_stock_and_discard(state: rules.State, data: Data) -> None:
    placed = state.on_table
    for hand in state.hands:
        placed |= hand
    stock = data.get("stock", [])
    if stock == "rest":
        jokers = [cards.X1, cards.X2] if state.options.jokers else []
        order = [card for card in CANONICAL + jokers if not placed >> card & 1]
    else:
        order = [cards.parse(name) for name in stock]
    state.stock = vec[i64](order)
    state.discard = cards.pack_mask(state.options.jokers) & ~placed & ~cards.mask_of(order)


def _set_roles(state: rules.State, data: Data) -> None:
    state.round_no = 1
    state.main = data["main"]
    state.defender = next_active(state, state.main)
    order = [state.main]
    for step in range(1, state.seats):
        seat = (state.defender + step) % state.seats
        if seat != state.main and state.active >> seat & 1:
            order.append(seat)
    state.order = vec[i64](order)
    state.right = order.index(data["right"])
    state.phase = {"attack": ATTACK, "defend": DEFEND}[data["phase"]]
    state.turn = data["right"] if data["phase"] == "attack" else state.defender


def _open(found: Position, prev_ranks: Mapping[int, int]) -> None:
    seat_of = {rank: seat for seat, rank in prev_ranks.items()}
    found.state.leader = seat_of[1]
    open_set(found.state, seat_of[1], seat_of[len(prev_ranks)], found.events)


def deal_case(data: Data) -> Position:
    """The dealt set of a case's `deal`, which names a deck in canonical order."""
    assert data["deck"] == "canonical"
    match = rules.open_match(rules.MOBILE, data["players"])
    chance = {"deck": CANONICAL, "royal": (0,), "leader": (data["leader"],)}
    state, events = rules.deal(rules.MOBILE, match, chance)
    return Position(state, events)


def move_of(data: Data, state: rules.State) -> tuple[int, rules.Move]:
    """A case's move: who makes it and what; the clock's is the rulebook's default move."""
    if data.get("timeout"):
        return state.turn, rules.default_move(state, state.turn)
    return data["seat"], _named_move(data)


def _named_move(data: Data) -> rules.Move:
    if "attack" in data:
        return rules.Attack(tuple(cards.parse(name) for name in data["attack"]))
    if "defend" in data:
        pairs = data["defend"].items()
        return rules.Defend(tuple((cards.parse(a), cards.parse(d)) for a, d in pairs))
    if "return" in data:
        return rules.ReturnTribute(cards.parse(data["return"]))
    return rules.Take() if data.get("take") else rules.Stop()


def check_state(expect: Data, state: rules.State) -> None:
    """Compares each field that the case names; events and match fields have checks of their own."""
    for name, wanted in expect.items():
        if name not in ("events", "no_events"):
            assert _FIELDS[name](state, wanted) == wanted, name


def _names(mask: int) -> list[str]:
    return [cards.name(card) for card in cards.cards_of(mask)]


def _hands(state: rules.State, wanted: Mapping[int, Sequence[str]]) -> dict[int, list[str]]:
    """The hands asked for, in the case's own order where they hold the same cards."""
    return {s: _ordered(state.hands[s], hand) for s, hand in wanted.items()}


def _ordered(mask: int, wanted: Sequence[str]) -> list[str]:
    assert len(set(wanted)) == len(wanted)
    return list(wanted) if mask == _mask(wanted) else _names(mask)


def _table(state: rules.State, _: object) -> list[list[str | None]]:
    pairs = [pair for wave in TAN.view(state, SPECTATORS).table for pair in wave.pairs]
    return [[cards.name(p.attack), None if p.defence is None else cards.name(p.defence)] for p in pairs]


def _next_leader(state: rules.State, _: object) -> int:
    match = rules.open_match(state.options, int(state.seats))
    return rules.next_leader(rules.after_deal(state.options, match, _result(state)))


def _result(state: rules.State) -> rules.SetResult:
    found = rules.result(state)
    assert found is not None, "the set is not over"
    return found


def _by_seat(values: Iterable[int]) -> dict[int, int]:
    return dict(enumerate(values))


_FIELDS: dict[str, Callable[[rules.State, Any], Any]] = {
    "hands": _hands,
    "table": _table,
    "next_leader": _next_leader,
    "phase": lambda s, _: rules.Phase(s.phase).name.lower(),
    "turn": lambda s, _: s.turn,
    "main": lambda s, _: s.main,
    "defender": lambda s, _: s.defender,
    "order": lambda s, _: list(s.order),
    "quiet": lambda s, _: s.quiet,
    "version": lambda s, _: s.version,
    "royal": lambda s, _: "CDHS"[s.royal],
    "stock_count": lambda s, _: TAN.view(s, SPECTATORS).stock_count,
    "stock_top": lambda s, _: cards.name(s.stock[s.drawn]),
    "discard_count": lambda s, _: cards.count(s.discard),
    "aside_count": lambda s, _: sum(cards.count(aside) for aside in s.aside),
    "counts": lambda s, _: {k: cards.count(hand) for k, hand in enumerate(s.hands)},
    "ranks": lambda s, _: {k: rank for k, rank in enumerate(s.ranks) if rank},
    "points": lambda s, _: _by_seat(_result(s).points),
    "reason": lambda s, _: _result(s).reason.value,
}


def check_events(expect: Data, names: Sequence[str]) -> None:
    """The expected events occurred in this order, the forbidden ones did not."""
    at = iter(names)
    missing = [wanted for wanted in expect.get("events", []) if wanted not in at]
    assert not missing, f"{missing} not in this order in {names}"
    assert not set(expect.get("no_events", [])) & set(names)


def check_view(data: Data, state: rules.State) -> None:
    """What one audience sees, and what it must not."""
    audience = SPECTATORS if data["seat"] == "spectator" else data["seat"]
    shown = TAN.view(state, audience)
    seen = {cards.name(card) for card in adapter.cards_in(shown)}
    assert not seen & set(data.get("lacks", [])), "the view shows a card that it must not"
    for seat, known in data.get("known", {}).items():
        assert sorted(map(cards.name, shown.seats[seat].known)) == sorted(known), seat
    for seat, count in data.get("counts", {}).items():
        assert shown.seats[seat].hand_count == count
    if "hand" in data:
        assert [cards.name(card) for card in shown.hand] == data["hand"]
    assert set(data.get("gone_has", [])) <= {cards.name(card) for card in shown.gone}
    assert shown.stock_count == data.get("stock_count", shown.stock_count)
    assert shown.can_stop == data.get("can_stop", shown.can_stop)
