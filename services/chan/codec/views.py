"""Views on the wire. The enums of the rules are the wire's, shifted by one for its unspecified value."""

from __future__ import annotations

from functools import lru_cache

from chieu.chan.v1 import chan_pb2 as pb
from services.chan.codec.kinds import from_kind, from_kinds, from_seat, to_kind, to_kinds, to_seat
from services.chan.codec.options import decode_options, encode_options
from services.chan.codec.results import decode_result, encode_result
from services.chan.rules import Claim, DoorCard, LiveCard, Meld, MeldForm, Origin, SeatView, Stage, View
from services.core.game import SPECTATORS

__all__ = ["decode_view", "encode_view", "from_form", "from_stage", "to_form", "to_stage"]


def to_stage(stage: Stage) -> pb.Stage.ValueType:
    """A stage as its enum."""
    return pb.Stage.ValueType(stage + 1)


def from_stage(wire: int) -> Stage:
    """The stage of an enum value."""
    return Stage(wire - 1)


def to_form(form: MeldForm) -> pb.MeldForm.ValueType:
    """A meld's form as its enum."""
    return pb.MeldForm.ValueType(form + 1)


def from_form(wire: int) -> MeldForm:
    """The form of an enum value."""
    return MeldForm(wire - 1)


def _to_origin(origin: Origin) -> pb.Origin.ValueType:
    return pb.Origin.ValueType(origin + 1)


def encode_view(view: View) -> pb.View:
    """All that an audience may know."""
    return pb.View(
        audience=None if view.audience == SPECTATORS else view.audience,
        options=encode_options(view.options),
        hand_no=view.hand_no,
        dealer=view.dealer,
        stage=to_stage(view.stage),
        turn=view.turn,
        seat=to_seat(view.seat),
        live=None if view.live is None else _encode_live(view.live),
        entitled=to_seat(view.entitled),
        return_door=to_seat(view.return_door),
        hand=to_kinds(view.hand),
        locked=to_kinds(view.locked),
        waits=to_kinds(view.waits),
        claim=pb.CLAIM_UNSPECIFIED if view.claim is None else pb.Claim.ValueType(view.claim),
        seats=[_encode_seat(number, seat) for number, seat in enumerate(view.seats)],
        melds=[_encode_meld(meld) for meld in view.melds],
        doors=[_encode_door_card(card) for card in view.doors],
        stock_count=view.stock_count,
        totals=view.totals,
        result=None if view.result is None else encode_result(view.result),
    )


def _encode_live(live: LiveCard) -> pb.LiveCard:
    return pb.LiveCard(
        card=to_kind(live.card), door=live.door, origin=_to_origin(live.origin), publisher=live.publisher
    )


# What all audiences see alike is encoded once: these are values, and so make good keys.


@lru_cache(maxsize=1024)
def _encode_seat(number: int, seat: SeatView) -> pb.SeatView:
    return pb.SeatView(
        seat=number,
        hand_count=seat.hand_count,
        discarded=to_kinds(seat.discarded),
        shed=to_kinds(seat.shed),
        has_ca=seat.has_ca,
        broke_ca=seat.broke_ca,
        is_dead=seat.is_dead,
    )


@lru_cache(maxsize=2048)
def _encode_meld(meld: Meld) -> pb.Meld:
    return pb.Meld(
        seat=meld.seat,
        form=to_form(meld.form),
        taken=to_kind(meld.taken),
        given=to_kind(meld.given),
        door=meld.door,
        origin=_to_origin(meld.origin),
    )


@lru_cache(maxsize=2048)
def _encode_door_card(card: DoorCard) -> pb.DoorCard:
    return pb.DoorCard(card=to_kind(card.card), door=card.door, seat=card.seat, origin=_to_origin(card.origin))


def decode_view(message: pb.View) -> View:
    """The view of a message that `encode_view` made."""
    return View(
        audience=message.audience if message.HasField("audience") else SPECTATORS,
        options=decode_options(message.options),
        hand_no=message.hand_no,
        dealer=message.dealer,
        stage=from_stage(message.stage),
        turn=message.turn,
        seat=from_seat(is_set=message.HasField("seat"), wire=message.seat),
        live=_decode_live(message.live) if message.HasField("live") else None,
        entitled=from_seat(is_set=message.HasField("entitled"), wire=message.entitled),
        return_door=from_seat(is_set=message.HasField("return_door"), wire=message.return_door),
        hand=from_kinds(message.hand),
        locked=from_kinds(message.locked),
        waits=from_kinds(message.waits),
        claim=Claim(message.claim) if message.claim else None,
        seats=tuple([_decode_seat(seat) for seat in message.seats]),
        melds=tuple([_decode_meld(meld) for meld in message.melds]),
        doors=tuple([_decode_door_card(card) for card in message.doors]),
        stock_count=message.stock_count,
        totals=tuple(message.totals),
        result=decode_result(message.result) if message.HasField("result") else None,
    )


def _decode_live(message: pb.LiveCard) -> LiveCard:
    return LiveCard(from_kind(message.card), message.door, Origin(message.origin - 1), message.publisher)


def _decode_seat(message: pb.SeatView) -> SeatView:
    return SeatView(
        hand_count=message.hand_count,
        discarded=from_kinds(message.discarded),
        shed=from_kinds(message.shed),
        has_ca=message.has_ca,
        broke_ca=message.broke_ca,
        is_dead=message.is_dead,
    )


def _decode_meld(message: pb.Meld) -> Meld:
    return Meld(
        seat=message.seat,
        form=from_form(message.form),
        taken=from_kind(message.taken),
        given=from_kind(message.given),
        door=message.door,
        origin=Origin(message.origin - 1),
    )


def _decode_door_card(message: pb.DoorCard) -> DoorCard:
    return DoorCard(from_kind(message.card), message.door, message.seat, Origin(message.origin - 1))
