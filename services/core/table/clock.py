"""What time does to a table: deadlines, pauses, the next deal, bots that do not answer, tables left alone.

Everything is computed from the document, so that any replica can say when a table has to be looked at again and
find there what is due. Whoever wakes a table re-checks; waking it twice is harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chieu.table.v1.update_pb2 import TableEvent
from services.core.refusal import By
from services.core.table import answers, deals, seating
from services.core.table.document import Controller, Document, OpenPrompt, Phase
from services.core.table.draft import Draft
from services.core.table.timing import Timing

__all__ = ["Ask", "asks", "close", "is_abandoned", "next_wake", "wake"]


@dataclass(frozen=True, slots=True)
class Ask:
    """A question that a bot's worker is to be asked, and when: first, again, and when the policy answers instead."""

    seat: int
    level: str
    prompt: OpenPrompt
    first_ms: int
    again_ms: int
    give_up_ms: int


def _pace(document: Document, timing: Timing) -> int:
    return timing.scaled(document.settings.pace_ms) if document.players else 0


def asks(document: Document, timing: Timing) -> Iterator[Ask]:
    """Open questions to bots."""
    pace, ask = _pace(document, timing), timing.scaled(timing.ask_ms)
    for number, seat in enumerate(document.seats):
        if seat.controller == Controller.BOT and seat.prompt is not None:
            first = seat.prompt.opened_ms + pace
            yield Ask(number, seat.level, seat.prompt, first, first + ask, first + 2 * ask)


def _away_at(document: Document, timing: Timing) -> Iterator[tuple[int, int]]:
    """Seats that the absent policy has to answer for, and when."""
    for number, seat in enumerate(document.seats):
        if seat.is_player and seat.away and seat.prompt is not None:
            yield number, seat.prompt.opened_ms + _pace(document, timing)


def _late_at(document: Document) -> Iterator[tuple[int, int]]:
    """Seats whose player has a deadline, and when."""
    for number, seat in enumerate(document.seats):
        if seat.is_player and seat.prompt is not None and seat.prompt.deadline_ms:
            yield number, seat.prompt.deadline_ms


def _settles_at(document: Document) -> int | None:
    """When the running pause is over, or None while it waits for answers."""
    if not document.settles_ms:
        return None
    waits = document.players <= 1 and any(seat.prompt is not None for seat in document.seats)
    return None if waits else document.settles_ms


def is_abandoned(document: Document, timing: Timing, now_ms: int) -> bool:
    """Whether no player has done anything for so long that the table closes, if none has it open."""
    at = _abandoned_at(document, timing)
    return at is not None and at <= now_ms


def _abandoned_at(document: Document, timing: Timing) -> int | None:
    if document.is_over:
        return None
    if document.players == 0 and document.phase != Phase.GATHERING:
        return None
    return document.active_ms + timing.scaled(timing.abandon_ms)


def next_wake(document: Document, timing: Timing, after_ms: int, *, present: bool = False) -> int | None:
    """Server time of the next thing that must happen here by itself, or None.

    A bot's second question before `after_ms` has been asked; everything else counts also if it is overdue. The
    first question is no business of the store: it follows its commit, and if that fails the second one comes. With
    `present` a player has the table open, and being left alone is counted from `after_ms`.
    """
    if document.is_over:
        return None
    times = [at for _, at in _away_at(document, timing)]
    times += [at for _, at in _late_at(document)]
    for ask in asks(document, timing):
        times.append(ask.again_ms if ask.again_ms > after_ms else ask.give_up_ms)
    if document.phase == Phase.BETWEEN:
        times.append(document.next_deal_ms)
    settles = _settles_at(document)
    if settles is not None:
        times.append(settles)
    left = _abandoned_at(document, timing)
    if left is not None:
        times.append(max(left, after_ms + timing.scaled(timing.abandon_ms)) if present else left)
    return min(times, default=None)


def wake(draft: Draft) -> None:
    """Do the first thing that is due, if anything is: one thing, one commit."""
    document, timing, now = draft.document, draft.kind.timing, draft.now_ms
    if document.is_over:
        return
    if is_abandoned(document, timing, now) and not draft.present:
        close(draft, "ABANDONED")
        return
    settles = _settles_at(document)
    if settles is not None and settles <= now:
        draft.advance()
        deals.finish_if_over(draft)
    elif document.phase == Phase.BETWEEN and document.next_deal_ms <= now:
        deals.begin(draft)
    elif document.phase == Phase.PLAYING:
        _answer_first_due(draft)


def _answer_first_due(draft: Draft) -> None:
    document, timing, now = draft.document, draft.kind.timing, draft.now_ms
    for number, at in _away_at(document, timing):
        if at <= now:
            answers.answer_for(draft, number, _policy(draft, number), By.ANSWERED_BY_ABSENT)
            return
    for ask in asks(document, timing):
        if ask.give_up_ms <= now:
            answers.answer_for(draft, ask.seat, _policy(draft, ask.seat), By.ANSWERED_BY_BOT)
            draft.policy_moves += 1
            return
    for number, at in _late_at(document):
        if at <= now:
            _time_out(draft, number)
            return


def _policy(draft: Draft, number: int) -> object:
    """What the game's policy answers, from what the seat sees and nothing else."""
    game = draft.game
    choices = game.prompts(draft.state)[number].choices
    return game.policy(game.bot_view(draft.state, number), number, choices)


def _time_out(draft: Draft, number: int) -> None:
    misses = draft.document.seats[number].misses
    prompt = draft.document.seats[number].prompt
    assert prompt is not None
    # A turn of several moves has one deadline: what is asked after it has passed is no further miss.
    if prompt.opened_ms < prompt.deadline_ms:
        draft.tell(TableEvent(turn_timed_out=TableEvent.TurnTimedOut(seat=number)))
        misses += 1
    answers.answer_for(draft, number, draft.game.default_move(draft.state, number), By.ANSWERED_BY_CLOCK)
    draft.change_seat(number, misses=misses)
    if misses >= draft.game.absence.misses:
        seating.set_away(draft, number, away=True, reason="MISSED_DEADLINES")


def close(draft: Draft, reason: str) -> None:
    """End a table without a result."""
    for number in range(len(draft.document.seats)):
        draft.change_seat(number, prompt=None)
    draft.change(phase=Phase.CLOSED, end_reason=reason, settles_ms=0, next_deal_ms=0, seed=b"")
    draft.tell(TableEvent(table_closed=TableEvent.TableClosed(reason=reason)))
