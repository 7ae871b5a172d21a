"""What a player must see of a hand, taken out of an update. Pure, and the same whatever it is drawn with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Meld, Origin, SeatView, View
from chieu.table.v1.update_pb2 import Update
from chieu_client.games import chan
from chieu_terminal.seats import names_of
from chieu_terminal.views import view_of
from chieu_terminal.words import Words

__all__ = ["Hand", "Live", "Picture", "SeatRow", "hand_of", "picture_of"]


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat: who, how many cards, points, its melds, the cards in its door, and what holds for it."""

    name: str
    cards: int
    points: int
    melds: tuple[tuple[str, ...], ...]
    door: tuple[str, ...]
    role: str
    has_turn: bool


@dataclass(frozen=True, slots=True)
class Live:
    """The card that can be claimed: which, how it came (the key of a sentence), who put it down, whose door."""

    card: str
    origin: str
    publisher: str
    door: str
    entitled: str
    """Who may take it; empty for nobody."""


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand paired as well as it goes (3.2): identical pairs, mixed pairs, three heads, and what stays alone."""

    chan: tuple[tuple[str, ...], ...] = ()
    ca: tuple[tuple[str, ...], ...] = ()
    heads: tuple[tuple[str, ...], ...] = ()
    lone: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Picture:
    """A hand as one audience sees it. `stage` is the key of a sentence."""

    hand_no: int
    hands: int
    is_traditional: bool
    stock: int
    seats: tuple[SeatRow, ...]
    live: Live | None
    stage: str
    return_door: str
    hand: Hand
    waits: tuple[str, ...]
    locked: tuple[str, ...]
    spent: tuple[str, ...]
    turn: str
    is_my_turn: bool


def picture_of(update: Update, words: Words) -> Picture | None:
    """The picture of an update; None before the first hand."""
    view = view_of(update, View)
    if view is None:
        return None
    names = names_of(update, words)
    mine = [seat for seat in view.seats if view.HasField("audience") and seat.seat == view.audience]
    return Picture(
        hand_no=view.hand_no,
        hands=view.options.match_hands,
        is_traditional=view.options.house == chan_pb2.HOUSE_TRADITIONAL,
        stock=view.stock_count,
        seats=tuple(_seat_row(view, seat, names, words) for seat in view.seats),
        live=_live(view, names) if view.HasField("live") else None,
        stage=_stage(view),
        return_door=names[view.return_door] if view.HasField("return_door") else "",
        hand=hand_of(chan.names(view.hand)),
        waits=tuple(chan.names(view.waits)),
        locked=tuple(chan.names(view.locked)),
        spent=tuple(name for seat in mine for name in chan.names(sorted({*seat.discarded, *seat.shed}))),
        turn=names[view.seat] if view.HasField("seat") else "",
        is_my_turn=update.HasField("prompt"),
    )


def hand_of(names: Sequence[str]) -> Hand:
    """A hand in its groups; `names` are in ascending order."""
    copies = Counter(names)
    spare = [name for name in copies if copies[name] % 2]
    ranks = [tuple(group) for _, group in groupby(spare, key=lambda name: name[0])]
    return Hand(
        chan=tuple((name, name) for name in copies for _ in range(copies[name] // 2)),
        ca=tuple(group for group in ranks if len(group) == 2),
        heads=tuple(group for group in ranks if len(group) == 3),
        lone=tuple(group for group in ranks if len(group) == 1),
    )


def _seat_row(view: View, seat: SeatView, names: Sequence[str], words: Words) -> SeatRow:
    return SeatRow(
        name=names[seat.seat],
        cards=seat.hand_count,
        points=view.totals[seat.seat] if seat.seat < len(view.totals) else 0,
        melds=tuple(_cards_of(meld) for meld in view.melds if meld.seat == seat.seat),
        door=tuple(chan.name(card.card) for card in view.doors if card.door == seat.seat),
        role=", ".join(words(f"chan.{key}") for key in _roles(view, seat)),
        has_turn=view.HasField("seat") and view.seat == seat.seat,
    )


def _roles(view: View, seat: SeatView) -> Iterator[str]:
    if seat.seat == view.dealer:
        yield "dealer"
    if seat.is_dead:
        yield "dead"
    if seat.broke_ca:
        yield "broke_ca"


def _cards_of(meld: Meld) -> tuple[str, ...]:
    taken, given = chan.name(meld.taken), chan.name(meld.given)
    return (taken,) * 4 if meld.form == chan_pb2.MELD_FORM_CHIU else (taken, given)


def _live(view: View, names: Sequence[str]) -> Live:
    live = view.live
    origin = Origin.Name(live.origin).removeprefix("ORIGIN_") if live.origin in Origin.values() else ""
    is_offered = view.HasField("entitled") and view.stage in {chan_pb2.STAGE_CLAIMS, chan_pb2.STAGE_TAKE}
    return Live(
        card=chan.name(live.card),
        origin=origin,
        publisher=names[live.publisher],
        door=names[live.door],
        entitled=names[view.entitled] if is_offered else "",
    )


def _stage(view: View) -> str:
    if view.stage != chan_pb2.STAGE_CLAIMS:
        return "stage_over" if view.stage == chan_pb2.STAGE_OVER else ""
    return "stage_claimed" if view.claim else "stage_claims"
