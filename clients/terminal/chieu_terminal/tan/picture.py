"""What a player must see of a set, taken out of an update. Pure, and the same whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from chieu.cards.v1.cards_pb2 import Suit
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu.tan.v1.tan_pb2 import SeatView, View
from chieu_client.games import tan
from chieu_terminal.seats import names_of
from chieu_terminal.views import view_of
from chieu_terminal.words import Words

__all__ = ["Hand", "Picture", "SeatRow", "WaveRow", "picture_of", "suit_letter"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: who, how many cards, which of them are known, what it does, its points."""

    number: int
    name: str
    cards: int
    known: tuple[str, ...]
    role: str
    points: int
    has_turn: bool


@dataclass(frozen=True, slots=True)
class WaveRow:
    """One wave: its number, who laid it, and its cards with what covers them (empty: nothing)."""

    number: int
    name: str
    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Hand:
    """The own hand in display order, each card with the number that picks it."""

    normal: tuple[tuple[int, str], ...] = ()
    royal: tuple[tuple[int, str], ...] = ()
    jokers: tuple[tuple[int, str], ...] = ()

    @property
    def names(self) -> list[str]:
        """All cards; number 1 is the first."""
        return [name for _, name in (*self.normal, *self.royal, *self.jokers)]


@dataclass(frozen=True, slots=True)
class Picture:
    """A set as one audience sees it. `royal` is a suit's letter."""

    set_no: int
    sets: int
    round_no: int
    royal: str
    stock: int
    discard: int
    aside: int
    quiet: int
    seats: tuple[SeatRow, ...]
    waves: tuple[WaveRow, ...]
    hand: Hand
    turn: str
    is_my_turn: bool


def picture_of(update: Update, words: Words) -> Picture | None:
    """The picture of an update; None before the first set."""
    view = view_of(update, View)
    if view is None:
        return None
    names = names_of(update, words)
    royal = suit_letter(view.royal)
    has_turn = view.HasField("turn")
    return Picture(
        set_no=view.set_no,
        sets=view.options.match_sets,
        round_no=view.round_no,
        royal=royal,
        stock=view.stock_count,
        discard=view.discard_count,
        aside=sum(seat.aside_count for seat in view.seats),
        quiet=view.quiet,
        seats=tuple(_seat_row(view, seat, names, words) for seat in view.seats),
        waves=tuple(_waves(view, names)),
        hand=_hand(tan.names(view.hand), royal),
        turn=names[view.turn] if has_turn else "",
        is_my_turn=has_turn and view.HasField("audience") and view.turn == view.audience,
    )


def suit_letter(suit: Suit.ValueType) -> str:
    """`C`, `D`, `H` or `S`; empty for no suit."""
    return Suit.Name(suit).removeprefix("SUIT_")[0] if suit in range(1, 5) else ""


def _seat_row(view: View, seat: SeatView, names: Sequence[str], words: Words) -> SeatRow:
    totals = view.totals
    return SeatRow(
        number=seat.seat,
        name=names[seat.seat],
        cards=seat.hand_count,
        known=tuple(tan.names(seat.known)),
        role=_role(view, seat, words),
        points=totals[seat.seat] if seat.seat < len(totals) else 0,
        has_turn=view.HasField("turn") and view.turn == seat.seat,
    )


def _role(view: View, seat: SeatView, words: Words) -> str:
    match seat.status:
        case tan_pb2.SEAT_STATUS_OUT:
            return words("tan.out", rank=words(f"tan.rank_{seat.rank}"))
        case tan_pb2.SEAT_STATUS_BUSTED:
            return words("tan.busted", rank=words(f"tan.rank_{seat.rank}"))
        case _ if seat.seat in view.dry:
            return words("tan.dry")
        case _:
            key = _active_role(view, seat.seat)
            return words(f"tan.{key}") if key else ""


def _active_role(view: View, seat: int) -> str:
    if view.phase == tan_pb2.PHASE_TRIBUTE_RETURN:
        return "king" if seat == view.tribute.king else ""
    if view.phase not in {tan_pb2.PHASE_ATTACK, tan_pb2.PHASE_DEFEND}:
        return ""
    if seat == view.defender:
        return "defender"
    at = list(view.order).index(seat) if seat in view.order else -1
    if at == view.right:
        return "attacker"
    return "next_attacker" if at > view.right else ""


def _waves(view: View, names: Sequence[str]) -> Iterator[WaveRow]:
    for wave in view.table:
        pairs = tuple((tan.name(pair.attack), tan.name(pair.defence) if pair.defence else "") for pair in wave.pairs)
        yield WaveRow(wave.wave, names[wave.seat], pairs)


def _hand(names: Sequence[str], royal: str) -> Hand:
    numbered = list(enumerate(names, start=1))
    jokers = tuple(card for card in numbered if card[1].startswith("X"))
    royals = tuple(card for card in numbered if card not in jokers and card[1].endswith(royal or " "))
    return Hand(tuple(card for card in numbered if card not in (*royals, *jokers)), royals, jokers)
