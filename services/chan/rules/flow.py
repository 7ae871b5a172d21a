"""How a hand moves: one function for each arrow of the rulebook's state machine (2.3).

For the editor: a card is published in one place (`publish`), where the turn counter moves and the window opens; the
window is left in one place (`settle_claims`). Nothing here checks a move.
"""

from __future__ import annotations

from librt.vecs import append
from mypy_extensions import i64

from services.chan.rules.bans import is_locking, legal_discards
from services.chan.rules.claims import open_claims, winning_claim
from services.chan.rules.cuoc import hand_result
from services.chan.rules.events import (
    FORMS,
    Captured,
    Chiued,
    DeadHand,
    Decision,
    Discarded,
    DiscardReason,
    HandEnded,
    Log,
    NextStep,
    Passed,
    Stage,
    StockRevealed,
)
from services.chan.rules.state import (
    CLAIMS,
    DISCARD,
    FROM_DISCARD,
    FROM_RETURN,
    FROM_STOCK,
    HEAVEN,
    MELD_CA,
    MELD_CHIU,
    NOBODY,
    OVER,
    PASSED_ON,
    SAID_CHIU,
    TAKE,
    State,
    add_meld,
    door_entry,
    leave,
    meld_entry,
    next_seat,
    stock_count,
)
from services.chan.rules.winning import wins_as_dealt
from services.core.cards import one

__all__ = [
    "capture",
    "chiu_in_turn",
    "decline_heaven",
    "discard",
    "open_hand",
    "pass_take",
    "settle_claims",
    "win",
]


def open_hand(state: State, log: Log) -> None:
    """Ask the dealer: for a Thiên ù if the cards are one, else for the opening discard (CHAN-10, CHAN-11)."""
    state.turn += 1
    state.seat = state.dealer
    if wins_as_dealt(state, state.dealer):
        state.stage = HEAVEN
        if log is not None:
            log.append(Decision(state.dealer, Stage.HEAVEN))
        return
    state.stage = DISCARD
    if log is not None:
        log.append(Decision(state.dealer, Stage.DISCARD))


def decline_heaven(state: State, log: Log) -> None:
    """The dealer opens after all. The turn stays the same and nobody is told, as the question was private."""
    if legal_discards(state, state.dealer):
        state.stage = DISCARD
        return
    state.dead = state.dealer
    if log is not None:
        log.append(DeadHand(state.dealer))
    _reveal(state, state.dealer, log)


def discard(state: State, kind: i64, log: Log) -> None:
    """The seat asked puts a card down, at its own door or at the one it interrupted (CHAN-53, CHAN-54)."""
    seat: i64 = state.seat
    leave(state, seat, kind, 1)
    state.discarded[seat] |= one(kind)
    door: i64 = seat
    origin: i64 = FROM_DISCARD
    entitled: i64 = next_seat(seat)
    if state.return_door != NOBODY:
        door = state.return_door
        origin = FROM_RETURN
        entitled = state.entitled
    if log is not None:
        log.append(Discarded(seat, kind, door, _reason(state)))
    state.return_door = NOBODY
    _publish(state, kind, door, origin, entitled, seat)


def _reason(state: State) -> DiscardReason:
    if state.return_door != NOBODY:
        return DiscardReason.RETURN
    size: i64 = len(state.melds)
    if not size:
        return DiscardReason.OPENING
    return DiscardReason.AFTER_CHIU if state.melds[size - 1] & 3 == MELD_CHIU else DiscardReason.AFTER_CAPTURE


def _reveal(state: State, seat: i64, log: Log) -> None:
    """Turn the top stock card up at the seat's door; with nothing left the hand is drawn (CHAN-25)."""
    if not stock_count(state):
        _clear_live(state)
        _end(state, log)
        return
    kind: i64 = state.stock[state.drawn]
    state.drawn += 1
    if log is not None:
        log.append(StockRevealed(seat, kind, stock_count(state)))
    _publish(state, kind, seat, FROM_STOCK, seat, seat)


def _publish(state: State, kind: i64, door: i64, origin: i64, entitled: i64, by: i64) -> None:
    """A card becomes live and the window on it opens (CHAN-20)."""
    state.live = kind
    state.door = door
    state.origin = origin
    state.entitled = entitled
    state.publisher = by
    state.doors = append(state.doors, door_entry(kind, door, by, origin))
    state.turn += 1
    state.stage = CLAIMS
    state.seat = NOBODY
    open_claims(state)


def settle_claims(state: State, log: Log) -> None:
    """The window is over: the first win, else the Chíu, else the entitled seat is asked (CHAN-21)."""
    winner: i64 = winning_claim(state)
    if winner != NOBODY:
        win(state, winner, log)
        return
    seat: i64 = state.chiu_seat
    if seat != NOBODY and state.claims[seat] == SAID_CHIU:
        _close_claims(state)
        _chiu(state, seat, state.door, log)
        return
    _close_claims(state)
    _ask_take(state, state.entitled, log)


def _close_claims(state: State) -> None:
    state.winners = 0
    state.chiu_seat = NOBODY
    for seat in range(4):
        state.claims[seat] = 0


def _ask_take(state: State, seat: i64, log: Log) -> None:
    """A dead hand passes without being asked; that it is dead is public (CHAN-12)."""
    state.entitled = seat
    state.stage = TAKE
    if seat == state.dead:
        pass_take(state, log)
        return
    state.turn += 1
    state.seat = seat
    if log is not None:
        log.append(Decision(seat, Stage.TAKE))


def after_pass(state: State) -> NextStep:
    """What follows when the entitled seat passes: only a card that it has revealed itself is offered on (CHAN-23)."""
    return NextStep.OFFER_NEXT if state.origin == FROM_STOCK else NextStep.REVEAL


def pass_take(state: State, log: Log) -> None:
    """The entitled seat lets the card go: a revealed one is offered to the next, else a card is revealed (CHAN-23)."""
    seat: i64 = state.entitled
    locks = seat != state.dead and is_locking(state, seat)
    if locks:
        state.locked[seat] |= one(state.live)
    step = after_pass(state)
    if log is not None:
        log.append(Passed(seat, state.live, step, locks))
    if step == NextStep.OFFER_NEXT:
        state.origin = PASSED_ON
        _ask_take(state, next_seat(seat), log)
        return
    _clear_live(state)
    _reveal(state, seat, log)


def capture(state: State, form: i64, hand_card: i64, log: Log) -> None:
    """The entitled seat takes the live card with a hand card and owes a discard (CHAN-24)."""
    seat: i64 = state.seat
    leave(state, seat, hand_card, 1)
    if form == MELD_CA:
        state.shed[seat] |= one(hand_card)
    if log is not None:
        log.append(Captured(seat, state.live, state.door, hand_card, FORMS[form]))
    _expose(state, form, seat, hand_card)
    _ask_discard(state, seat, NOBODY, NOBODY, log)


def chiu_in_turn(state: State, log: Log) -> None:
    """The entitled seat claims with three alike (CHAN-53)."""
    _chiu(state, state.seat, NOBODY, log)


def _chiu(state: State, seat: i64, return_door: i64, log: Log) -> None:
    leave(state, seat, state.live, 3)
    if log is not None:
        log.append(Chiued(seat, state.live, state.door, return_door))
    interrupted: i64 = NOBODY
    if return_door != NOBODY:
        interrupted = state.entitled
    _expose(state, MELD_CHIU, seat, state.live)
    _ask_discard(state, seat, return_door, interrupted, log)


def _expose(state: State, form: i64, seat: i64, hand_card: i64) -> None:
    """The live card leaves its door, where it lies on top of all that was published."""
    add_meld(state, meld_entry(form, seat, state.live, hand_card, state.door, state.origin))
    size: i64 = len(state.doors)
    state.doors = state.doors[: size - 1]
    _clear_live(state)


def _clear_live(state: State) -> None:
    state.live = NOBODY
    state.door = NOBODY
    state.origin = FROM_DISCARD
    state.publisher = NOBODY
    state.entitled = NOBODY


def _ask_discard(state: State, seat: i64, return_door: i64, interrupted: i64, log: Log) -> None:
    state.turn += 1
    state.stage = DISCARD
    state.seat = seat
    state.return_door = return_door
    state.entitled = interrupted
    if log is not None:
        log.append(Decision(seat, Stage.DISCARD))


def win(state: State, seat: i64, log: Log) -> None:
    """The hand is won, with the live card or as it was dealt (CHAN-66)."""
    state.winner = seat
    _end(state, log)


def _end(state: State, log: Log) -> None:
    _close_claims(state)
    state.turn += 1
    state.stage = OVER
    state.seat = NOBODY
    state.entitled = NOBODY
    if log is not None:
        log.append(HandEnded(hand_result(state)))
