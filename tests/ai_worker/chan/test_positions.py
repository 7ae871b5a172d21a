"""What the levels must see in single positions."""

from __future__ import annotations

import pytest

from ai_worker.games.chan import BOT
from tests.ai_worker.chan.playing import WHOLE
from tests.ai_worker.chan.positions import Position, question_in
from tests.golden.chan_case import move_named

POSITIONS = [
    Position(
        name="takes a win",
        why="a card from the stock completes six Chắn and four Cạ, at whosever door it lies (CHAN-61, W-01)",
        hand="2v*2 3v*2 4v*2 5v*2 6v*2 7v 7s 8v 8n 9s 9n 2s 2n 6s",
        live="6s",
        is_revealed=True,
        moves=("win",),
        levels=("easy", "normal", "hard"),
        stock=23,
    ),
    Position(
        name="throws what nobody can use",
        why="all others of rank 9 are seen: 9n finds no partner and feeds nobody (7.3)",
        hand="2v*2 4v*2 5v*2 6v*2 8v*2 3s 3n 7v 7s 8s 8n 2s 4s 5n 9n",
        dead="9v*4 9s*4 9n*3",
        moves=("9n",),
        stock=12,
    ),
    Position(
        name="does not wait for Chi chi with six Chắn",
        why="that wait is void (CHAN-71.4), 6s waits on its whole rank (3.3)",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 8v*2 9s 9n 2s 2n 3s 3n 6s cc",
        moves=("cc",),
        stock=23,
    ),
    Position(
        name="waits for Chi chi with five Chắn when more of them are left",
        why="with five Chắn a lone card waits on its own kind alone (3.3): three cc against one 6s",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 8v 8n 9s 9n 2s 2n 3s 3n 6s cc",
        dead="6s*2",
        moves=("6s",),
        stock=21,
    ),
    Position(
        name="takes a Chắn out of a Cạ for the sixth",
        why="with six Chắn the lone card left waits on a rank instead of one kind (7.3)",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 8v 8n 9s 9n 2s 2n 3s 3n 6s",
        dead="6s*2",
        live="9s",
        moves=("chan",),
        stock=21,
    ),
    Position(
        name="keeps a wide wait rather than take what breaks it",
        why="taking 6s leaves ten pairs to break: a wait on a rank whose cards are nearly all seen",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 8v*2 9s 9n 2s 2n 3s 3n 6s",
        dead="9s*2 9n*2 9v*3 2s*2 2n*2 3s*2 3n*2",
        live="6s",
        moves=("pass",),
        levels=("hard",),
        stock=8,
    ),
    Position(
        name="gives two outs for Bạch định",
        why="without 8v no card is red: 7 points (4.3) on nine outs, against 2 on eleven",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 2s*2 6v 6n 3s 3n 4s 4n 5s 8v",
        moves=("8v",),
        levels=("hard",),
        stock=23,
    ),
    Position(
        name="keeps a Tôm",
        why="3v 3n 7n are one (CHAN-88); 4n waits a little wider",
        hand="2v*2 3v*2 5v*2 6v*2 8v*2 9v*2 2s 2n 3s 3n 5s 5n 4n 7n",
        dead="7s",
        moves=("4n",),
        levels=("hard",),
        stock=22,
    ),
    Position(
        name="goes for the outs that are alive",
        why="two cards are left in the stock, and of rank 6 all others are seen",
        hand="2v*2 3v*2 4v*2 5v*2 7v*2 8v*2 9s 9n 2s 2n 3s 3n 4s 6s",
        dead="6v*4 6n*4 6s*3 9s*2 9n*2 2s*2 2n*2 3s 3n",
        moves=("6s",),
        stock=2,
    ),
]


@pytest.mark.parametrize(
    ("it", "level"),
    [pytest.param(it, level, id=f"{level} {it.name}") for it in POSITIONS for level in it.levels],
)
def test_a_level_sees_what_it_has_to(it: Position, level: str) -> None:
    assert BOT.levels[level].strategy(question_in(it), WHOLE, 1).move in [move_named(good) for good in it.moves]
