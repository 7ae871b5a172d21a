from __future__ import annotations

from collections.abc import Sequence
from string import Formatter

import pytest

from chieu.chan.v1 import chan_pb2
from chieu.table.v1 import refusal_pb2
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_terminal.faces import FACES
from chieu_terminal.words import LANGUAGES, Words
from services.core.table.seating import LEVELS

LIVE = [name.replace("ORIGIN_", "ORIGIN_live_") for name, _ in chan_pb2.Origin.items()]


def fields(sentence: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(sentence) if field}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_everything_with_the_same_fields(language: str) -> None:
    english, other = Words("en"), Words(language)
    keys = english.keys()
    assert other.keys() == keys
    differing = [key for key in keys if fields(other.sentence(key)) != fields(english.sentence(key))]
    assert not differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_reason_of_the_contract_has_its_words(language: str) -> None:
    keys = Words(language).keys()
    reasons = {f"reason.{name.removeprefix('REASON_')}" for name in refusal_pb2.Reason.keys()[1:]}
    answerers = {f"by.{name.removeprefix('ANSWERED_BY_')}" for name, _ in refusal_pb2.AnsweredBy.items()}
    assert reasons | answerers <= keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_of_a_bot_has_its_words(language: str) -> None:
    assert {f"level.{level}" for level in LEVELS} <= Words(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("under", "prefix", "names"),
    [
        ("tan.rule", "RULE_", tan_pb2.Rule.keys()),
        ("tan", "END_REASON_", tan_pb2.EndReason.keys()),
        ("tonk.rule", "RULE_", tonk_pb2.Rule.keys()),
        ("tonk.end", "END_REASON_", tonk_pb2.EndReason.keys()),
        ("tonk.paid", "PAID_FOR_", tonk_pb2.PaidFor.keys()),
        ("chan.rule", "REFUSAL_", chan_pb2.Refusal.keys()),
        ("chan.cuoc", "CUOC_", chan_pb2.Cuoc.keys()),
        ("chan", "ORIGIN_", LIVE),
    ],
)
def test_every_rule_and_end_of_every_game_has_its_words(
    language: str, under: str, prefix: str, names: Sequence[str]
) -> None:
    assert {f"{under}.{name.removeprefix(prefix)}" for name in names[1:]} <= Words(language).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_game_says_what_may_be_typed(language: str) -> None:
    assert {f"{game}.help" for game in FACES} <= Words(language).keys()


def test_another_language_is_told() -> None:
    with pytest.raises(ValueError, match="expected one of en, vi, got 'fr'"):
        Words("fr")
