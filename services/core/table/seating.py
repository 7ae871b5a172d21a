"""Seats: taking, leaving, bots, being ready, coming back from the absent policy."""

from __future__ import annotations

from chieu.table.v1.table_pb2 import Bot, Player, Seat
from chieu.table.v1.update_pb2 import TableEvent
from identity import Identity
from services.core.refusal import Reason, Refused
from services.core.table import deals
from services.core.table.access import must_be_player, must_be_seated, must_own
from services.core.table.document import Controller, Phase, SeatDoc
from services.core.table.draft import Draft

__all__ = ["LEVELS", "come_back", "fill", "leave", "resume", "seat_message", "set_bot", "set_ready", "take"]

LEVELS = ("easy", "normal", "hard")
ENTROPY = 32


def seat_message(number: int, seat: SeatDoc, *, with_subject: bool = False) -> Seat:
    """A seat as others see it; subjects are for service callers only."""
    message = Seat(number=number, ready=seat.ready, away=seat.away)
    match seat.controller:
        case Controller.PLAYER:
            message.player.CopyFrom(Player(name=seat.name, subject=seat.subject if with_subject else ""))
        case Controller.BOT:
            message.bot.CopyFrom(Bot(level=seat.level))
        case Controller.NOBODY:
            pass
    return message


def take(draft: Draft, caller: Identity, wanted: int | None, entropy: bytes) -> int:
    """Seat a player: while gathering, and between two deals where a match takes newcomers.

    Whoever already sits gets his own seat.
    """
    must_be_player(caller)
    _check_entropy(entropy)
    document = draft.document
    held = document.seat_of(caller.subject)
    if held is not None:
        if wanted in (None, held):
            return held
        raise Refused(Reason.REASON_ALREADY_SEATED, f"you hold seat {held}")
    is_newcomer = document.phase == Phase.BETWEEN and draft.game.newcomer is not None
    if not is_newcomer:
        _must_gather(draft)
    if caller.seat is not None and wanted not in (None, caller.seat):
        raise Refused(Reason.REASON_FORBIDDEN, f"your token takes seat {caller.seat} only")
    find = _another_seat if is_newcomer else _free_seat
    number = find(draft, wanted if caller.seat is None else caller.seat)
    ready = not document.settings.ready_check
    draft.change_seat(
        number,
        controller=Controller.PLAYER,
        subject=caller.subject,
        name=caller.name or caller.subject,
        level="",
        ready=ready,
        away=False,
        misses=0,
        entropy=entropy,
    )
    _acted(draft)
    _tell_seat(draft, number)
    _start_if_ready(draft)
    return number


def _free_seat(draft: Draft, wanted: int | None) -> int:
    seats = draft.document.seats
    if wanted is None:
        for number, seat in enumerate(seats):
            if seat.controller == Controller.NOBODY:
                return number
        raise Refused(Reason.REASON_TABLE_FULL, "no seat is free")
    if not 0 <= wanted < len(seats):
        raise Refused(Reason.REASON_NOT_SEATED, f"seats are 0 to {len(seats) - 1}")
    if seats[wanted].controller != Controller.NOBODY:
        raise Refused(Reason.REASON_SEAT_TAKEN, f"seat {wanted} is taken")
    return wanted


def _another_seat(draft: Draft, wanted: int | None) -> int:
    """A further seat at a table whose match has begun; those that there are stay taken."""
    document = draft.document
    number = len(document.seats)
    if wanted not in (None, number):
        raise Refused(Reason.REASON_SEAT_TAKEN, f"the next seat is {number}")
    joined = draft.kind.with_newcomer(document, draft.match)
    if joined is None:
        raise Refused(Reason.REASON_TABLE_FULL, "nobody may sit down at this match any more")
    draft.match = joined
    newcomer = SeatDoc(first_deal=document.deal + 1)
    draft.change(match=draft.game.pack_match(joined), seats=(*document.seats, newcomer))
    return number


def leave(draft: Draft, caller: Identity) -> None:
    """While gathering the seat becomes free; later the absent policy plays it and it goes on scoring."""
    number = must_be_seated(draft.document, caller)
    phase = draft.document.phase
    if phase == Phase.GATHERING:
        draft.change_seat(
            number, controller=Controller.NOBODY, subject="", name="", ready=False, away=False, misses=0, entropy=b""
        )
        _tell_seat(draft, number)
    elif not draft.document.is_over:
        set_away(draft, number, away=True, reason="LEFT")
        if phase == Phase.BETWEEN:
            _start_if_ready(draft)
    _acted(draft)


def resume(draft: Draft, caller: Identity) -> None:
    """Hand a seat back to its player."""
    number = must_be_seated(draft.document, caller)
    if not draft.document.is_over:
        _hand_back(draft, number)
    _acted(draft)


def come_back(draft: Draft, number: int) -> None:
    """A player has answered, so the seat is his again."""
    draft.change_seat(number, misses=0)
    _hand_back(draft, number)


def _hand_back(draft: Draft, number: int) -> None:
    """The seat is its player's from now on.

    In a window that is told when it settles, whether he answered or said that he is here: else it would tell who was
    asked.
    """
    document = draft.document
    if document.seats[number].away and document.settles_ms and document.is_window:
        draft.change_seat(number, back=True)
    else:
        set_away(draft, number, away=False, reason="RETURNED")


def set_away(draft: Draft, number: int, *, away: bool, reason: str) -> None:
    """The absent policy takes a seat over, or gives it back."""
    seat = draft.document.seats[number]
    if seat.back:
        draft.change_seat(number, back=False)
    if seat.away == away:
        return
    draft.change_seat(number, away=away, misses=0)
    draft.tell(TableEvent(away_changed=TableEvent.AwayChanged(seat=number, away=away, reason=reason)))


def set_bot(draft: Draft, caller: Identity, number: int, level: str) -> None:
    """Put a bot on a free seat, or with no level take one off. While gathering only."""
    must_own(draft.document, caller)
    _must_gather(draft)
    seats = draft.document.seats
    if not 0 <= number < len(seats):
        raise Refused(Reason.REASON_NOT_SEATED, f"seats are 0 to {len(seats) - 1}")
    if seats[number].is_player:
        raise Refused(Reason.REASON_SEAT_TAKEN, f"a player holds seat {number}")
    _put_bot(draft, number, level)
    _acted(draft)
    _start_if_ready(draft)


def fill(draft: Draft, level: str) -> None:
    """Put a bot on every free seat."""
    for number, seat in enumerate(draft.document.seats):
        if seat.controller == Controller.NOBODY:
            _put_bot(draft, number, level)


def _put_bot(draft: Draft, number: int, level: str) -> None:
    if level and level not in LEVELS:
        raise Refused(Reason.REASON_BAD_OPTIONS, f"bot_level: one of {', '.join(LEVELS)}")
    controller = Controller.BOT if level else Controller.NOBODY
    draft.change_seat(
        number, controller=controller, level=level, subject="", name="", ready=bool(level), misses=0, entropy=b""
    )
    _tell_seat(draft, number)


def set_ready(draft: Draft, caller: Identity, ready: bool, entropy: bytes) -> None:  # noqa: FBT001 - the call's one field
    """A player is ready for the next deal, or takes it back."""
    _check_entropy(entropy)
    number = must_be_seated(draft.document, caller)
    if draft.document.phase not in (Phase.GATHERING, Phase.BETWEEN):
        raise Refused(Reason.REASON_WRONG_PHASE, "no deal is waiting for players")
    set_away(draft, number, away=False, reason="RETURNED")
    draft.change_seat(number, ready=ready, entropy=entropy or draft.document.seats[number].entropy)
    draft.tell(TableEvent(ready_changed=TableEvent.ReadyChanged(seat=number, ready=ready)))
    _acted(draft)
    _start_if_ready(draft)


def _start_if_ready(draft: Draft) -> None:
    seats = draft.document.seats
    taken = all(seat.controller != Controller.NOBODY for seat in seats)
    is_waiting = any(seat.is_player and not seat.away for seat in seats)
    if is_waiting and taken and all(seat.ready or seat.away for seat in seats):
        deals.begin(draft)


def _must_gather(draft: Draft) -> None:
    match draft.document.phase:
        case Phase.GATHERING:
            return
        case Phase.FINISHED:
            raise Refused(Reason.REASON_MATCH_OVER, "the match has ended")
        case Phase.CLOSED:
            raise Refused(Reason.REASON_TABLE_CLOSED, "the table is closed")
        case Phase.PLAYING | Phase.BETWEEN:
            raise Refused(Reason.REASON_WRONG_PHASE, "the match has begun")


def _check_entropy(entropy: bytes) -> None:
    if len(entropy) > ENTROPY:
        raise Refused(Reason.REASON_BAD_OPTIONS, f"entropy: at most {ENTROPY} bytes")


def _tell_seat(draft: Draft, number: int) -> None:
    seat = seat_message(number, draft.document.seats[number])
    draft.tell(TableEvent(seat_changed=TableEvent.SeatChanged(seat=seat)))


def _acted(draft: Draft) -> None:
    draft.change(active_ms=draft.now_ms)
