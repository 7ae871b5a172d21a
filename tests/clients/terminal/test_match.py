from __future__ import annotations

import asyncio
import io
import re
from collections.abc import AsyncIterator, Callable

import pytest
from google.protobuf.message import Message
from rich.console import Console

from chieu.cards.v1.cards_pb2 import CARD_7C, CARD_7D
from chieu.chan.v1 import chan_pb2
from chieu.table.v1 import refusal_pb2, table_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.table_pb2 import Player, Seat
from chieu.table.v1.update_pb2 import AnswerReply, TableEvent, Update
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_client import Chieu, Patience, TableEnded, first_legal, pack
from chieu_terminal.faces import face_of
from chieu_terminal.match import Ending, Match
from chieu_terminal.screen import Screen
from chieu_terminal.words import Words
from tests.clients.gateway_script import Peer, ScriptedGateway, ScriptedTable, running, until
from tests.clients.real_table import RealTable
from tests.clients.tan_script import choices, state, update

T = "tan:01.x"
PATH = "/v1/tables/tan%3A01.x"
QUICK = Patience(first=0.005, longest=0.02, total=5, reply=1)


class Typist:
    """Types lines one by one; after the last one the input is over, or nothing more comes."""

    def __init__(self, *lines: str, ends: bool = True, when: Callable[[], bool] = lambda: True) -> None:
        self.lines = list(lines)
        self.ends = ends
        self.when = when

    async def next(self) -> str | None:
        await until(self.when)
        if self.lines:
            return self.lines.pop(0)
        if not self.ends:
            await asyncio.Event().wait()
        return None


class Seen:
    """A screen, and what it has shown so far."""

    def __init__(self, *, is_plain: bool = True) -> None:
        self.file = io.StringIO()
        console = Console(file=self.file, width=90, highlight=False, force_terminal=not is_plain, color_system=None)
        self.screen = Screen(console, is_plain=is_plain)

    @property
    def text(self) -> str:
        return self.file.getvalue()


@pytest.fixture
async def gateway() -> AsyncIterator[ScriptedGateway]:
    async with running(ScriptedGateway()) as scripted:
        yield scripted


async def play(
    gateway: ScriptedGateway, typist: Typist, seen: Seen, *, game: str = "tan", auto: bool = False
) -> Ending:
    words = Words("en")
    async with Chieu(gateway.address, token="t", patience=QUICK) as session, session.table(T) as table:
        face = face_of(game, words, is_plain=seen.screen.is_plain)
        chooser = first_legal if auto else None
        return await Match(session, table, face, seen.screen, typist, words, chooser).run()


@pytest.mark.parametrize("is_plain", [True, False])
@pytest.mark.parametrize(
    ("game", "seats", "options"),
    [
        ("tan", 2, tan_pb2.Options(match_sets=1)),
        ("tan", 4, tan_pb2.Options(match_sets=1)),
        ("tonk", 3, tonk_pb2.Options(match_hands=2)),
        ("chan", 4, chan_pb2.Options(match_hands=2)),
    ],
)
async def test_a_whole_match_is_played_by_the_real_rules(
    gateway: ScriptedGateway, game: str, seats: int, options: Message, *, is_plain: bool
) -> None:
    table = RealTable(T, game=game, seats=seats, options=options)
    gateway.tables[T] = table
    cuts: set[int] = set()

    def cut_sometimes(peer: Peer) -> None:
        """Loses every seventh reply, once each."""
        if len(table.counted) % 7 == 3 and len(table.counted) not in cuts:
            cuts.add(len(table.counted))
            peer.cut()

    gateway.before_reply = cut_sometimes
    seen = Seen(is_plain=is_plain)
    assert await play(gateway, Typist(ends=False), seen, game=game, auto=True) is Ending.OVER
    assert table.end
    assert "The match is over: 1. " in seen.text
    assert len(re.findall("(Set|Hand) 1 is over", seen.text)) == 1
    assert len(gateway.peers) > 1


async def test_a_piped_script_plays_and_is_told_what_was_wrong(gateway: ScriptedGateway) -> None:
    table = RealTable(T, options=tan_pb2.Options(match_sets=1), seed=5)
    gateway.tables[T] = table
    seen = Seen()
    typist = Typist("hello", "99", "X1", "?", "show", "quit")
    gateway.responses["POST", f"{PATH}/leave"] = [(200, {})]
    assert await play(gateway, typist, seen) is Ending.LEFT
    assert "I do not understand 'hello'" in seen.text
    assert "Your hand has no card number 99." in seen.text
    assert "Name cards by their number" in seen.text
    assert "You left." in seen.text
    assert seen.text.count("Your move, 20 s left") == 2
    assert [request.path for request in gateway.requests if request.method == "POST"] == [f"{PATH}/leave"]


@pytest.mark.parametrize(("rule", "words"), [("MUST_OPEN", "You must open"), ("OF_TOMORROW", "The rules do not allow")])
async def test_a_refused_move_is_explained_and_can_be_made_anew(
    gateway: ScriptedGateway, rule: str, words: str
) -> None:
    refusal = Refusal(reason=refusal_pb2.REASON_ILLEGAL_MOVE, advice=refusal_pb2.ADVICE_CHANGE, rule=rule)
    gateway.tables[T] = ScriptedTable(
        T,
        told=[asking(1)],
        to_come=[update(2, phase=table_pb2.PHASE_FINISHED)],
        replies=[AnswerReply(refusal=refusal)],
    )
    seen = Seen()
    assert await play(gateway, Typist("stop", "1"), seen) is Ending.OVER
    assert words in seen.text
    assert len(gateway.tables[T].counted) == 1


async def test_the_end_of_the_input_ends_the_play_but_not_the_seat(gateway: ScriptedGateway) -> None:
    gateway.tables[T] = ScriptedTable(T, told=[asking(1)])
    assert await play(gateway, Typist(), Seen()) is Ending.NO_INPUT
    assert [request.path for request in gateway.requests] == ["/ws"]


async def test_the_clock_that_was_quicker_is_named(gateway: ScriptedGateway) -> None:
    stale = Refusal(reason=refusal_pb2.REASON_STALE_PROMPT, answered_by=refusal_pb2.ANSWERED_BY_CLOCK)
    gateway.tables[T] = ScriptedTable(T, told=[asking(1)], replies=[AnswerReply(refusal=stale)])
    seen = Seen()
    playing = asyncio.create_task(play(gateway, Typist("1", ends=False), seen))
    await until(lambda: "Too late: the clock has answered." in seen.text)
    timed_out = update(2, phase=table_pb2.PHASE_FINISHED)
    timed_out.events.append(pack(TableEvent(turn_timed_out=TableEvent.TurnTimedOut(seat=0))))
    gateway.tell(T, timed_out)
    assert await playing is Ending.OVER
    assert "The clock answered for An (you)." in seen.text


async def test_short_time_is_told_once(gateway: ScriptedGateway) -> None:
    told = asking(1, seconds=4)
    gateway.tables[T] = ScriptedTable(T, told=[told])
    seen = Seen(is_plain=False)
    playing = asyncio.create_task(play(gateway, Typist(ends=False), seen))
    await until(lambda: "4 s left!" in seen.text)
    gateway.tell(T, update(2, phase=table_pb2.PHASE_FINISHED))
    assert await playing is Ending.OVER
    assert seen.text.count("s left!") == 1


async def test_people_sit_down_and_the_owner_starts(gateway: ScriptedGateway) -> None:
    gathering = update(1, phase=table_pb2.PHASE_GATHERING)
    gathering.ClearField("view")
    gathering.state.CopyFrom(state(table_pb2.PHASE_GATHERING))
    gathering.state.deal = 0
    gathering.state.seats[1].ClearField("bot")
    gateway.tables[T] = ScriptedTable(T, told=[gathering])
    gateway.responses["POST", f"{PATH}/start"] = [(200, {})]
    seen = Seen(is_plain=False)
    playing = asyncio.create_task(play(gateway, Typist("1", "start", ends=False), seen))
    await until(lambda: any(request.path == f"{PATH}/start" for request in gateway.requests))
    assert gateway.requests[-1].body["deal"] == 1
    assert "It is not your turn." in seen.text
    sits = update(2, phase=table_pb2.PHASE_CLOSED)
    sits.state.end_reason = "CLOSED_BY_OWNER"
    event = TableEvent.SeatChanged(seat=Seat(number=1, player=Player(name="Bo")))
    sits.events.append(pack(TableEvent(seat_changed=event)))
    gateway.tell(T, sits)
    assert await playing is Ending.OVER
    assert "Waiting for 1 more" in seen.text
    assert "Seat 1: Bo." in seen.text
    assert "The table was closed: its owner closed it." in seen.text


async def test_a_newer_window_takes_over(gateway: ScriptedGateway) -> None:
    gateway.tables[T] = ScriptedTable(T, told=[asking(1)])
    playing = asyncio.create_task(play(gateway, Typist(ends=False), Seen()))
    await until(lambda: gateway.live and T in gateway.live[0].tables)
    gateway.close_table(T, Refusal(reason=refusal_pb2.REASON_SUPERSEDED, advice=refusal_pb2.ADVICE_CHANGE))
    with pytest.raises(TableEnded):
        await playing


def asking(seq: int, *, seconds: float = 20) -> Update:
    """An update with a view that holds the cards that its prompt asks for."""
    made = update(seq, asks=choices("7C", "7D"), seconds=seconds)
    view = tan_pb2.View(set_no=1, hand=[CARD_7C, CARD_7D], audience=0, turn=0, seats=[tan_pb2.SeatView(seat=0)])
    made.view.CopyFrom(pack(view))
    return made
