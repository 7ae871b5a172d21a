"""Choices of a made-up Chắn table, for scripts."""

from __future__ import annotations

from chieu.chan.v1 import chan_pb2
from chieu_client.games import chan

__all__ = ["ALL_CHAN", "HEAVEN", "claim", "discards", "entitled"]

HEAVEN = chan_pb2.Choices(heaven=chan_pb2.HeavenChoices())
ALL_CHAN = chan_pb2.Choices(heaven=chan_pb2.HeavenChoices(dies=True))


def claim(may: str) -> chan_pb2.Choices:
    """Claims on a live card: `win`, `chiu` or both."""
    words = may.split()
    return chan_pb2.Choices(claim=chan_pb2.ClaimChoices(win="win" in words, chiu="chiu" in words))


def entitled(may: str = "", partner: str = "", *, goes_on: bool = False, locks: bool = False) -> chan_pb2.Choices:
    """The live card, with these of `win`, `chiu` and `chan`, and the hand card for a Cạ if there is one.

    A pass offers the card to the next seat if it `goes_on`, and may lock its kind.
    """
    words = may.split()
    take = chan_pb2.TakeChoices(
        win="win" in words,
        chiu="chiu" in words,
        chan="chan" in words,
        partner=chan.kind(partner) if partner else chan_pb2.KIND_UNSPECIFIED,
        next_step=chan_pb2.NEXT_STEP_OFFER_NEXT if goes_on else chan_pb2.NEXT_STEP_REVEAL,
        locks=locks,
    )
    return chan_pb2.Choices(take=take)


def discards(cards: str) -> chan_pb2.Choices:
    """A discard that is owed, out of these."""
    return chan_pb2.Choices(discard=chan_pb2.DiscardChoices(cards=[chan.kind(text) for text in cards.split()]))
