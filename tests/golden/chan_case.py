"""Reads a Chắn case: hands, melds, what a seat is barred from, and the shorthand of flows (section 6 of the rulebook)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from librt.vecs import append, vec
from mypy_extensions import i64

from services.chan import rules
from services.chan.game import CHAN
from services.chan.rules.state import (
    DISCARD,
    FROM_DISCARD,
    HEAVEN,
    MELD_CA,
    MELD_CHAN,
    MELD_CHIU,
    NOBODY,
    TAKE,
    add_meld,
    door_entry,
    give,
    meld_entry,
)

__all__ = [
    "asked_to_discard",
    "asked_to_take",
    "capture_options",
    "codes",
    "flow_start",
    "lay_live",
    "mask",
    "move_named",
    "names",
    "play_flow",
    "position",
    "shorthand",
]

Data = Mapping[str, Any]


def codes(text: str) -> list[int]:
    """The kinds of `2v*2 7s`, each as often as it is there."""
    found: list[int] = []
    for part in text.split():
        code, _, times = part.partition("*")
        found += [rules.parse(code)] * int(times or 1)
    assert rules.UNKNOWN not in found
    return found


def mask(text: str) -> int:
    """The same as a set."""
    return sum(1 << kind for kind in set(codes(text)))


def names(kinds: Iterable[int]) -> str:
    """Kinds as the rulebook lists them."""
    return " ".join(rules.name(kind) for kind in kinds)


def options_of(data: Data) -> rules.Options:
    """The preset of a case."""
    return rules.Options(house=rules.House(data.get("house", "seed")))


def position(data: Data, seat: int = 0, options: rules.Options | None = None) -> rules.State:
    """One seat's hand, melds and bars; the other hands are empty."""
    state = rules.State(options or options_of(data))
    for kind in codes(data["hand"]):
        give(state, seat, kind)
    for meld in data.get("melds", []):
        add_meld(state, _meld(meld, seat))
    state.discarded[seat] = mask(data.get("discarded", ""))
    state.shed[seat] = mask(data.get("shed", ""))
    state.locked[seat] = mask(data.get("declined", ""))
    state.opening = _planes(data.get("opening", {}), seat)
    return state


def _meld(text: str, seat: int) -> int:
    form, _, cards = text.partition(":")
    taken, _, given = cards.partition("+")
    forms = {"chan": MELD_CHAN, "ca": MELD_CA, "chiu": MELD_CHIU}
    return int(meld_entry(forms[form], seat, rules.parse(taken), rules.parse(given or taken), seat, FROM_DISCARD))


def _planes(opening: Mapping[str, int], seat: int) -> Any:
    dealt = rules.State(rules.Options())
    for code, copies in opening.items():
        for _ in range(copies):
            give(dealt, seat, rules.parse(code))
    return dealt.hands


def lay_live(state: rules.State, kind: int, door: int, origin: int = FROM_DISCARD) -> None:
    """The live card lies in a door."""
    state.live, state.door, state.origin, state.publisher = kind, door, origin, door
    state.doors = append(state.doors, door_entry(kind, door, door, origin))


def asked_to_take(data: Data) -> rules.State:
    """Seat 0 considers the discard of seat 3."""
    state = position(data)
    lay_live(state, rules.parse(data["card"]), 3)
    state.stage, state.seat, state.entitled = TAKE, 0, 0
    return state


def asked_to_discard(data: Data) -> rules.State:
    """Seat 0 owes a discard."""
    state = position(data)
    state.stage, state.seat = DISCARD, 0
    return state


def capture_options(choices: rules.Choices) -> list[str]:
    """What may be taken, in the rulebook's words and order."""
    assert isinstance(choices, rules.TakeChoices)
    found = [word for word in ("win", "chiu", "chan") if getattr(choices, word)]
    return found if choices.partner is None else [*found, f"ca:{rules.name(choices.partner)}"]


def move_named(text: str) -> rules.Move:
    """A move in the rulebook's words; a bare code is a discard."""
    plain: dict[str, rules.Move] = {
        "win": rules.Win(),
        "chiu": rules.Chiu(),
        "chan": rules.Chan(),
        "pass": rules.Pass(),
    }
    if text in plain:
        return plain[text]
    word, _, code = text.rpartition(":")
    return rules.Ca(rules.parse(code)) if word else rules.Discard(rules.parse(code))


def flow_start(data: Data) -> tuple[rules.State, list[rules.Event]]:
    """The position in which a flow begins."""
    state = rules.State(options_of(data))
    for seat, hand in enumerate(data["hands"]):
        for kind in codes(hand):
            give(state, seat, kind)
    for seat, kinds in data.get("discarded", {}).items():
        state.discarded[seat] = mask(kinds)
    state.opening = state.hands[:]
    state.stock = vec[i64](codes(data["stock"]))
    state.dealer = data["start"]["seat"]
    log: list[rules.Event] = []
    if data["start"]["stage"] == "START":
        rules.open_hand(state, log)
    else:
        state.stage, state.seat = DISCARD, state.dealer
    return state, log


class _Script:
    """The questions of a flow, one by one, with what is to be answered."""

    def __init__(self, rows: Sequence[Sequence[Any]]) -> None:
        self._rows = list(rows)

    def ask(self, stage: str, seat: int, options: Sequence[str]) -> str:
        wanted_stage, wanted_seat, wanted_options, choice = self._rows.pop(0)
        assert (stage, seat, " ".join(options)) == (wanted_stage, wanted_seat, wanted_options)
        assert choice in options
        return str(choice)

    def is_done(self) -> bool:
        return not self._rows


def play_flow(data: Data) -> Iterator[tuple[rules.State, list[rules.Event]]]:
    """Plays a flow to its end; yields each state with what has happened since the one before."""
    state, log = flow_start(data)
    script = _Script(data["script"])
    yield state, log
    while CHAN.result(state) is None:
        if CHAN.pause(state) is not None:
            for seat, move in _claims(state, script):
                CHAN.play(state, seat, move)
            yield state, CHAN.advance(state)
        else:
            ((seat, prompt),) = CHAN.prompts(state).items()
            yield state, CHAN.play(state, seat, _answer(state, seat, prompt.choices, script))
    assert script.is_done(), "the hand ended before the script did"


def _answer(state: rules.State, seat: int, choices: rules.Choices, script: _Script) -> rules.Move:
    if isinstance(choices, rules.DiscardChoices):
        return move_named(script.ask("DISCARD", seat, [rules.name(kind) for kind in choices.cards]))
    if isinstance(choices, rules.HeavenChoices):
        assert state.stage == HEAVEN
        return move_named(script.ask("HEAVEN", seat, ["win", "pass"]))
    found = capture_options(choices)
    return move_named(script.ask("TAKE", seat, [*found, "pass"])) if found else rules.Pass()


def _claims(state: rules.State, script: _Script) -> Iterator[tuple[int, rules.Move]]:
    """The rulebook's questions one after the other (CHAN-21), put together into one answer a seat."""
    asked = {seat: prompt.choices for seat, prompt in CHAN.prompts(state).items()}
    claims = {seat: choices for seat, choices in asked.items() if isinstance(choices, rules.ClaimChoices)}
    assert len(claims) == len(asked)
    answers: dict[int, rules.Move] = {}
    is_revealed = state.origin == rules.Origin.STOCK
    for seat, choices in claims.items():
        if is_revealed and choices.win:
            answers[seat] = move_named(script.ask("WIN", seat, ["win", "pass"]))
            if answers[seat] == rules.Win():
                yield from answers.items()
                return
    for seat, choices in claims.items():
        words = [word for word in ("win", "chiu") if getattr(choices, word) and not (is_revealed and word == "win")]
        if words:
            answers[seat] = move_named(script.ask("CHIU", seat, [*words, "pass"]))
    yield from answers.items()


def shorthand(event: rules.Event) -> str | None:
    """An event as the rulebook's flows write it, or None for those that they leave out."""
    name = rules.name
    match event:
        case rules.Discarded(seat, card, door, reason):
            letter = "R" if reason == rules.DiscardReason.RETURN else "D"
            return f"{letter} {seat} {name(card)}@{door}"
        case rules.StockRevealed(seat, card, _):
            return f"S {seat} {name(card)}"
        case rules.Passed(seat, card, _, _):
            return f"P {seat} {name(card)}"
        case rules.Captured(seat, card, door, given, _):
            return f"C {seat} {name(card)}+{name(given)}@{door}"
        case rules.Chiued(seat, card, door, back):
            return f"X {seat} {name(card)}@{door} {'in' if back == NOBODY else 'out'}"
        case rules.DeadHand(seat):
            return f"DEAD {seat}"
        case rules.HandEnded(result):
            return _end(result)
        case _:
            return None


def _end(result: rules.HandResult) -> str:
    if result.winner == NOBODY:
        return "DRAW"
    where = "-" if result.card == NOBODY else f"{rules.name(result.card)}@{result.door}"
    return f"W {result.winner} {where} {result.points}"
