"""Moves that Tonk's rules refuse, in the order of the rulebook's section 3.3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from chieu.tonk.v1 import tonk_pb2 as pb
from chieu_client import Prompt
from chieu_client.games import tonk
from tests.system.wrong_moves.wrong import NO_CARD, Wrong

__all__ = ["WRONG"]

_PACK = range(1, 53)
_JOKER = 53


def spread(*cards: Any) -> pb.Move:
    """A spread of these card numbers."""
    return pb.Move(spread=pb.Spread(cards=cards))


def hit(card: Any, number: int) -> pb.Move:
    """A hit by card number."""
    return pb.Move(hit=pb.Hit(card=card, spread=number))


def discard(card: Any) -> pb.Move:
    """A discard by card number."""
    return pb.Move(discard=pb.Discard(card=card))


def first(moves: Iterable[pb.Move]) -> pb.Move | None:
    """The first, if there is one."""
    return next(iter(moves), None)


def foreign(view: pb.View) -> int:
    """A card that the seat does not hold."""
    return next(card for card in _PACK if card not in view.hand)


def past(view: pb.View) -> int:
    """The number of the spread that is not there yet."""
    return len(view.spreads) + 1


def starting(made: Callable[[pb.View, pb.TurnChoices], pb.Move | None]) -> Callable[[Prompt], pb.Move | None]:
    """Made at the start of a turn."""

    def make(prompt: Prompt) -> pb.Move | None:
        asked = tonk.choices(prompt)
        return made(tonk.view(prompt), asked.turn) if asked.HasField("turn") else None

    return make


def after_draw(made: Callable[[pb.View, pb.MeldChoices], pb.Move | None]) -> Callable[[Prompt], pb.Move | None]:
    """Made after the draw."""

    def make(prompt: Prompt) -> pb.Move | None:
        asked = tonk.choices(prompt)
        return made(tonk.view(prompt), asked.meld) if asked.HasField("meld") else None

    return make


def misfit(view: pb.View, asked: pb.MeldChoices) -> pb.Move | None:
    """A held card on a spread that it does not fit."""
    fitting = {(one.card, one.spread) for one in asked.hits}
    pairs = ((card, one.spread) for card in view.hand for one in view.spreads)
    return first(hit(*pair) for pair in pairs if pair not in fitting)


def straight_back(view: pb.View, asked: pb.MeldChoices) -> pb.Move | None:
    """The discard that was taken, where it may not go back."""
    is_kept = not asked.must_spread and view.drawn in view.hand and view.drawn not in asked.discards
    return discard(view.drawn) if is_kept else None


WRONG: Mapping[str, Wrong] = {
    "a-knock-after-the-draw": Wrong("ALREADY_DREW", after_draw(lambda *_: tonk.knock())),
    "a-second-draw": Wrong("ALREADY_DREW", after_draw(lambda *_: tonk.draw())),
    "a-second-draw-from-the-pile": Wrong("ALREADY_DREW", after_draw(lambda *_: tonk.draw_discard())),
    "a-decline-after-the-draw": Wrong("ALREADY_DREW", after_draw(lambda *_: tonk.decline())),
    "a-spread-before-the-draw": Wrong("MUST_DRAW_FIRST", starting(lambda view, _: spread(*view.hand[:3]))),
    "a-hit-before-the-draw": Wrong("MUST_DRAW_FIRST", starting(lambda view, _: hit(NO_CARD, past(view)))),
    "a-discard-before-the-draw": Wrong("MUST_DRAW_FIRST", starting(lambda view, _: discard(view.hand[0]))),
    "a-spread-with-no-card": Wrong(
        "BAD_CARD", after_draw(lambda view, _: spread(NO_CARD, foreign(view), *[view.hand[0]] * 2))
    ),
    "a-spread-with-a-joker": Wrong("BAD_CARD", after_draw(lambda view, _: spread(*view.hand[:2], _JOKER))),
    "a-hit-with-no-card": Wrong("BAD_CARD", after_draw(lambda view, _: hit(NO_CARD, past(view)))),
    "a-discard-of-no-card": Wrong("BAD_CARD", after_draw(lambda *_: discard(NO_CARD))),
    "a-spread-with-a-card-twice": Wrong(
        "DUPLICATE_CARD", after_draw(lambda view, _: spread(foreign(view), *[view.hand[0]] * 2))
    ),
    "a-hit-on-no-spread": Wrong("NO_SUCH_SPREAD", after_draw(lambda view, _: hit(foreign(view), past(view)))),
    "a-spread-with-a-card-not-in-hand": Wrong(
        "CARD_NOT_IN_HAND", after_draw(lambda view, _: spread(*view.hand[:2], foreign(view)))
    ),
    "a-hit-with-a-card-not-in-hand": Wrong(
        "CARD_NOT_IN_HAND", after_draw(lambda view, _: hit(foreign(view), 1) if view.spreads else None)
    ),
    "a-discard-of-a-card-not-in-hand": Wrong("CARD_NOT_IN_HAND", after_draw(lambda view, _: discard(foreign(view)))),
    "a-knock-that-is-blocked": Wrong(
        "KNOCK_BLOCKED", starting(lambda _, asked: None if asked.may_knock else tonk.knock())
    ),
    "a-draw-from-an-empty-stock": Wrong(
        "STOCK_EMPTY", starting(lambda _, asked: None if asked.may_draw_stock else tonk.draw())
    ),
    "a-draw-from-an-empty-pile": Wrong(
        "DISCARD_EMPTY", starting(lambda _, asked: None if asked.may_draw_discard else tonk.draw_discard())
    ),
    "a-decline-while-there-is-stock": Wrong(
        "STOCK_NOT_EMPTY", starting(lambda _, asked: None if asked.may_decline else tonk.decline())
    ),
    "a-spread-of-one-card": Wrong("NOT_A_SPREAD", after_draw(lambda view, _: spread(view.hand[0]))),
    "a-hit-that-does-not-fit": Wrong("HIT_DOES_NOT_FIT", after_draw(misfit)),
    "a-discard-instead-of-a-forced-spread": Wrong(
        "MUST_SPREAD", after_draw(lambda view, asked: discard(view.hand[0]) if asked.must_spread else None)
    ),
    "a-taken-discard-straight-back": Wrong("RETURNED_DISCARD", after_draw(straight_back)),
}
