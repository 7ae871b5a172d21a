"""What time does to a table: deadlines, pauses, the next deal, bots that do not answer, tables left alone.

Everything is computed from the document, so that any replica can say when a table has to be looked at again and
find there what is due. Whoever wakes a table re-checks; waking it twice is harmless.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from chieu.table.v1.refusal_pb2 import AnsweredBy
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


def _paced(document: Document, timing: Timing, prompt: OpenPrompt) -> int:
    """When a bot or the absent policy may answer: after the table's pace, but well before the deadline."""
    pace = timing.scaled(document.settings.pace_ms) if document.players else 0
    return prompt.opened_ms + (min(pace, _allowed(prompt) // 2) if prompt.deadline_ms else pace)


def _allowed(prompt: OpenPrompt) -> int:
    """What was left of the turn when the prompt opened; of a turn without a deadline, nothing can be."""
    return max(prompt.deadline_ms - prompt.opened_ms, 0)


def _give_up(timing: Timing, prompt: OpenPrompt, first_ms: int) -> int:
    """When the policy answers: after two questions, but a window must not close on a bot that nobody answered for."""
    asked = first_ms + 2 * timing.scaled(timing.ask_ms)
    if not prompt.deadline_ms:
        return asked
    return min(asked, prompt.deadline_ms - min(timing.scaled(timing.margin_ms), _allowed(prompt) // 4))


def asks(document: Document, timing: Timing) -> Iterator[Ask]:
    """Open questions to bots."""
    for number, seat in enumerate(document.seats):
        if seat.controller == Controller.BOT and seat.prompt is not None:
            first = _paced(document, timing, seat.prompt)
            give_up = _give_up(timing, seat.prompt, first)
            yield Ask(number, seat.level, seat.prompt, first, first + (give_up - first) // 2, give_up)


def _away_at(document: Document, timing: Timing) -> Iterator[tuple[int, int]]:
    """Seats that the absent policy has to answer for, and when."""
    for number, seat in enumerate(document.seats):
        if seat.is_player and seat.away and not seat.back and seat.prompt is not None:
            yield number, _paced(document, timing, seat.prompt)


def _late_at(document: Document) -> Iterator[tuple[int, int]]:
    """Seats whose player has a deadline, and when."""
    for number, seat in enumerate(document.seats):
        if seat.is_player and seat.prompt is not None and seat.prompt.deadline_ms:
            yield number, seat.prompt.deadline_ms


def _settles_at(document: Document) -> int | None:
    """When the running pause is over, or None while it waits for answers."""
    if not document.settles_ms:
        return None
    waits = document.is_window and document.players <= 1 and any(seat.prompt is not None for seat in document.seats)
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


def _seen_at(document: Document, timing: Timing) -> int:
    """When a table that a player has open notes that he is still there: well before it would count as left alone."""
    return document.active_ms + timing.scaled(timing.abandon_ms) // 2


def next_wake(document: Document, timing: Timing, after_ms: int, *, present: bool = False) -> int | None:
    """Server time of the next thing that must happen here by itself, or None.

    A bot's second question before `after_ms` has been asked; everything else counts also if it is overdue. The
    first question is no business of the store: it follows its commit, and if that fails the second one comes. With
    `present` a player has the table open, which is noted now and then instead of its being left alone.
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
        times.append(_seen_at(document, timing) if present else left)
    return min(times, default=None)


def wake(draft: Draft) -> None:
    """Do the first thing that is due, if anything is: one thing, one commit.

    What a bot or the absent policy has to say is said before a window closes, and the window closes before the clock
    answers for players: what they did not claim is not theirs, and no miss.
    """
    if draft.document.is_over:
        return
    for does_it in (_close_if_left, _answer_unattended, _settle, _begin_next, _answer_late, _note_presence):
        if does_it(draft):
            return


def _close_if_left(draft: Draft) -> bool:
    is_left = not draft.present and is_abandoned(draft.document, draft.kind.timing, draft.now_ms)
    if is_left:
        close(draft, "ABANDONED")
    return is_left


def _settle(draft: Draft) -> bool:
    settles = _settles_at(draft.document)
    if settles is None or settles > draft.now_ms:
        return False
    draft.advance()
    for number, seat in enumerate(draft.document.seats):
        if seat.back:
            seating.set_away(draft, number, away=False, reason="RETURNED")
    deals.finish_if_over(draft)
    return True


def _begin_next(draft: Draft) -> bool:
    is_due = draft.document.phase == Phase.BETWEEN and draft.document.next_deal_ms <= draft.now_ms
    if is_due:
        deals.begin(draft)
    return is_due


def _note_presence(draft: Draft) -> bool:
    document, timing = draft.document, draft.kind.timing
    is_due = (
        draft.present and _abandoned_at(document, timing) is not None and _seen_at(document, timing) <= draft.now_ms
    )
    if is_due:
        draft.change(active_ms=draft.now_ms)
    return is_due


def _answer_unattended(draft: Draft) -> bool:
    """Answer for the first seat without a person, if its time has come."""
    document, timing, now = draft.document, draft.kind.timing, draft.now_ms
    for number, at in _away_at(document, timing):
        if at <= now:
            _play_policy(draft, number, By.ANSWERED_BY_ABSENT)
            return True
    for ask in asks(document, timing):
        if ask.give_up_ms <= now:
            _play_policy(draft, ask.seat, By.ANSWERED_BY_BOT)
            draft.policy_moves += 1
            return True
    return False


def _answer_late(draft: Draft) -> bool:
    """Answer for the first player whose time is up."""
    for number, at in _late_at(draft.document):
        if at <= draft.now_ms:
            _time_out(draft, number)
            return True
    return False


def _play_policy(draft: Draft, number: int, by: AnsweredBy.ValueType) -> None:
    """Answer as the game's policy does, from what the seat sees and nothing else.

    A table must not hang on a policy that fails or cheats: the rulebook's default move stands in, and is counted.
    """
    game = draft.game
    try:
        choices = game.prompts(draft.state)[number].choices
        move = game.policy(game.bot_view(draft.state, number), number, choices)
        game.play(game.copy(draft.state), number, move)
    except Exception:  # noqa: BLE001 - whatever is wrong with it
        draft.policy_faults += 1
        move = game.default_move(draft.state, number)
    answers.answer_for(draft, number, move, by)


def _time_out(draft: Draft, number: int) -> None:
    seat = draft.document.seats[number]
    assert seat.prompt is not None
    missed = seat.prompt.deadline_ms
    misses = seat.misses + (missed != seat.missed_ms)
    draft.tell(TableEvent(turn_timed_out=TableEvent.TurnTimedOut(seat=number)))
    answers.answer_for(draft, number, draft.game.default_move(draft.state, number), By.ANSWERED_BY_CLOCK)
    draft.change_seat(number, misses=misses, missed_ms=missed)
    if misses >= draft.game.absence.misses:
        seating.set_away(draft, number, away=True, reason="MISSED_DEADLINES")


def close(draft: Draft, reason: str) -> None:
    """End a table without a result."""
    for number in range(len(draft.document.seats)):
        draft.change_seat(number, prompt=None)
    draft.change(phase=Phase.CLOSED, end_reason=reason, settles_ms=0, next_deal_ms=0, seed=b"")
    draft.tell(TableEvent(table_closed=TableEvent.TableClosed(reason=reason)))
