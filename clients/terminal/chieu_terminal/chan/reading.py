"""Turns a typed line into a move of Chắn. Pure. A line may well be illegal: the server says so, and says why."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from chieu.chan.v1.chan_pb2 import Choices, Move, View
from chieu_client.games import chan
from chieu_terminal.chan.naming import card_named
from chieu_terminal.reading import Unreadable, bare
from chieu_terminal.typed import Play, Typed

__all__ = ["read"]

_ACTS: dict[str, Callable[[], Move]] = {
    **dict.fromkeys(("win", "w", "u"), chan.win),
    **dict.fromkeys(("chiu", "an chiu"), chan.chiu),
    **dict.fromkeys(("chan", "an chan"), chan.chan),
    **dict.fromkeys(("pass", "p", "duoi", "d"), chan.let_pass),
}
_CA = ("ca", "an ca")
_TAKE = ("take", "t", "an", "a")
_DISCARD = ("discard", "throw", "danh")


def read(line: str, choices: Choices, view: View) -> Typed:
    """The move that a line means for this prompt, or why it means none. Nothing at all lets go what cannot be taken."""
    said = bare(line)
    hand, live = chan.names(view.hand), chan.name(view.live.card)
    if not said and [move.WhichOneof("move") for move in chan.legal_moves(choices)] == ["let_pass"]:
        return Play(chan.let_pass())
    try:
        if said in _ACTS:
            return Play(_ACTS[said]())
        if said in _TAKE:
            return Play(_take(choices, live, hand))
        if said in _CA:
            return Play(chan.ca(_partner(choices, live, hand)))
        return Play(_with_card(line.strip(), choices, live, hand))
    except Unreadable as unreadable:
        return unreadable.unclear


def _take(choices: Choices, live: str, hand: Sequence[str]) -> Move:
    """What is offered; of Chắn and Chíu the Chắn. Where nothing is, what the server can say most about."""
    if choices.take.chiu and not choices.take.chan:
        return chan.chiu()
    if choices.take.partner or (live not in hand and _mates(live, hand)):
        return chan.ca(_partner(choices, live, hand))
    return chan.chan()


def _partner(choices: Choices, live: str, hand: Sequence[str]) -> str:
    """The card that was offered for a Cạ, else one for the server to say why not."""
    offered = [chan.name(choices.take.partner)] if choices.take.partner else _mates(live, hand)
    if not offered:
        raise Unreadable("chan.no_partner")
    return offered[0]


def _mates(live: str, hand: Sequence[str]) -> list[str]:
    return [name for name in hand if name[0] == live[0] and live not in {name, "cc"}]


def _with_card(line: str, choices: Choices, live: str, hand: Sequence[str]) -> Move:
    """A card alone is discarded, or takes the live card where that is the question."""
    if (rest := _after(line, _DISCARD)) is not None:
        return chan.discard(card_named(rest, hand))
    if (rest := _after(line, _CA)) is not None:
        return chan.ca(card_named(rest, hand))
    card = card_named(line, hand)
    if choices.WhichOneof("choices") == "take" and card[0] == live[0]:
        return chan.chan() if card == live else chan.ca(card)
    return chan.discard(card)


def _after(line: str, acts: Collection[str]) -> str | None:
    """What follows one of these at the beginning of a line; None where none is there."""
    words = line.split()
    for count in (2, 1):
        if bare(" ".join(words[:count])) in acts:
            return " ".join(words[count:])
    return None
