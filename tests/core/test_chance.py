"""Draws can be repeated by anyone with the seed, are even, and each has a stream of its own."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from services.core.chance import SearchRandom, commitment, draw
from services.core.game import Pick, Shuffle

pytestmark = pytest.mark.property

SEED = bytes(range(32))


def _framed(*parts: bytes) -> bytes:
    return b"".join(len(part).to_bytes(4, "big") + part for part in parts)


def test_a_commitment_is_a_labelled_hash_of_the_seed() -> None:
    assert commitment(SEED) == hashlib.sha256(_framed(b"chieu/seed/v1", SEED)).digest()


def test_a_pick_can_be_worked_out_by_hand() -> None:
    given = _framed(_framed(b"0", b"zero"), _framed(b"2", b"two"))
    base = _framed(b"chieu/draw/v1", given, b"tan:07/abc", b"3")
    message = base + _framed(b"pick", b"royal", b"4") + (0).to_bytes(8, "big")
    block = hmac.new(SEED, message, hashlib.sha256).digest()
    chance = draw(SEED, [(2, b"two"), (0, b"zero")], "tan:07/abc", 3, [Pick("royal", 4)])
    assert chance == {"royal": (int.from_bytes(block[:8], "big") % 4,)}


def test_the_same_arguments_give_the_same_draws_whatever_else_is_drawn() -> None:
    alone = draw(SEED, [], "t", 1, [Shuffle("deck", 52)])
    both = draw(SEED, [], "t", 1, [Pick("royal", 4), Shuffle("deck", 52)])
    assert alone["deck"] == both["deck"]
    assert sorted(alone["deck"]) == list(range(52))


def test_every_argument_changes_the_draw() -> None:
    ask = [Shuffle("deck", 52)]
    found = [
        draw(SEED, [], "t", 1, ask)["deck"],
        draw(SEED[::-1], [], "t", 1, ask)["deck"],
        draw(SEED, [(0, b"")], "t", 1, ask)["deck"],
        draw(SEED, [(1, b"")], "t", 1, ask)["deck"],
        draw(SEED, [], "t2", 1, ask)["deck"],
        draw(SEED, [], "t", 2, ask)["deck"],
        draw(SEED, [], "t", 1, [Shuffle("other", 52)])["other"],
    ]
    assert len(set(found)) == len(found)


def test_two_draws_with_one_label_are_a_fault() -> None:
    with pytest.raises(ValueError, match="labelled"):
        draw(SEED, [], "t", 1, [Pick("a", 2), Pick("a", 2)])


def test_every_place_of_a_small_shuffle_is_equally_likely() -> None:
    often = Counter(draw(n.to_bytes(32, "big"), [], "t", 1, [Shuffle("deck", 3)])["deck"] for n in range(3000))
    assert len(often) == 6
    assert sum((seen - 500) ** 2 / 500 for seen in often.values()) < 20.5


def test_the_search_generator_gives_the_same_numbers_everywhere() -> None:
    rng = SearchRandom(1)
    assert [rng.next32() for _ in range(4)] == [3514706435, 2641232736, 2090265033, 144946307]
    assert all(0 <= SearchRandom(seed).below(7) < 7 for seed in range(200))
    often = Counter(rng.below(10) for _ in range(10_000))
    assert sum((seen - 1000) ** 2 / 1000 for seen in often.values()) < 27.9
