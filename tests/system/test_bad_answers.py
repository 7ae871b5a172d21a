"""Answers that nobody should give, at a table of each game that waits for its player's answer.

Whatever else comes, from whomever, is refused without naming a card, and the table does not change by a byte. Moves that
can be read and that the rules refuse are in `test_wrong_moves.py`.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage
from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import refusal_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_client import pack
from chieu_client.games import chan, tan, tonk
from tests.system.conftest import GAMES
from tests.system.scene import Attempt, Scene, refused, refuses, settled

pytestmark = [pytest.mark.e2e, pytest.mark.parametrize("game", GAMES)]

_FOREIGN: Mapping[str, Message] = {"tan": tonk.draw(), "tonk": chan.let_pass(), "chan": tan.take()}
"""A move of another game, for each."""
_VIEWS: Mapping[str, Message] = {"tan": tan_pb2.View(), "tonk": tonk_pb2.View(), "chan": chan_pb2.View()}
"""What is no move, of each game."""
_LATE: Mapping[str, tuple[Message, str]] = {
    "tan": (tan.take(), "NOT_YOUR_TURN"),
    "tonk": (tonk.knock(), ""),
    "chan": (chan.chiu(), "NOT_ENTITLED"),
}
"""Another move for a prompt that was answered, and the rule against it where the seat is not asked again."""
_NOT_ASKED: Mapping[str, str] = {"tan": "NOT_YOUR_TURN", "tonk": "NOT_YOUR_TURN", "chan": "NOT_ENTITLED"}
"""The rule against whoever is not asked."""


def answering(**fields: object) -> Attempt:
    """The asked player's answer, with these fields wrong."""

    async def attempt(scene: Scene) -> Refusal:
        return await refused(scene.client, pb.ClientFrame(corr=9, answer=scene.answer(**fields)))

    return attempt


def moving(value: bytes, **fields: object) -> Attempt:
    """The asked player's answer, with bytes that claim to be a move of the game, and these fields wrong."""

    async def attempt(scene: Scene) -> Refusal:
        move = AnyMessage(type_url=f"type.googleapis.com/chieu.{scene.game}.v1.Move", value=value)
        return await answering(move=move, **fields)(scene)

    return attempt


async def a_move_of_another_game(scene: Scene) -> Refusal:
    return await answering(move=pack(_FOREIGN[scene.game]))(scene)


async def what_is_no_move(scene: Scene) -> Refusal:
    return await answering(move=pack(_VIEWS[scene.game]))(scene)


async def from_the_other_seat(scene: Scene) -> Refusal:
    refusal = await refused(scene.other, pb.ClientFrame(corr=9, answer=scene.answer()))
    assert refusal.rule == _NOT_ASKED[scene.game]
    return refusal


async def from_a_spectator(scene: Scene) -> Refusal:
    client = await scene.stranger()
    try:
        return await refused(client, pb.ClientFrame(corr=9, answer=scene.answer()))
    finally:
        client.drop()


async def from_who_has_not_opened_it(scene: Scene) -> Refusal:
    client = await scene.stranger(opened=False)
    await client.next()
    try:
        return await refused(client, pb.ClientFrame(corr=9, answer=scene.answer()))
    finally:
        client.drop()


TRIES: dict[str, tuple[Attempt, str]] = {
    "a-prompt-of-wrong-length": (answering(prompt_id=b"short"), "MALFORMED"),
    "no-move": (answering(move=None), "MALFORMED"),
    "a-move-of-another-game": (a_move_of_another_game, "MALFORMED"),
    "what-is-no-move": (what_is_no_move, "MALFORMED"),
    "bytes-that-are-no-move": (moving(b"\xff\xff"), "MALFORMED"),
    "half-a-move": (moving(b"\x0a\x7f"), "MALFORMED"),
    "an-empty-move": (moving(b""), "MALFORMED"),
    "a-move-of-an-unknown-kind": (moving(b"\x7a\x00"), "MALFORMED"),
    "a-prompt-that-never-was": (answering(prompt_id=bytes(16)), "STALE_PROMPT"),
    "no-move-for-a-prompt-that-never-was": (moving(b"\xff\xff", prompt_id=bytes(16)), "STALE_PROMPT"),
    "a-table-that-is-not-open": (answering(table="tan-00-nowhere"), "NO_SUCH_TABLE"),
    "the-other-seat": (from_the_other_seat, "STALE_PROMPT"),
    "a-spectator": (from_a_spectator, "NOT_SEATED"),
    "somebody-who-has-not-opened-it": (from_who_has_not_opened_it, "NO_SUCH_TABLE"),
}


@pytest.mark.parametrize("what", TRIES)
async def test_a_refused_answer_changes_nothing_and_names_no_card(scene: Scene, what: str) -> None:
    attempt, reason = TRIES[what]
    await refuses(scene, attempt, reason)


async def test_a_prompt_that_is_closed_is_stale_and_the_same_answer_is_answered_alike(scene: Scene) -> None:
    frame = pb.ClientFrame(corr=5, answer=scene.answer())
    first = await settled(scene.client, frame)
    before = scene.stored()
    assert await settled(scene.client, frame) == first
    move, rule = _LATE[scene.game]
    reply = await settled(scene.client, pb.ClientFrame(corr=6, answer=scene.answer(move=pack(move))))
    assert reply.refusal.reason == refusal_pb2.REASON_STALE_PROMPT
    assert reply.refusal.rule == rule
    assert reply.refusal.answered_by == refusal_pb2.ANSWERED_BY_PLAYER
    assert scene.stored() == before
