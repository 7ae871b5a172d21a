"""Moves that Chắn's rules refuse, in the order of CHAN-42. A dead hand is too rare to be met here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chieu.chan.v1 import chan_pb2 as pb
from chieu_client import Prompt
from chieu_client.games import chan
from tests.system.wrong_moves.wrong import NO_CARD, Wrong

__all__ = ["WRONG"]

_CC = pb.KIND_CC
_KINDS = range(1, 26)
_OUT_OF_PLAY = 26
_FROM_STOCK = (pb.ORIGIN_STOCK, pb.ORIGIN_PASSED)


def ca(partner: Any) -> pb.Move:
    """A Cạ with this number's kind."""
    return pb.Move(ca=pb.Ca(partner=partner))


def discard(card: Any) -> pb.Move:
    """A discard of this number's kind."""
    return pb.Move(discard=pb.Discard(card=card))


def first(moves: Iterable[pb.Move]) -> pb.Move | None:
    """The first, if there is one."""
    return next(iter(moves), None)


class Sight:
    """What a seat sees where it is asked."""

    def __init__(self, prompt: Prompt) -> None:
        self.asked = chan.choices(prompt)
        self.view = chan.view(prompt)
        self.own = self.view.seats[prompt.seat]
        self.is_entitled = self.view.HasField("entitled") and self.view.entitled == prompt.seat
        self.live = self.view.live.card
        self.alike = self.held(self.live)
        self.is_barred = self.live in self.own.discarded or self.live in self.own.shed
        """It may not be taken, by three alike excepted [CHAN-36]."""

    def held(self, kind: int) -> int:
        """How many the hand has of a kind."""
        return list(self.view.hand).count(kind)  # type: ignore[arg-type] # a number is enough

    def mates(self) -> list[int]:
        """The other kinds of the live card's rank; Chi chi has none."""
        rank = (self.live - 1) // 3
        return [] if self.live == _CC else [kind for kind in _KINDS if (kind - 1) // 3 == rank and kind != self.live]

    def spare(self) -> list[int]:
        """Those of them of which the hand has one or three."""
        return [kind for kind in self.mates() if self.held(kind) % 2]

    def missing(self) -> int:
        """A kind that the hand does not have."""
        return next(kind for kind in _KINDS if not self.held(kind))


Made = Callable[[Prompt], pb.Move | None]


def asked_for(what: str, made: Callable[[Sight], pb.Move | None]) -> Made:
    """Made where that is asked."""

    def make(prompt: Prompt) -> pb.Move | None:
        sight = Sight(prompt)
        return made(sight) if sight.asked.HasField(what) else None  # type: ignore[arg-type] # a choice's name

    return make


def claiming(made: Callable[[Sight], pb.Move | None]) -> Made:
    """Made in a window, for a seat that has a claim."""
    return asked_for("claim", made)


def taking(made: Callable[[Sight], pb.Move | None]) -> Made:
    """Made where the live card is offered."""
    return asked_for("take", made)


def discarding(made: Callable[[Sight], pb.Move | None]) -> Made:
    """Made where a discard is owed."""
    return asked_for("discard", made)


def without_alike(made: Callable[[Sight], pb.Move | None]) -> Made:
    """Made where a card is offered that may be taken, and the hand has none of its kind."""
    return taking(lambda sight: None if sight.alike or sight.is_barred else made(sight))


def pair_to_break(sight: Sight) -> pb.Move | None:
    """A Cạ with one of two or four alike."""
    return first(ca(kind) for kind in sight.mates() if sight.held(kind) in {2, 4})


def second_ca(sight: Sight) -> pb.Move | None:
    """A Cạ in a rank of which the hand has one."""
    return ca(sight.spare()[0]) if len(sight.spare()) > 1 else None


def declined(sight: Sight) -> pb.Move | None:
    """A discard that was declined as a capture."""
    return first(discard(kind) for kind in sight.view.locked if sight.held(kind) % 2)


def chiu_without_three(sight: Sight) -> pb.Move | None:
    """A Chíu out of turn without three alike."""
    return chan.chiu() if sight.alike < 3 and not sight.is_entitled else None


def chiu_too_early(sight: Sight) -> pb.Move | None:
    """A Chíu by the seat whose turn comes after the window."""
    return chan.chiu() if sight.is_entitled else None


WRONG: Mapping[str, Wrong] = {
    "a-pass-instead-of-a-discard": Wrong("NOT_ENTITLED", discarding(lambda _: chan.let_pass())),
    "a-win-instead-of-a-discard": Wrong("NOT_ENTITLED", discarding(lambda _: chan.win())),
    "a-capture-instead-of-a-discard": Wrong("NOT_ENTITLED", discarding(lambda _: chan.chan())),
    "a-discard-instead-of-a-capture": Wrong("NOT_ENTITLED", taking(lambda sight: discard(sight.view.hand[0]))),
    "a-discard-of-no-kind-instead-of-a-capture": Wrong("NOT_ENTITLED", taking(lambda _: discard(NO_CARD))),
    "a-chan-in-a-window": Wrong("NOT_ENTITLED", claiming(lambda _: chan.chan())),
    "a-ca-in-a-window": Wrong("NOT_ENTITLED", claiming(lambda sight: ca(sight.missing()))),
    "a-discard-in-a-window": Wrong("NOT_ENTITLED", claiming(lambda sight: discard(sight.view.hand[0]))),
    "a-chiu-in-turn-in-a-window": Wrong("NOT_ENTITLED", claiming(chiu_too_early)),
    "a-win-of-a-revealed-card-after-its-window": Wrong(
        "NOT_ENTITLED", taking(lambda sight: chan.win() if sight.view.live.origin in _FROM_STOCK else None)
    ),
    "a-chan-with-three-alike": Wrong("MUST_CHIU", taking(lambda sight: chan.chan() if sight.alike == 3 else None)),
    "a-chiu-without-three-alike": Wrong("NO_TRIPLE", taking(lambda sight: chan.chiu() if sight.alike < 3 else None)),
    "a-chiu-in-a-window-without-three-alike": Wrong("NO_TRIPLE", claiming(chiu_without_three)),
    "a-capture-of-what-was-discarded": Wrong(
        "FACE_DISCARDED",
        taking(lambda sight: chan.chan() if sight.alike < 3 and sight.live in sight.own.discarded else None),
    ),
    "a-capture-of-what-was-given-into-a-ca": Wrong(
        "FACE_SHED_IN_CA",
        taking(
            lambda sight: (
                ca(NO_CARD)
                if sight.alike < 3 and sight.live in sight.own.shed and sight.live not in sight.own.discarded
                else None
            )
        ),
    ),
    "a-ca-with-one-alike-in-hand": Wrong(
        "MUST_CHAN", taking(lambda sight: ca(NO_CARD) if sight.alike in {1, 2} and not sight.is_barred else None)
    ),
    "a-chan-with-none-alike": Wrong("NO_PARTNER", without_alike(lambda _: chan.chan())),
    "a-ca-with-no-kind": Wrong("NO_PARTNER", without_alike(lambda _: ca(NO_CARD))),
    "a-ca-with-a-kind-out-of-play": Wrong("NO_PARTNER", without_alike(lambda _: ca(_OUT_OF_PLAY))),
    "a-ca-with-a-kind-not-in-hand": Wrong("NO_PARTNER", without_alike(lambda sight: ca(sight.missing()))),
    "a-ca-with-another-rank": Wrong(
        "NO_PARTNER",
        without_alike(lambda sight: first(ca(kind) for kind in sight.view.hand if kind not in sight.mates())),
    ),
    "a-ca-that-breaks-a-chan": Wrong("BREAKS_CHAN", without_alike(pair_to_break)),
    "a-second-ca-of-a-rank": Wrong("CA_IN_HAND", without_alike(second_ca)),
    "a-discard-of-no-kind": Wrong("NOT_IN_HAND", discarding(lambda _: discard(NO_CARD))),
    "a-discard-of-a-kind-out-of-play": Wrong("NOT_IN_HAND", discarding(lambda _: discard(_OUT_OF_PLAY))),
    "a-discard-of-a-kind-not-in-hand": Wrong("NOT_IN_HAND", discarding(lambda sight: discard(sight.missing()))),
    "a-discard-that-breaks-a-chan": Wrong(
        "BREAKS_CHAN",
        discarding(lambda sight: first(discard(kind) for kind in sight.view.hand if sight.held(kind) in {2, 4})),
    ),
    "a-discard-of-what-was-declined": Wrong("DECLINED_FACE", discarding(declined)),
    "a-win-of-a-discard": Wrong(
        "DISCARD_NOT_WINNABLE",
        taking(lambda sight: chan.win() if sight.view.live.origin not in _FROM_STOCK and sight.alike < 3 else None),
    ),
    "a-win-that-is-none": Wrong("NOT_A_WIN", claiming(lambda sight: None if sight.asked.claim.win else chan.win())),
}
