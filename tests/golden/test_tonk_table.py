"""The golden cases of Tonk once more at a table: repeats, outdated versions, unreadable moves, the clock, the end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from chieu.cards.v1.cards_pb2 import CARD_2C
from chieu.tonk.v1 import tonk_pb2 as pb
from services.core.refusal import Reason
from services.tonk import rules
from services.tonk.codec import CODEC
from services.tonk.game import TONK
from tests.golden import table_driver
from tests.golden.cases import Case
from tests.golden.table_driver import Refused, TableDriver, Words
from tests.golden.test_tonk_rules import HANDS
from tests.golden.tonk_case import Said, check, move_of, said, starting_state

pytestmark = pytest.mark.golden

WORDS = Words(
    "STALE_STATE",
    {
        Reason.REASON_NOT_SEATED: "NOT_IN_MATCH",
        Reason.REASON_NO_DEAL: "HAND_OVER",
        Reason.REASON_MALFORMED: "BAD_MOVE",
    },
)

SURPLUS = b"\x78\x01"
"""A field that no message has."""


@pytest.fixture
def driver() -> Iterator[TableDriver]:
    connected = table_driver.connect(CODEC, WORDS)
    yield connected
    connected.close()


@pytest.mark.parametrize("case", HANDS, ids=lambda case: f"{case.test_id}-table")
def test_case_comes_out_at_a_table(case: Case, driver: TableDriver) -> None:
    data = case.data
    driver.open(TONK, starting_state(data))
    _check_tries(driver, data.get("tries", {}))
    done = list(data.get("do", []))
    refused = done.pop() if "error" in data else None
    for text in done:
        _send(driver, said(text))
    if refused is not None:
        _check_tries(driver, {refused: data["error"]})
    expect = data.get("expect", {})
    state = driver.state()
    assert isinstance(state, rules.State)
    check(data, expect, state)
    _check_tries(driver, data.get("tries_after", {}))


def _check_tries(driver: TableDriver, tries: Mapping[str, str]) -> None:
    for text, error in tries.items():
        before = TONK.pack(driver.state())
        with pytest.raises(Refused) as refused:
            _send(driver, said(text))
        assert refused.value.code == error, text
        assert TONK.pack(driver.state()) == before


def _send(driver: TableDriver, move: Said) -> None:
    if move.verb == "Timeout":
        driver.time_out(move.version)
        return
    named = move_of(move)
    driver.play(move.seat, _unreadable(move) if named is None else named, move.version, move.request)


def _unreadable(move: Said) -> bytes:
    """What a client would send that says no move: a part missing, one too many, or of the wrong type."""
    return _UNREADABLE.get((move.verb, len(move.words)), SURPLUS)


def _with(message: pb.Move, more: bytes) -> bytes:
    """The move with more bytes inside its one field."""
    tag, _, *body = message.SerializeToString()
    inner = bytes(body) + more
    return bytes([tag, len(inner)]) + inner


_UNREADABLE: Mapping[tuple[str, int], bytes] = {
    ("Draw", 0): pb.Move(draw=pb.Draw()).SerializeToString(),
    ("Draw", 1): _with(pb.Move(draw=pb.Draw(source=pb.SOURCE_STOCK)), b"\x08\x63"),
    ("Knock", 1): _with(pb.Move(knock=pb.Knock()), SURPLUS),
    ("Decline", 1): _with(pb.Move(decline=pb.Decline()), SURPLUS),
    ("Discard", 0): pb.Move(discard=pb.Discard()).SerializeToString(),
    ("Discard", 2): _with(pb.Move(discard=pb.Discard(card=CARD_2C)), SURPLUS),
    ("Hit", 1): pb.Move(hit=pb.Hit(card=CARD_2C)).SerializeToString(),
    ("Hit", 2): _with(pb.Move(hit=pb.Hit(card=CARD_2C)), b"\x12\x03one"),
    ("Spread", 0): pb.Move(spread=pb.Spread()).SerializeToString(),
}
"""By verb and number of words after it; `Fly` and whatever else is in no list is a field that nobody knows."""
