"""A cheap, sensible player: wins whenever it can, claims and takes what is offered, keeps pairs and throws the most
isolated card.

It sees a view and a prompt's choices, nothing else, and the same ones give the same move. The claims on a card it
answers by the choices alone, so that the answer comes as quickly for a win as for a pass.
"""

from __future__ import annotations

from typing import Final, assert_never

from services.chan.rules.choices import (
    Choices,
    ClaimChoices,
    DiscardChoices,
    HeavenChoices,
    TakeChoices,
)
from services.chan.rules.events import MeldForm
from services.chan.rules.kinds import CC, KINDS
from services.chan.rules.moves import Ca, Chan, Chiu, Discard, Move, Pass, Win
from services.chan.rules.sampling import unseen
from services.chan.rules.views import View

__all__ = ["policy"]

_ENOUGH_CHAN: Final = 6
_OUT: Final = 100
_HALF_CA: Final = 40
_SAME_KIND: Final = 2


def policy(view: View, seat: int, choices: Choices) -> Move:
    """A legal answer to a prompt, from the view of the seat that is asked."""
    match choices:
        case HeavenChoices():
            return Win()
        case ClaimChoices(win, _):
            return Win() if win else Chiu()
        case TakeChoices():
            return _take(choices)
        case DiscardChoices(cards):
            return Discard(_most_isolated(view, seat, cards))
        case _:
            assert_never(choices)


def _take(choices: TakeChoices) -> Move:
    if choices.win:
        return Win()
    if choices.chiu:
        return Chiu()
    if choices.chan:
        return Chan()
    return Pass() if choices.partner is None else Ca(choices.partner)


def _most_isolated(view: View, seat: int, cards: tuple[int, ...]) -> int:
    """The card whose loss hurts least: a wait that stays wide comes first, then company in the hand and to come."""
    hand = [view.hand.count(kind) for kind in range(KINDS)]
    live = unseen(view)
    exposed = sum([_chan_of(meld.form) for meld in view.melds if meld.seat == seat])
    best = cards[0]
    best_worth = -1
    for kind in cards:
        hand[kind] -= 1
        worth = _OUT * _outs(hand, exposed, live) + _loneliness(kind, hand, live)
        hand[kind] += 1
        if worth > best_worth:
            best, best_worth = kind, worth
    return best


def _chan_of(form: MeldForm) -> int:
    if form == MeldForm.CHIU:
        return 2
    return 1 if form == MeldForm.CHAN else 0


def _outs(hand: list[int], exposed: int, live: list[int]) -> int:
    """Unseen cards that would win with this hand (3.3)."""
    chan = exposed + sum([copies // 2 for copies in hand])
    odd = [rank for rank in range(9) if sum(hand[3 * rank : 3 * rank + 3]) % 2]
    if len(odd) != 1 or chan < _ENOUGH_CHAN - 1:
        return 0
    if odd[0] == CC // 3:
        return live[CC] if chan == _ENOUGH_CHAN - 1 else 0
    kinds = range(3 * odd[0], 3 * odd[0] + 3)
    return sum([live[kind] for kind in kinds if chan >= _ENOUGH_CHAN or hand[kind] % 2])


def _loneliness(kind: int, hand: list[int], live: list[int]) -> int:
    """Up to 99: less for each way in which the card may still find a partner."""
    mates = [other for other in range(KINDS) if other // 3 == kind // 3 and other != kind]
    spare = sum([hand[other] % 2 for other in mates])
    to_come = _SAME_KIND * live[kind] + sum([live[other] for other in mates])
    # With one spare mate it is half a Cạ; of ba đầu one card is too many.
    company = _HALF_CA if spare == 1 else 0
    return 99 - company - to_come
