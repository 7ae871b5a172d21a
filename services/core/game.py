"""What a game is: a set of pure functions over small values.

Read this file and you know everything that core ever asks of a game. A game registers one `Game` value;
it subclasses nothing. None of its functions touches a clock, a socket, a random source or a log: chance
is handed in (`draws` says what is needed), time is core's, and the same arguments give the same result.

A deal goes like this:

    match = open_match(options, seats)
    while before_deal(options, match) is Ready:
        chance = what draws(options, match) asked for
        state, events = deal(options, match, chance)
        while not is_over(state):
            prompts(state)                  # who may answer what; or pause(state), never neither
            events = play(state, seat, move)  # or advance(state) when a pause has passed
        match = after_deal(options, match, result(state))

`play` and `advance` change the state they are given; core always works on a `copy`. What leaves the rules
leaves through `view` and `show` alone, and both deny by default.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

__all__ = [
    "SPECTATORS",
    "Absence",
    "AnyGame",
    "Audience",
    "Chance",
    "Draw",
    "End",
    "Game",
    "Hidden",
    "IllegalMove",
    "Pause",
    "Pick",
    "Prompt",
    "Ready",
    "RecordOpens",
    "Seat",
    "Shuffle",
    "Verdict",
]

Seat = int
"""A numbered place at a table, from 0."""

Audience = int
"""One seat by its number, or `SPECTATORS`."""

SPECTATORS: Final = -1
"""The audience that sees what all seats see in common."""


class IllegalMove(Exception):  # noqa: N818 - a refusal by the rules, not an error of ours
    """The rules refuse a move; `code` is the rulebook's first failing test and nothing has changed.

    The code must not depend on anything that the mover cannot see.
    """

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Hidden:
    """A card that this audience may count but not see."""


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Asks chance for a uniformly random permutation of `range(size)`."""

    label: str
    size: int


@dataclass(frozen=True, slots=True)
class Pick:
    """Asks chance for one uniformly random number of `range(size)`."""

    label: str
    size: int


Draw = Shuffle | Pick

Chance = Mapping[str, Sequence[int]]
"""What chance supplied, by label: a permutation for a `Shuffle`, one number in a sequence for a `Pick`."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The match goes on: another deal may begin."""


@dataclass(frozen=True, slots=True)
class End:
    """The match is over. `reason` is the game's word; `ranking` lists the seats, winner first."""

    reason: str
    ranking: tuple[Seat, ...]


Verdict = Ready | End


@dataclass(frozen=True, slots=True)
class Pause:
    """Time must pass before the deal goes on.

    `seconds` None is a claim window: it settles at its end if two or more players sit, and otherwise when
    every prompt is answered. Prompts may stay open beside a pause; `advance` settles what was not answered.
    """

    seconds: float | None = None


C = TypeVar("C")


@dataclass(frozen=True, slots=True)
class Prompt(Generic[C]):
    """A question to one seat.

    `choices` is the game's own type and says what may be answered: the legal moves, or their compact
    generator. Prompts of one seat with the same `turn` share a deadline; an unanswered prompt stays open
    as long as the seat is asked with the same `turn`, whatever other seats answer meanwhile.
    """

    turn: int
    choices: C


O = TypeVar("O")  # noqa: E741 - options; one letter a type, in the order of the docstring of Game
M = TypeVar("M")
S = TypeVar("S")
A = TypeVar("A")
E = TypeVar("E")
V = TypeVar("V")
R = TypeVar("R")


@dataclass(frozen=True, slots=True, kw_only=True)
class Absence:
    """What happens when a player does not answer; data, so that a table option may change it."""

    misses: int
    """Deadlines missed in a row after which the absent policy plays the seat."""


class RecordOpens(enum.Enum):
    """When a finished deal's record, its seed included, may be read."""

    AFTER_DEAL = "deal"
    AFTER_MATCH = "match"


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[O, M, S, A, E, V, C, R]):
    """One game: options O, match M, state S, move (answer) A, event E, view V, choices C, result R."""

    name: str
    """ASCII and lower case; also the prefix of table ids and the name of the proto package."""
    rules_version: int
    """Grows when old records would replay differently. Pinned per table, stored in state and record."""
    seats: tuple[int, ...]
    """How many seats a table of this game may have."""
    absence: Absence
    record_opens: RecordOpens = RecordOpens.AFTER_DEAL

    turn_seconds: Callable[[O], float]
    """Time to answer the prompts of one turn; 0: no limit."""

    open_match: Callable[[O, int], M]
    """The match before its first deal, for that many seats."""
    before_deal: Callable[[O, M], Verdict]
    """Whether another deal begins, or the match is over and who won."""
    draws: Callable[[O, M], Sequence[Draw]]
    """What chance must supply for the next deal."""
    deal: Callable[[O, M, Chance], tuple[S, list[E]]]
    """The state after dealing and the events of the deal."""
    after_deal: Callable[[O, M, R], M]
    """The match with a finished deal added."""
    scores: Callable[[M], tuple[int, ...]]
    """Running score of each seat."""
    deals_done: Callable[[M], int]
    """How many deals the match has seen to their end."""
    newcomer: Callable[[O, M], M] | None = None
    """Between two deals: the match with one more seat, numbered after all others, or the same match if nobody may sit
    down any more. None: a match keeps its seats."""

    prompts: Callable[[S], Mapping[Seat, Prompt[C]]]
    """The open questions. Empty only while `pause` is not None or the deal is over."""
    pause: Callable[[S], Pause | None]
    """What must pass before `advance`, or None."""
    advance: Callable[[S], list[E]]
    """Settles what a pause was waiting for."""
    play: Callable[[S, Seat, A], list[E]]
    """Plays a whole move; raises IllegalMove and changes nothing if the rules refuse it."""
    default_move: Callable[[S, Seat], A]
    """What a time-out plays for a seat that has an open prompt."""
    result: Callable[[S], R | None]
    """The deal's result, or None while it is running."""

    view: Callable[[S, Audience], V]
    """All that an audience may look up. Default-deny."""
    recall: Callable[[S, Audience], V] | None = None
    """The view of a bot, where a rulebook lets players remember what they may not look up: `view` with what earlier
    updates to that audience contained, and nothing more. Clients are never sent it. None: `view` has it all."""
    show: Callable[[E, Audience], E | None]
    """The event as an audience sees it, or None. Default-deny; the only way an event leaves the rules."""
    policy: Callable[[V, Seat, C], A]
    """A cheap legal answer from what `bot_view` gives: the absent policy and the last fallback for bots."""

    copy: Callable[[S], S]
    pack: Callable[[S], bytes]
    unpack: Callable[[O, bytes], S]
    pack_match: Callable[[M], bytes]
    unpack_match: Callable[[O, bytes], M]

    sample: Callable[[V, Any], S]
    """A state consistent with a view, every hidden card at random (`chance.SearchRandom`). For search."""
    steps: Callable[[S], int]
    """Mask of the legal steps: one card, or a closing act. A step is legal only if its move can be completed."""
    step: Callable[[S, int], None]
    """Makes one step (a bit number of `steps`). Half-made moves exist only inside the search."""

    def bot_view(self, state: S, audience: Audience) -> V:
        """What a worker, the policy and a search are given to look at."""
        return (self.recall or self.view)(state, audience)


AnyGame = Game[Any, Any, Any, Any, Any, Any, Any, Any]
