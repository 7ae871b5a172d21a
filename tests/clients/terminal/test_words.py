from __future__ import annotations

from string import Formatter

import pytest

from chieu.table.v1 import refusal_pb2
from chieu.tan.v1 import tan_pb2
from chieu_terminal.words import LANGUAGES, Words


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
def test_every_reason_and_rule_of_the_contract_has_its_words(language: str) -> None:
    keys = Words(language).keys()
    reasons = {f"reason.{name.removeprefix('REASON_')}" for name in refusal_pb2.Reason.keys()[1:]}
    rules = {f"tan.rule.{name.removeprefix('RULE_')}" for name in tan_pb2.Rule.keys()[1:]}
    answerers = {f"by.{name.removeprefix('ANSWERED_BY_')}" for name, _ in refusal_pb2.AnsweredBy.items()}
    ends = {f"tan.{name.removeprefix('END_REASON_')}" for name in tan_pb2.EndReason.keys()[1:]}
    assert reasons | rules | answerers | ends <= keys


def test_another_language_is_told() -> None:
    with pytest.raises(ValueError, match="expected one of en, vi, got 'fr'"):
        Words("fr")
