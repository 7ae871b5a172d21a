from __future__ import annotations

import pytest

from identity import Identity, clean_name, guest_name


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        ("An", "An"),
        ("  Nguyễn \t\n An ", "Nguyễn An"),
        ("An\u202egnud", "Angnud"),
        ("A\x00n\x1b[2J", "An[2J"),
        ("x" * 50, "x" * 40),
    ],
)
def test_names_are_one_visible_line(given: str, shown: str) -> None:
    assert clean_name(given, "s") == shown


@pytest.mark.parametrize("given", ["", " ", "\u200b\u202e"])
def test_an_empty_name_becomes_a_guest_name(given: str) -> None:
    assert clean_name(given, "s") == guest_name("s")


def test_guest_names_are_stable_and_differ() -> None:
    assert guest_name("a") == guest_name("a")
    assert guest_name("a") != guest_name("b")


def test_an_identity_knows_its_time_and_its_table() -> None:
    who = Identity("t", "s", "n", table="tan-1", expires=100)
    assert who.is_expired(100)
    assert not who.is_expired(99)
    assert who.may_open("tan-1")
    assert not who.may_open("tan-2")
    assert Identity("t", "s", "n").may_open("tan-2")
