from __future__ import annotations

from itertools import islice

from chieu_client.games.pairing import one_pairing, pairings


def test_an_answer_is_freed_where_another_question_needs_it() -> None:
    assert one_pairing({"a": [1, 2], "b": [1], "c": [2, 3]}) == {"a": 2, "b": 1, "c": 3}


def test_there_is_no_pairing_where_two_need_the_same() -> None:
    assert one_pairing({"a": [1], "b": [1]}) is None
    assert list(pairings({"a": [1], "b": [1]})) == []


def test_all_pairings_are_there_once() -> None:
    assert list(pairings({"a": [1, 2], "b": [2, 3]})) == [{"a": 1, "b": 2}, {"a": 1, "b": 3}, {"a": 2, "b": 3}]
    assert list(pairings({})) == [{}]


def test_pairing_many_is_quick() -> None:
    tight = {question: list(range(question % 3, 25)) for question in range(25)}
    assert len(one_pairing(tight) or {}) == 25
    assert one_pairing({question: list(range(24)) for question in range(25)}) is None
    assert len(list(islice(pairings(tight), 10))) == 10
