"""A table driven without input or output: every commit is made and sealed as a home would, and looked at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from chieu.table.v1.table_service_pb2 import CreateTableRequest
from services.core.chance import SearchRandom
from services.core.refusal import By, Refused
from services.core.table import answers, calls, clock, deals
from services.core.table.document import Controller, Document, Phase
from services.core.table.draft import Draft, Kind
from services.core.table.timing import Timing
from services.core.table.updates import Sealed, seal
from tests.core.stage import EPOCH_MS, SECRET, player
from tests.leak.games import LeakTable

__all__ = ["At", "Machine"]

BOT_SEAT = 0
"""A bot holds seat 0 if there is one."""


@dataclass(frozen=True)
class At:
    """A table at one moment."""

    document: Document
    state: Any
    now_ms: int
    step: int


@dataclass
class Machine:
    """Plays a match of one game by the policy, the clock and whim."""

    table: LeakTable
    with_bot: bool = False
    kind: Kind = field(init=False)

    def __post_init__(self) -> None:
        self.kind = Kind(self.table.game, self.table.codec, Timing())

    def draft(self, at: At) -> Draft:
        """A draft of the next commit; its random bytes are the same whatever is hidden."""
        return Draft(self.kind, at.document, at.state, at.now_ms, lambda size: bytes([1 + at.step % 255]) * size)

    def sealed(self, at: At, draft: Draft) -> Sealed:
        """The commit."""
        return seal(draft, (at.document, at.state), 1 + at.step, "machine")

    def begin(self) -> At:
        """A table whose first deal runs."""
        call = CreateTableRequest(request_id="leak", game=self.table.game.name)
        call.settings.seats = self.table.seats
        call.options.Pack(self.table.codec.encode_options(self.table.options))
        owner = player("p0")
        name = calls.table_id(self.table.game.name, SECRET, owner, call.request_id)
        blank = At(calls.blank(self.kind, name, owner, call, EPOCH_MS), None, EPOCH_MS, 0)
        draft = self.draft(blank)
        deals.draw_seed(draft)
        for seat in range(self.table.seats):
            draft.change_seat(
                seat, controller=Controller.PLAYER, subject=f"p{seat}", name=f"P{seat}", entropy=b"%d" % seat
            )
        if self.with_bot:
            draft.change_seat(BOT_SEAT, controller=Controller.BOT, level="normal", subject="", name="")
        deals.begin(draft)
        return self.after(blank, self.sealed(blank, draft))

    @staticmethod
    def after(at: At, sealed: Sealed, passed_ms: int = 100) -> At:
        """The moment after a commit."""
        return At(sealed.document, sealed.state, at.now_ms + passed_ms, at.step + 1)

    def answered(self, at: At, seat: int, move: Any, prompt_id: bytes | None = None) -> tuple[int, Sealed] | Refused:
        """What becomes of a seat's answer; without a prompt id it names the open one."""
        draft = self.draft(at)
        holder = at.document.seats[seat]
        opened = holder.prompt
        named = prompt_id if prompt_id is not None else (opened.prompt_id if opened is not None else b"none")
        data = self.table.codec.encode_move(move).SerializeToString(deterministic=True)
        try:
            if holder.is_player:
                reply = answers.answer(draft, player(holder.subject), named, data, None)
            else:
                answers.answer_for(draft, seat, move, By.ANSWERED_BY_BOT)
                reply = 0
        except Refused as refused:
            return refused
        return reply, self.sealed(at, draft)

    def asked(self, at: At) -> list[int]:
        """Seats that have an open prompt."""
        return [seat for seat, one in enumerate(at.document.seats) if one.prompt is not None]

    def move(self, at: At, seat: int, whim: int = 0) -> Any:
        """What the seat answers: by the policy, or what the clock would."""
        game = self.table.game
        if whim % 3 == 1:
            return game.default_move(at.state, seat)
        choices = game.prompts(at.state)[seat].choices
        return game.policy(game.bot_view(at.state, seat), seat, choices)

    def step(self, at: At, rng: SearchRandom) -> tuple[At, Sealed] | None:
        """One more commit: somebody answers, or time passes. None: the match is over."""
        if at.document.is_over:
            return None
        asked = self.asked(at)
        if asked and rng.below(8):
            seat = asked[rng.below(len(asked))]
            found = self.answered(at, seat, self.move(at, seat, rng.below(6)))
            assert not isinstance(found, Refused), found
            return self.after(at, found[1]), found[1]
        due = clock.next_wake(at.document, self.kind.timing, at.now_ms, present=True)
        assert due is not None
        later = At(at.document, at.state, max(due, at.now_ms), at.step)
        draft = self.draft(later)
        draft.present = True
        clock.wake(draft)
        if not draft.is_changed:  # only a bot was to be asked again
            return At(at.document, at.state, later.now_ms + 3_000, at.step + 1), self.sealed(later, draft)
        sealed = self.sealed(later, draft)
        return self.after(later, sealed), sealed

    @staticmethod
    def is_playing(at: At) -> bool:
        """Whether a deal runs."""
        return at.document.phase == Phase.PLAYING
