"""The rules of the toy game."""

from __future__ import annotations

import dataclasses
import enum
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from services.core.chance import SearchRandom
from services.core.game import (
    SPECTATORS,
    Absence,
    Chance,
    Draw,
    End,
    Game,
    Hidden,
    IllegalMove,
    Pause,
    Pick,
    Prompt,
    Ready,
    Shuffle,
    Verdict,
)

__all__ = [
    "SHOW_SECONDS",
    "TOY",
    "Choices",
    "Do",
    "Event",
    "Match",
    "Move",
    "Options",
    "Phase",
    "Result",
    "State",
    "View",
]

SHOW_SECONDS: Final = 1.5


class Do(enum.StrEnum):
    """What may be answered."""

    PICK = "pick"
    LAY = "lay"
    CLAIM = "claim"
    PASS = "pass"
    KEEP = "keep"
    DROP = "drop"


class Phase(enum.IntEnum):
    """What the deal waits for."""

    PICK = 0
    LAY = 1
    WINDOW = 2
    SHOW = 3
    OVER = 4


@dataclasses.dataclass(frozen=True)
class Options:
    cards: int = 2
    deals: int = 2
    turn_seconds: int = 10


@dataclasses.dataclass(frozen=True)
class Match:
    seats: int
    totals: tuple[int, ...]
    done: int = 0


@dataclasses.dataclass(frozen=True)
class Move:
    do: Do
    card: int = -1


@dataclasses.dataclass(frozen=True)
class Choices:
    do: tuple[Do, ...]
    cards: tuple[int, ...] = ()


@dataclasses.dataclass(frozen=True)
class Event:
    """What happened. `to` is the only seat that may know of it, or None: everybody."""

    name: str
    seat: int
    card: int | Hidden | None = None
    to: int | None = None


@dataclasses.dataclass(frozen=True)
class Result:
    points: tuple[int, ...]


@dataclasses.dataclass(frozen=True)
class View:
    audience: int
    phase: Phase
    turn_no: int
    turn: int
    laid: int
    winner: int
    gone: tuple[int, ...]
    counts: tuple[int, ...]
    points: tuple[int, ...]
    hand: tuple[int, ...]
    picked: int
    claimed: bool | None


@dataclasses.dataclass
class State:
    options: Options
    hands: list[list[int]]
    points: list[int]
    phase: int = Phase.PICK
    turn_no: int = 0
    turn: int = 0
    picked: int = -1
    laid: int = -1
    winner: int = -1
    gone: list[int] = dataclasses.field(default_factory=list)
    claims: dict[int, bool] = dataclasses.field(default_factory=dict)

    def may_claim(self) -> Iterator[int]:
        """Seats with a card that goes with the one on the table."""
        for seat, hand in enumerate(self.hands):
            if seat != self.turn and any(card % 2 == self.laid % 2 for card in hand):
                yield seat


def _deck(seats: int) -> int:
    return 6 * seats


def open_match(_: Options, seats: int) -> Match:
    return Match(seats, (0,) * seats)


def before_deal(options: Options, match: Match) -> Verdict:
    if match.done < options.deals:
        return Ready()
    return End("deals_played", tuple(sorted(range(match.seats), key=lambda seat: (-match.totals[seat], seat))))


def draws(_: Options, match: Match) -> Sequence[Draw]:
    return [Shuffle("deck", _deck(match.seats)), Pick("first", match.seats)]


def deal(options: Options, match: Match, chance: Chance) -> tuple[State, list[Event]]:
    cards = options.cards
    hands = [sorted(chance["deck"][cards * seat : cards * (seat + 1)]) for seat in range(match.seats)]
    state = State(options, hands, [0] * match.seats, turn=chance["first"][0])
    dealt = [Event("dealt", seat, card, to=seat) for seat, hand in enumerate(hands) for card in hand]
    return state, [*dealt, Event("turn", state.turn)]


def after_deal(_: Options, match: Match, result: Result) -> Match:
    totals = tuple(a + b for a, b in zip(match.totals, result.points, strict=True))
    return Match(match.seats, totals, match.done + 1)


def prompts(state: State) -> Mapping[int, Prompt[Choices]]:
    match state.phase:
        case Phase.PICK:
            return {state.turn: Prompt(4 * state.turn_no, Choices((Do.PICK,), tuple(state.hands[state.turn])))}
        case Phase.LAY:
            return {state.turn: Prompt(4 * state.turn_no, Choices((Do.LAY,), tuple(state.hands[state.turn])))}
        case Phase.WINDOW:
            asked = [seat for seat in state.may_claim() if seat not in state.claims]
            return {seat: Prompt(4 * state.turn_no + 1, Choices((Do.CLAIM, Do.PASS))) for seat in asked}
        case Phase.SHOW if state.winner >= 0 and state.winner not in state.claims:
            return {state.winner: Prompt(4 * state.turn_no + 2, Choices((Do.KEEP, Do.DROP)))}
        case _:
            return {}


def pause(state: State) -> Pause | None:
    match state.phase:
        case Phase.WINDOW:
            return Pause(None)
        case Phase.SHOW:
            return Pause(SHOW_SECONDS)
        case _:
            return None


def play(state: State, seat: int, move: Move) -> list[Event]:
    asked = prompts(state).get(seat)
    if state.phase == Phase.OVER:
        raise IllegalMove("OVER")
    if asked is None:
        raise IllegalMove("NOT_ASKED")
    if move.do not in asked.choices.do:
        raise IllegalMove("WRONG_KIND")
    if asked.choices.cards and move.card not in asked.choices.cards:
        raise IllegalMove("NOT_YOURS")
    match move.do:
        case Do.PICK:
            state.picked, state.phase = move.card, Phase.LAY
            return [Event("picked", seat, move.card, to=seat)]
        case Do.LAY:
            state.hands[seat].remove(move.card)
            state.laid, state.picked, state.phase = move.card, -1, Phase.WINDOW
            return [Event("laid", seat, move.card)]
        case Do.CLAIM | Do.PASS:
            state.claims[seat] = move.do is Do.CLAIM
            return [Event(move.do, seat, to=seat)]
        case Do.KEEP | Do.DROP:
            state.claims[seat] = move.do is Do.KEEP
            return [Event(move.do, seat)]


def advance(state: State) -> list[Event]:
    if state.phase == Phase.WINDOW:
        order = [(state.turn + step) % len(state.hands) for step in range(1, len(state.hands))]
        state.winner = next((seat for seat in order if state.claims.get(seat)), -1)
        state.claims, state.phase = {}, Phase.SHOW
        return [Event("settled", state.winner, state.laid)]
    taker = state.turn if state.winner < 0 or not state.claims.get(state.winner, True) else state.winner
    state.points[taker] += 1
    state.gone.append(state.laid)
    state.laid, state.winner, state.claims = -1, -1, {}
    state.turn_no += 1
    if not any(state.hands):
        state.phase = Phase.OVER
        return [Event("over", taker)]
    state.turn, state.phase = (state.turn + 1) % len(state.hands), Phase.PICK
    return [Event("scored", taker), Event("turn", state.turn)]


def default_move(state: State, seat: int) -> Move:
    match state.phase:
        case Phase.PICK:
            return Move(Do.PICK, state.hands[seat][0])
        case Phase.LAY:
            return Move(Do.LAY, state.picked)
        case Phase.WINDOW:
            return Move(Do.PASS)
        case _:
            return Move(Do.KEEP)


def result(state: State) -> Result | None:
    return Result(tuple(state.points)) if state.phase == Phase.OVER else None


def view(state: State, audience: int) -> View:
    is_seat = audience != SPECTATORS
    is_own_turn = audience == state.turn
    return View(
        audience=audience,
        phase=Phase(state.phase) if is_own_turn or state.phase != Phase.LAY else Phase.PICK,
        turn_no=state.turn_no,
        turn=state.turn,
        laid=state.laid,
        winner=state.winner,
        gone=tuple(state.gone),
        counts=tuple(map(len, state.hands)),
        points=tuple(state.points),
        hand=tuple(state.hands[audience]) if is_seat else (),
        picked=state.picked if is_own_turn else -1,
        claimed=state.claims.get(state.winner if state.phase == Phase.SHOW else audience),
    )


def show(event: Event, audience: int) -> Event | None:
    if event.to is None or event.to == audience:
        return event
    return Event("dealt", event.seat, Hidden()) if event.name == "dealt" else None


def policy(seen: View, _: int, choices: Choices) -> Move:
    if Do.LAY in choices.do:
        return Move(Do.LAY, seen.picked)
    return Move(choices.do[0], choices.cards[-1] if choices.cards else -1)


def copy(state: State) -> State:
    hands = [list(hand) for hand in state.hands]
    return dataclasses.replace(
        state, hands=hands, points=list(state.points), gone=list(state.gone), claims=dict(state.claims)
    )


def pack(state: State) -> bytes:
    fields = dataclasses.asdict(state)
    del fields["options"]
    return json.dumps(fields).encode()


def unpack(options: Options, packed: bytes) -> State:
    fields = json.loads(packed)
    claims = {int(seat): claimed for seat, claimed in fields.pop("claims").items()}
    return State(options, claims=claims, **fields)


def pack_match(match: Match) -> bytes:
    return json.dumps([match.seats, match.totals, match.done]).encode()


def unpack_match(_: Options, packed: bytes) -> Match:
    seats, totals, done = json.loads(packed)
    return Match(seats, tuple(totals), done)


def sample(seen: View, rng: SearchRandom) -> State:
    """Somebody else's cards, pick and answers at random, as far as the view leaves them open."""
    while True:
        state = _guess(seen, rng)
        if seen.winner < 0 or seen.phase != Phase.SHOW or seen.winner in state.may_claim():
            return state


def _guess(seen: View, rng: SearchRandom) -> State:
    placed = {*seen.gone, *seen.hand, seen.laid}
    rest = [card for card in range(_deck(len(seen.counts))) if card not in placed]
    hands = []
    for seat, count in enumerate(seen.counts):
        own = seat == seen.audience
        hands.append(list(seen.hand) if own else sorted(rest.pop(rng.below(len(rest))) for _ in range(count)))
    state = State(Options(), hands, list(seen.points), seen.phase, seen.turn_no, seen.turn, seen.picked, seen.laid)
    state.winner, state.gone = seen.winner, list(seen.gone)
    if seen.phase == Phase.PICK and seen.audience != seen.turn and rng.below(2):
        state.phase, state.picked = Phase.LAY, hands[seen.turn][0]
    if seen.phase == Phase.WINDOW:
        state.claims = {seat: bool(rng.below(2)) for seat in state.may_claim() if rng.below(2)}
        state.claims.pop(seen.audience, None)
    if seen.claimed is not None:
        state.claims[seen.winner if seen.phase == Phase.SHOW else seen.audience] = seen.claimed
    return state


def _no_search(*_: Any) -> Any:
    raise NotImplementedError("nobody searches the toy game")


TOY: Final[Game[Options, Match, State, Move, Event, View, Choices, Result]] = Game(
    name="toy",
    rules_version=1,
    seats=(2, 3, 4),
    absence=Absence(misses=2),
    turn_seconds=lambda options: options.turn_seconds,
    open_match=open_match,
    before_deal=before_deal,
    draws=draws,
    deal=deal,
    after_deal=after_deal,
    scores=lambda match: match.totals,
    deals_done=lambda match: match.done,
    prompts=prompts,
    pause=pause,
    advance=advance,
    play=play,
    default_move=default_move,
    result=result,
    view=view,
    show=show,
    policy=policy,
    copy=copy,
    pack=pack,
    unpack=unpack,
    pack_match=pack_match,
    unpack_match=unpack_match,
    sample=sample,
    steps=_no_search,
    step=_no_search,
)
