"""Hidden cards as players keep them: whoever has had turns is nearer to a win than chance would have it (7.1).

Between one-ply players a hand has 4.3, 3.3, 2.1 and 1.6 unpaired cards after no, one, two and three discards of its
seat, and 4.2, 4.7, 5.1 and 5.6 Chắn with the exposed ones; dealt uniformly it has 4.3, 4.3, 4.2 and 4.1 unpaired cards,
and 4.2 to 4.8 Chắn. So cards change places, by Metropolis' rule, under a weight that grows with pairs and with turns.
The weights below give those means within a quarter of a card. They are a belief about players and no rule.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from services.chan.rules.kinds import odd_ranks
from services.core.cards import count, one
from services.core.chance import SearchRandom

__all__ = ["lean"]

_EXCHANGES: Final = 200
"""Tried in each sample."""
_PAIRED: Final = 55
"""Logarithm, in hundredths, of what one unpaired card less makes a hand likelier, for each turn that its seat has had."""
_CHAN: Final = 18
"""The same of a Chắn more."""
_MOST_TURNS: Final = 3
"""After so many a hand is as good as it gets."""
_MOST_LOSS: Final = 2 * _MOST_TURNS * (2 * _PAIRED + _CHAN)
_KEPT: Final = tuple([int(2**32 * 2.718281828459045 ** (-loss / 100)) for loss in range(_MOST_LOSS + 1)])
"""Of 2 ** 32 exchanges with such a loss, how many are made."""


def lean(deck: vec[i64], owners: vec[i64], turns: vec[i64], even: vec[i64], none: vec[i64], rng: SearchRandom) -> None:
    """Exchange cards of a deck between its places.

    `owners` says whose each place is. By owner, `turns` is what it has discarded, and `even` and `none` are masks of
    kinds of which it holds an even number or none.
    """
    odd: vec[i64] = vec[i64]([0] * len(turns))
    for place in range(len(deck)):
        odd[owners[place]] ^= one(deck[place])
    size: i64 = len(deck)
    for _ in range(_EXCHANGES):
        here: i64 = rng.below(size)
        there: i64 = rng.below(size)
        giver: i64 = owners[here]
        taker: i64 = owners[there]
        card: i64 = deck[here]
        other: i64 = deck[there]
        both: i64 = one(card) | one(other)
        if giver == taker or card == other or both & (even[giver] | even[taker]):
            continue
        if one(other) & none[giver] or one(card) & none[taker]:
            continue
        gain: i64 = _gain(odd[giver], card, other, turns[giver]) + _gain(odd[taker], other, card, turns[taker])
        if gain >= 0 or rng.next32() < _KEPT[-gain]:
            deck[here] = other
            deck[there] = card
            odd[giver] ^= both
            odd[taker] ^= both


def _gain(odd: i64, out: i64, into: i64, turns: i64) -> i64:
    """Logarithm, in hundredths, of how much likelier a hand becomes when one card leaves it for another."""
    left: i64 = odd ^ one(out) ^ one(into)
    paired: i64 = count(odd_ranks(odd)) - count(odd_ranks(left))
    # A card that comes to an odd one makes a Chắn; one that leaves an even number of its kind breaks one.
    chan: i64 = ((odd >> into) & 1) + ((odd >> out) & 1) - 1
    return min(turns, _MOST_TURNS) * (_PAIRED * paired + _CHAN * chan)
