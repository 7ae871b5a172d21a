from __future__ import annotations

import pytest

from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Update
from chieu.tonk.v1 import tonk_pb2
from chieu_client import Refused
from chieu_terminal.tonk import TonkFace
from chieu_terminal.words import LANGUAGES, Words
from tests.clients.real_table import RealTable
from tests.clients.terminal.recording import assert_recorded, recorded_updates, shown
from tests.clients.terminal.stories import story, whole_match


def played(seats: int, seed: int, *, audience: int | None = 0) -> RealTable:
    """A whole match; the options change what the picture must tell."""
    options = tonk_pb2.Options(
        max_seats=seats,
        match_hands=3,
        hit_blocks_knock=tonk_pb2.HIT_BLOCKS_KNOCK_ONE_TURN,
        initial_upcard=seats != 2,
        forced_spread=seats == 4,
        bankroll_mode=tonk_pb2.BANKROLL_MODE_LEDGER if seats == 4 else tonk_pb2.BANKROLL_MODE_COVER,
    )
    return whole_match("tonk", seats, seed, options, audience=audience)


def some_of_a_match() -> list[Update]:
    """An initial tonk, a hand with spreads and hits that ends in a tonk, and the end of the match."""
    told = played(3, 33).told
    return [*told[:45], *told[-3:]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_a_match_looks_as_recorded(language: str, is_plain: bool) -> None:
    words = Words(language)
    face = TonkFace(words, is_plain=is_plain)
    updates = recorded_updates("tonk_match", some_of_a_match)
    text = shown(story(updates, face, words), is_plain=is_plain)
    assert_recorded(f"tonk_{'plain' if is_plain else 'drawn'}_{language}", text)


def test_a_spectator_sees_no_hand_and_no_card_from_the_stock() -> None:
    words = Words("en")
    text = shown(story(played(3, 33, audience=None).told, TonkFace(words, is_plain=True), words), is_plain=True)
    assert "An draws from the stock." in text
    assert "Your" not in text
    assert all(line.endswith(" draws from the stock.") for line in text.splitlines() if " draws " in line)


@pytest.mark.parametrize(
    ("seats", "language", "is_plain"), [(2, "vi", False), (3, "en", True), (4, "vi", True), (4, "en", False)]
)
def test_everything_that_happens_can_be_shown(seats: int, language: str, is_plain: bool) -> None:
    words = Words(language)
    match = played(seats, seats)
    text = shown(story(match.told, TonkFace(words, is_plain=is_plain), words), is_plain=is_plain)
    assert text.count("\n") > len(match.told)


def test_every_event_of_the_contract_can_be_told_or_is_left_out() -> None:
    face = TonkFace(Words("en"), is_plain=True)
    update = played(2, 1).told[0]
    silent = {"turn_started", "hand_ended", "settled"}
    for kind in tonk_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields:
        event = tonk_pb2.Event()
        getattr(event, kind.name).SetInParent()
        assert bool(face.narrate([event], update)) == (kind.name not in silent), kind.name


def test_seats_that_leave_a_match_are_told_and_shown() -> None:
    """A seat without cover leaves, the others go on (TONK-59)."""
    options = tonk_pb2.Options(
        starting_bankroll=60, match_hands=8, short_seat=tonk_pb2.SHORT_SEAT_DROP_SEAT, max_seats=3
    )
    words = Words("en")
    text = shown(story(whole_match("tonk", 3, 4, options).told, TonkFace(words, is_plain=True), words), is_plain=True)
    assert "; a hand may cost 60." in text
    assert "0 cards, " in text
    assert ", out of the match\n" in text
    assert ": out of the match; 0, " in text


def test_a_broken_rule_is_explained_in_plain_words() -> None:
    face = TonkFace(Words("en"), is_plain=True)
    assert face.explain(Refused(Refusal(rule="MUST_DRAW_FIRST"))) == "First draw: `stock` or `take`."
    assert face.explain(Refused(Refusal(rule="OF_TOMORROW"))) is None


def test_before_the_first_hand_there_is_nothing_to_show() -> None:
    face = TonkFace(Words("en"), is_plain=True)
    assert face.picture(Update()) is None
    assert face.score(Update()) is None
