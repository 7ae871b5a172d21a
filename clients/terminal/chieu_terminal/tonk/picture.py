"""What a player must see of a hand, taken out of an update. Pure, and the same whatever it is drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2
from chieu.tonk.v1.tonk_pb2 import SeatView, SpreadView, View
from chieu_client.games import tonk
from chieu_terminal.seats import names_of
from chieu_terminal.views import view_of
from chieu_terminal.words import Words

__all__ = ["Picture", "SeatRow", "SpreadRow", "chips_word", "picture_of", "spread_kind"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: who, how many cards, its chips or score, and what holds for it."""

    name: str
    cards: int
    chips: int
    role: str
    has_turn: bool


@dataclass(frozen=True, slots=True)
class SpreadRow:
    """One spread: the number that hits name, who laid it, whether it is a book or a run, its cards."""

    number: int
    owner: str
    kind: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A hand as one audience sees it. `top` is empty where there is no discard."""

    hand_no: int
    hands: int
    stake: int
    stock: int
    discards: int
    top: str
    idle: int
    most_idle: int
    chips_word: str
    seats: tuple[SeatRow, ...]
    spreads: tuple[SpreadRow, ...]
    hand: tuple[str, ...]
    count: int
    turn: str
    is_my_turn: bool


def picture_of(update: Update, words: Words) -> Picture | None:
    """The picture of an update; None before the first hand."""
    view = view_of(update, View)
    if view is None:
        return None
    names = names_of(update, words)
    has_turn = view.HasField("turn")
    return Picture(
        hand_no=view.hand_no,
        hands=view.options.match_hands + view.hand_no - 1 - view.hands_done,
        stake=view.options.stake,
        stock=view.stock_count,
        discards=view.discard_count,
        top=tonk.name(view.top) if view.top else "",
        idle=view.idle,
        most_idle=view.options.stall_rounds * len(view.order),
        chips_word=chips_word(view, words),
        seats=tuple(_seat_row(view, seat, names, words) for seat in view.seats),
        spreads=tuple(_spread_row(spread, names, words) for spread in view.spreads),
        hand=tuple(tonk.names(view.hand)),
        count=view.count,
        turn=names[view.turn] if has_turn else "",
        is_my_turn=has_turn and view.HasField("audience") and view.turn == view.audience,
    )


def chips_word(view: View, words: Words) -> str:
    """What the seats' amounts are called: chips, or signed scores (TONK-57)."""
    is_ledger = view.options.bankroll_mode == tonk_pb2.BANKROLL_MODE_LEDGER
    return words("tonk.score" if is_ledger else "tonk.chips")


def spread_kind(kind: int, words: Words) -> str:
    """A book or a run, in words."""
    return words("tonk.book" if kind == tonk_pb2.SPREAD_KIND_BOOK else "tonk.run")


def _seat_row(view: View, seat: SeatView, names: Sequence[str], words: Words) -> SeatRow:
    return SeatRow(
        name=names[seat.seat],
        cards=seat.hand_count,
        chips=seat.bankroll,
        role=", ".join(_roles(view, seat, words)),
        has_turn=view.HasField("turn") and view.turn == seat.seat,
    )


def _roles(view: View, seat: SeatView, words: Words) -> list[str]:
    if seat.seat not in view.order:
        return [words("tonk.gone")]
    roles = [words("tonk.dealer")] if seat.seat == view.dealer else []
    return [*roles, words("tonk.blocked", turns=seat.block)] if seat.block else roles


def _spread_row(spread: SpreadView, names: Sequence[str], words: Words) -> SpreadRow:
    cards = tuple(tonk.name(laid.card) for laid in spread.cards)
    return SpreadRow(spread.spread, names[spread.owner], spread_kind(spread.kind, words), cards)
