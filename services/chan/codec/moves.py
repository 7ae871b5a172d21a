"""Moves and choices on the wire."""

from __future__ import annotations

from typing import assert_never

from chieu.chan.v1 import chan_pb2 as pb
from services.chan import rules
from services.chan.codec.kinds import from_kind, from_kinds, to_kind, to_kinds
from services.core.codec import MalformedMove

__all__ = ["decode_choices", "decode_move", "encode_choices", "encode_move"]


def decode_move(message: pb.Move) -> rules.Move:
    """The move. Raises MalformedMove."""
    match message.WhichOneof("move"):
        case "win":
            return rules.Win()
        case "chiu":
            return rules.Chiu()
        case "chan":
            return rules.Chan()
        case "ca":
            return rules.Ca(from_kind(message.ca.partner))
        case "let_pass":
            return rules.Pass()
        case "discard":
            return rules.Discard(from_kind(message.discard.card))
        case _:
            raise MalformedMove("expected win, chiu, chan, ca, let_pass or discard")


def encode_move(move: rules.Move) -> pb.Move:
    """The canonical message: equal moves give equal bytes."""
    match move:
        case rules.Win():
            return pb.Move(win=pb.Win())
        case rules.Chiu():
            return pb.Move(chiu=pb.Chiu())
        case rules.Chan():
            return pb.Move(chan=pb.Chan())
        case rules.Ca(partner):
            return pb.Move(ca=pb.Ca(partner=to_kind(partner)))
        case rules.Pass():
            return pb.Move(let_pass=pb.Pass())
        case rules.Discard(card):
            return pb.Move(discard=pb.Discard(card=to_kind(card)))
        case _:
            assert_never(move)


def encode_choices(choices: rules.Choices) -> pb.Choices:
    """What a prompt offers."""
    match choices:
        case rules.HeavenChoices(dies):
            return pb.Choices(heaven=pb.HeavenChoices(dies=dies))
        case rules.ClaimChoices(win, chiu):
            return pb.Choices(claim=pb.ClaimChoices(win=win, chiu=chiu))
        case rules.TakeChoices():
            return pb.Choices(take=_encode_take(choices))
        case rules.DiscardChoices(cards):
            return pb.Choices(discard=pb.DiscardChoices(cards=to_kinds(cards)))
        case _:
            assert_never(choices)


def decode_choices(message: pb.Choices) -> rules.Choices:
    """What a prompt offers, as the rules say it."""
    match message.WhichOneof("choices"):
        case "heaven":
            return rules.HeavenChoices(message.heaven.dies)
        case "claim":
            return rules.ClaimChoices(message.claim.win, message.claim.chiu)
        case "take":
            return _decode_take(message.take)
        case "discard":
            return rules.DiscardChoices(from_kinds(message.discard.cards))
        case _:
            raise MalformedMove("expected the choices of a prompt")


def _encode_take(take: rules.TakeChoices) -> pb.TakeChoices:
    return pb.TakeChoices(
        win=take.win,
        chiu=take.chiu,
        chan=take.chan,
        partner=to_kind(-1 if take.partner is None else take.partner),
        next_step=pb.NextStep.ValueType(take.next_step + 1),
        locks=take.locks,
    )


def _decode_take(take: pb.TakeChoices) -> rules.TakeChoices:
    return rules.TakeChoices(
        win=take.win,
        chiu=take.chiu,
        chan=take.chan,
        partner=from_kind(take.partner) if take.partner else None,
        next_step=rules.NextStep(take.next_step - 1),
        locks=take.locks,
    )
