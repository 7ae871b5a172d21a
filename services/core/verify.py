"""Checks a finished deal's record: that the cards were the ones promised, and that these moves led to this result.

Everything is done anew from what the record says: the commitment from the seed, the deal from seed and contributions,
every move and pause by the rules, the result, the scores, the hash chain. What cannot be seen from a record alone is
whether it is the one that was played; for that, compare its commitment with the one that was shown before the deal.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import DecodeError, Message

from chieu.table.v1 import record_pb2 as pb
from services.core import chance, record
from services.core.codec import BadOptions, Codec, MalformedMove
from services.core.game import AnyGame, IllegalMove, Ready

__all__ = ["Finding", "Wrong", "verify"]

ENTROPY = 32


class Wrong(enum.StrEnum):
    """What is wrong with a record."""

    HEADER = "header"
    """The record is not of this game, of other rules, or cannot be read."""
    SEED = "seed"
    """The seed is not the one that was committed to."""
    ROOT = "root"
    """The header is not the one that the hash chain starts from."""
    CHAIN = "chain"
    """An entry is not the one that was chained: changed, moved, dropped or added."""
    CONTRIBUTION = "contribution"
    """Randomness of a seat that there is not, of one seat twice, or too much of it."""
    MOVE = "move"
    """The rules would not have taken this entry here."""
    TIME = "time"
    """An entry is older than the one before it."""
    END = "end"
    """The entries do not lead to an end, or go on after it."""
    RESULT = "result"
    """The entries lead to another result."""
    SCORES = "scores"
    """The result leads to other scores."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that is wrong; `entry` counts from 0 and is None where no entry is meant."""

    wrong: Wrong
    detail: str
    entry: int | None = None

    def __str__(self) -> str:
        where = "" if self.entry is None else f" in entry {self.entry}"
        return f"{self.wrong}{where}: {self.detail}"


class _Unplayable(Exception):  # noqa: N818 - a finding on its way out
    """The deal cannot be followed any further."""

    def __init__(self, wrong: Wrong, detail: str, entry: int | None = None) -> None:
        super().__init__(detail)
        self.finding = Finding(wrong, detail, entry)


def verify(checked: pb.Record, game: AnyGame, codec: Codec) -> list[Finding]:
    """Everything that is wrong with a record of this game; empty if nothing is. Never raises for what a record says."""
    findings = [*_hashes(checked), *_contributions(checked)]
    try:
        findings.extend(_replay(checked, game, codec))
    except _Unplayable as unplayable:
        findings.append(unplayable.finding)
    return findings


def _hashes(checked: pb.Record) -> Iterator[Finding]:
    if len(checked.seed) != chance.SEED_BYTES or chance.commitment(checked.seed) != checked.commitment:
        yield Finding(Wrong.SEED, "the commitment is not that of the seed")
    if record.root(checked) != checked.root:
        yield Finding(Wrong.ROOT, "the root is not the header's hash")
    before, at_ms = checked.root, 0
    for number, entry in enumerate(checked.entries):
        if record.chain(before, entry) != entry.hash:
            yield Finding(Wrong.CHAIN, "its hash does not follow from it and the hash before", number)
        if entry.at_ms < at_ms:
            yield Finding(Wrong.TIME, f"{entry.at_ms} comes before {at_ms}", number)
        before, at_ms = entry.hash, entry.at_ms
    if checked.ended_ms < at_ms:
        yield Finding(Wrong.TIME, f"the end, {checked.ended_ms}, comes before {at_ms}")


def _contributions(checked: pb.Record) -> Iterator[Finding]:
    seen: set[int] = set()
    for one in checked.contributions:
        if one.seat >= checked.seats or one.seat in seen or not 0 < len(one.entropy) <= ENTROPY:
            yield Finding(Wrong.CONTRIBUTION, f"seat {one.seat} gave {len(one.entropy)} bytes")
        seen.add(one.seat)


def _replay(checked: pb.Record, game: AnyGame, codec: Codec) -> Iterator[Finding]:
    options, match, state = _dealt(checked, game, codec)
    for number, entry in enumerate(checked.entries):
        if game.result(state) is not None:
            raise _Unplayable(Wrong.END, "the deal was over before", number)
        _play(game, codec, state, entry, number)
    result = game.result(state)
    if result is None:
        raise _Unplayable(Wrong.END, "the deal is not over after the last entry")
    if _read(checked.result, codec.result_message) != codec.encode_result(result):
        yield Finding(Wrong.RESULT, "the entries lead to another result")
    if list(game.scores(game.after_deal(options, match, result))) != list(checked.scores):
        yield Finding(Wrong.SCORES, "the result leads to other scores")


def _dealt(checked: pb.Record, game: AnyGame, codec: Codec) -> tuple[Any, Any, Any]:
    """Options, match before the deal, and the state after dealing."""
    if (checked.game, checked.rules_version) != (game.name, game.rules_version):
        detail = f"{checked.game} {checked.rules_version}, and these are the rules of {game.name} {game.rules_version}"
        raise _Unplayable(Wrong.HEADER, detail)
    if checked.seats not in game.seats:
        raise _Unplayable(Wrong.HEADER, f"{checked.seats} seats")
    wire = _read(checked.options, codec.options_message)
    if wire is None:
        raise _Unplayable(Wrong.HEADER, "the options cannot be read")
    try:
        options = codec.decode_options(wire, checked.seats)
        match = game.unpack_match(options, checked.match)
        if not isinstance(game.before_deal(options, match), Ready) or game.deals_done(match) + 1 != checked.deal:
            raise _Unplayable(Wrong.HEADER, f"the match is not about to see deal {checked.deal}")
        if len(game.scores(match)) != checked.seats:
            raise _Unplayable(Wrong.HEADER, f"the match is not for {checked.seats} seats")
        contributions = [(one.seat, one.entropy) for one in checked.contributions]
        wanted = list(game.draws(options, match))
        drawn = chance.draw(checked.seed, contributions, checked.table, checked.deal, wanted)
        state, _ = game.deal(options, match, drawn)
    except (BadOptions, ValueError, LookupError, TypeError) as error:
        raise _Unplayable(Wrong.HEADER, f"options and match make no deal: {error}") from error
    return options, match, state


def _play(game: AnyGame, codec: Codec, state: Any, entry: pb.Entry, number: int) -> None:
    if not entry.HasField("seat"):
        if game.pause(state) is None:
            raise _Unplayable(Wrong.MOVE, "no pause was running", number)
        game.advance(state)
        return
    wire = _read(entry.move, codec.move_message)
    if wire is None:
        raise _Unplayable(Wrong.MOVE, "the move cannot be read", number)
    if entry.seat not in game.prompts(state):
        raise _Unplayable(Wrong.MOVE, f"seat {entry.seat} was not asked", number)
    try:
        game.play(state, entry.seat, codec.decode_move(wire))
    except IllegalMove as refused:
        raise _Unplayable(Wrong.MOVE, f"the rules refuse it: {refused.code}", number) from refused
    except MalformedMove as malformed:
        raise _Unplayable(Wrong.MOVE, f"it is no move: {malformed}", number) from malformed


def _read(packed: AnyMessage, wanted: type[Message]) -> Message | None:
    """The message inside, or None if it is another one or none."""
    message = wanted()
    try:
        return message if packed.Unpack(message) else None
    except DecodeError:
        return None
