"""Gives each question an answer of its own, out of lists of what would do. Pure; knows no game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

__all__ = ["one_pairing", "pairings"]

Q = TypeVar("Q")
A = TypeVar("A")


def one_pairing(offers: Mapping[Q, Sequence[A]]) -> dict[Q, A] | None:
    """One way to give each question a different answer of its list, early ones first; None if there is none.

    Takes polynomial time whatever the lists: answers that are taken are freed along augmenting paths.
    """
    giver: dict[A, Q] = {}
    for question in offers:
        if not _settle(question, offers, giver, set()):
            return None
    return {question: answer for question in offers for answer, holder in giver.items() if holder == question}


def _settle(question: Q, offers: Mapping[Q, Sequence[A]], giver: dict[A, Q], tried: set[A]) -> bool:
    for answer in offers[question]:
        if answer not in giver:
            giver[answer] = question
            return True
    for answer in offers[question]:
        if answer in tried:
            continue
        tried.add(answer)
        if _settle(giver[answer], offers, giver, tried):
            giver[answer] = question
            return True
    return False


def pairings(offers: Mapping[Q, Sequence[A]]) -> Iterator[dict[Q, A]]:
    """Every way to give each question a different answer of its list. There may be very many: take what is needed."""
    return _extend(list(offers.items()), {})


def _extend(rest: Sequence[tuple[Q, Sequence[A]]], so_far: dict[Q, A]) -> Iterator[dict[Q, A]]:
    if not rest:
        yield dict(so_far)
        return
    question, answers = rest[0]
    for answer in answers:
        if answer in so_far.values():
            continue
        yield from _extend(rest[1:], so_far | {question: answer})
