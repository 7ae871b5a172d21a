from __future__ import annotations

import re

import pytest

from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from chieu_client import Refused
from chieu_terminal.tan import TanFace
from chieu_terminal.words import LANGUAGES, Words
from tests.clients.real_table import RealTable
from tests.clients.terminal.recording import assert_recorded, recorded_updates, shown
from tests.clients.terminal.stories import story, whole_match


def played(seats: int, seed: int, *, audience: int | None = 0) -> RealTable:
    """A whole match by the traditional rules, which has every kind of event."""
    options = tan_pb2.Options(preset=tan_pb2.PRESET_TRADITIONAL, match_sets=2)
    return whole_match("tan", seats, seed, options, audience=audience)


def some_of_a_match() -> list[Update]:
    """The first rounds, the tribute between two sets, and the end."""
    told = played(3, 3).told
    second = next(place for place, update in enumerate(told) if update.state.deal == 2)
    return [*told[:24], *told[second - 1 : second + 5], *told[-3:]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_a_match_looks_as_recorded(language: str, is_plain: bool) -> None:
    words = Words(language)
    face = TanFace(words, is_plain=is_plain)
    updates = recorded_updates("tan_match", some_of_a_match)
    text = shown(story(updates, face, words), is_plain=is_plain)
    assert_recorded(f"tan_{'plain' if is_plain else 'drawn'}_{language}", text)


def test_a_spectator_sees_no_hand() -> None:
    words = Words("en")
    face = TanFace(words, is_plain=True)
    text = shown(story(played(3, 3, audience=None).told[:60], face, words), is_plain=True)
    assert "An draws 1." in text
    assert "the royal suit is" in text
    assert not re.search(r"[Yy]our?\b|draws [2-9TJQKAX][CDHS12]", text)


@pytest.mark.parametrize(
    ("seats", "language", "is_plain"), [(2, "vi", False), (3, "en", True), (4, "vi", True), (4, "en", False)]
)
def test_everything_that_happens_can_be_shown(seats: int, language: str, is_plain: bool) -> None:
    words = Words(language)
    match = played(seats, seats)
    text = shown(story(match.told[::2], TanFace(words, is_plain=is_plain), words), is_plain=is_plain)
    assert text.count("\n") > len(match.told)


def test_every_event_of_the_contract_can_be_told_or_is_left_out() -> None:
    words = Words("en")
    face = TanFace(words, is_plain=True)
    update = played(2, 1).told[0]
    kinds = tan_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields
    silent = {"turn_changed", "round_ended", "set_ended"}
    for kind in kinds:
        event = tan_pb2.Event()
        getattr(event, kind.name).SetInParent()
        if kind.name in {"seat_out", "seat_busted"}:
            getattr(event, kind.name).rank = 2
        assert bool(face.narrate([event], update)) == (kind.name not in silent), kind.name


def test_a_broken_rule_is_explained_in_plain_words() -> None:
    face = TanFace(Words("en"), is_plain=True)
    assert face.explain(Refused(Refusal(rule="MUST_OPEN"))) == "You must open: nobody after you could."
    assert face.explain(Refused(Refusal(rule="OF_TOMORROW"))) is None


def test_before_the_first_set_there_is_nothing_to_show() -> None:
    face = TanFace(Words("en"), is_plain=True)
    assert face.picture(Update()) is None
    assert face.score(Update()) is None
