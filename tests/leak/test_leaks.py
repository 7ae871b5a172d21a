"""Nobody learns what the rulebook denies, on any channel.

Two tables that an audience cannot tell apart (the second is a guess made from what it sees, with another seed, other
hidden cards and other private answers) must give it the same bytes, whatever it or anybody else does, until that
shows it something.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
import structlog
from google.protobuf.any_pb2 import Any as AnyMessage
from msgspec.structs import replace as changed

from chieu.table.v1.update_pb2 import TableEvent, Update
from services.core.bots import job
from services.core.chance import SearchRandom
from services.core.game import SPECTATORS
from services.core.refusal import Refused
from services.core.table import clock, deals
from services.core.table.document import Closed
from services.core.table.updates import Sealed, snapshot, table_message
from telemetry import set_up_logging
from tests.core.leaping import LeapingLoop
from tests.core.stage import Stage, player
from tests.leak.games import LEAK_TABLES, LeakTable
from tests.leak.machine import BOT_SEAT, At, Machine

pytestmark = pytest.mark.leak

STEPS = 120

each_table = pytest.mark.parametrize("table", LEAK_TABLES, ids=lambda table: table.name)


@dataclass
class Walk:
    """A machine, the moments that it goes through, and chance for the test."""

    machine: Machine
    rng: SearchRandom
    sealed: Sealed | None = None

    def moments(self, steps: int = STEPS) -> Iterator[At]:
        """So many moments of a match, and the commit that led to each in `sealed`."""
        at = self.machine.begin()
        yield at
        for _ in range(steps):
            found = self.machine.step(at, self.rng)
            if found is None:
                return
            at, self.sealed = found
            yield at


def walk(table: LeakTable, seed: int, *, with_bot: bool = False) -> Walk:
    return Walk(Machine(table, with_bot=with_bot), SearchRandom(seed))


def twin(machine: Machine, at: At, audience: int, rng: SearchRandom, *, as_bot: bool = False) -> At:
    """The same moment with everything else that the audience cannot see, or that it cannot remember as a bot does."""
    game = machine.table.game
    seen = game.bot_view(at.state, audience) if as_bot else game.view(at.state, audience)
    draft = machine.draft(replace(at, state=game.sample(seen, rng)))
    draft.change(seed=b"another seed".ljust(32), chain=b"another chain".ljust(32))
    for seat, one in enumerate(at.document.seats):
        if seat != audience:
            closed = tuple(Closed(b"another".ljust(16), 3, b"", one.seq) for one in one.closed[:1])
            count = changed(one.audience, seq=one.audience.seq + 3)
            draft.change_seat(seat, entropy=b"other", closed=closed, audience=count)
    draft._ask()
    return At(draft.document, draft.state, at.now_ms, at.step)


def told(machine: Machine, at: At, outcome: tuple[int, Sealed] | Refused, audience: int) -> tuple[Any, Any]:
    """What an audience is told by a commit, and what it sees afterwards."""
    if isinstance(outcome, Refused):
        return None, machine.table.game.view(at.state, audience)
    change = outcome[1].change
    update = change.updates.get(audience)
    return update and (update, change.shared), machine.table.game.view(outcome[1].state, audience)


def audiences(table: LeakTable) -> range:
    return range(SPECTATORS, table.seats)


@each_table
def test_an_audience_is_shown_the_same_picture_of_tables_that_look_alike(table: LeakTable) -> None:
    going = walk(table, 21)
    for number, at in enumerate(going.moments()):
        audience = audiences(table)[number % (table.seats + 1)]
        other = twin(going.machine, at, audience, going.rng)
        kind, now = going.machine.kind, at.now_ms
        pictures = [snapshot(kind, one.document, one.state, audience, now) for one in (at, other)]
        assert pictures[0] == pictures[1]
        tables = [table_message(kind, one.document).SerializeToString(deterministic=True) for one in (at, other)]
        assert tables[0] == tables[1]
        assert at.document.settles_ms == other.document.settles_ms
        drafts = [going.machine.draft(one) for one in (at, other)]
        assert deals.record_is_open(drafts[0]) == deals.record_is_open(drafts[1])


@each_table
def test_a_seat_gets_the_same_answer_to_whatever_it_tries(table: LeakTable) -> None:
    going = walk(table, 22)
    machine, tried = going.machine, 0
    for number, at in enumerate(going.moments(STEPS // 2)):
        seat = number % table.seats
        if not machine.is_playing(at):
            continue
        other = twin(machine, at, seat, going.rng)
        closed = [one.prompt_id for one in at.document.seats[seat].closed]
        for move in table.tries(at.state, seat, going.rng.below):
            for prompt_id in (None, b"never".ljust(16), *closed[-1:]):
                here, there = (machine.answered(one, seat, move, prompt_id) for one in (at, other))
                _same(machine, (at, here), (other, there), seat)
                tried += 1
    assert tried > 100


def _same(machine: Machine, one: tuple[At, Any], other: tuple[At, Any], seat: int) -> None:
    here, there = one[1], other[1]
    assert isinstance(here, Refused) == isinstance(there, Refused)
    if isinstance(here, Refused):
        assert here.message() == there.message()
        assert str(here) == str(there)
        return
    assert here[0] == there[0]
    update, view = told(machine, one[0], here, seat)
    other_update, other_view = told(machine, other[0], there, seat)
    if view == other_view:
        assert update == other_update


@each_table
def test_what_others_do_is_told_alike_until_it_shows_something(table: LeakTable) -> None:
    going = walk(table, 23)
    machine, compared = going.machine, 0
    for number, at in enumerate(going.moments()):
        audience = audiences(table)[number % (table.seats + 1)]
        other = twin(machine, at, audience, going.rng)
        for seat in set(machine.asked(at)) & set(machine.asked(other)) - {audience}:
            for whim in (0, 1):
                here, there = (machine.answered(one, seat, machine.move(one, seat, whim)) for one in (at, other))
                update, view = told(machine, at, here, audience)
                other_update, other_view = told(machine, other, there, audience)
                if view == other_view:
                    assert update == other_update
                    compared += 1
    assert compared > 3


@each_table
def test_an_answer_that_shows_an_audience_nothing_is_no_update_for_it(table: LeakTable) -> None:
    going = walk(table, 24)
    machine, game = going.machine, table.game
    for at in going.moments():
        pause = game.pause(at.state) if machine.is_playing(at) else None
        for seat in machine.asked(at):
            answered = machine.answered(at, seat, machine.move(at, seat))
            for audience in set(audiences(table)) - {seat}:
                update, _ = told(machine, at, answered, audience)
                if pause is not None and pause.seconds is None:
                    assert update is None, "a window is open, and somebody else's answer was told"


@each_table
def test_a_bots_job_holds_what_its_seat_may_see_and_nothing_else(table: LeakTable) -> None:
    going = walk(table, 25, with_bot=True)
    machine, asked = going.machine, 0
    for at in going.moments():
        asks = [one for one in clock.asks(at.document, machine.kind.timing) if one.seat == BOT_SEAT]
        if not asks:
            continue
        other = twin(machine, at, BOT_SEAT, going.rng, as_bot=True)
        jobs = [
            job(machine.kind, one.document, one.state, asks[0], "here:1", at.now_ms).SerializeToString(
                deterministic=True
            )
            for one in (at, other)
        ]
        assert jobs[0] == jobs[1]
        assert at.document.seed not in jobs[0]
        asked += 1
    assert asked > 3


@each_table
def test_no_update_names_a_card_that_its_audience_may_not_name(table: LeakTable) -> None:
    going = walk(table, 26)
    before: At | None = None
    checked = 0
    for at in going.moments(2 * STEPS):
        if going.sealed is not None and before is not None:
            for audience, (_, head) in going.sealed.change.updates.items():
                update = head + going.sealed.change.shared
                may = table.may_name(at.state, audience)
                if going.machine.is_playing(before):
                    may = may | table.may_name(before.state, audience)
                named = set(_named(table, Update.FromString(update)))
                if going.machine.is_playing(at):
                    assert named <= may
                    checked += 1
        before = at
    assert checked > 50


def _named(table: LeakTable, update: Update) -> Iterator[int]:
    codec = table.codec
    packed: list[tuple[AnyMessage, Any]] = [(update.view, codec.view_message())]
    packed.append((update.prompt.choices, codec.choices_message()))
    packed += [(event, codec.event_message()) for event in update.events if not event.Is(TableEvent.DESCRIPTOR)]
    for carried, message in packed:
        if carried.type_url:
            assert carried.Unpack(message)
            yield from table.named(message)


@each_table
def test_the_running_deals_seed_is_in_nothing_that_leaves(table: LeakTable) -> None:
    going = walk(table, 27)
    for at in going.moments():
        if not at.document.seed or going.sealed is None:
            continue
        leaving = [update + going.sealed.change.shared for _, update in going.sealed.change.updates.values()]
        leaving += [snapshot(going.machine.kind, at.document, at.state, SPECTATORS, at.now_ms)]
        assert not any(at.document.seed in data for data in leaving)
        if going.machine.is_playing(at):
            assert not any(at.document.seed in entry for entry in going.sealed.change.record)


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    out = io.StringIO()
    set_up_logging("leak", "debug", "json", out)
    yield out
    root.handlers[:] = handlers
    root.setLevel(level)
    structlog.reset_defaults()


@each_table
def test_a_match_leaves_no_cards_in_the_log(table: LeakTable, logged: io.StringIO) -> None:
    """Not even when the game fails: the failing state, its view and the move are nowhere in what is written."""
    loop = LeapingLoop()
    is_broken = False

    def breaking(state: Any, seat: int, move: Any) -> Any:
        if is_broken:
            raise RuntimeError("no cards here")
        return table.game.play(state, seat, move)

    async def play() -> bytes:
        nonlocal is_broken
        stage = Stage(replace(table.game, play=breaking), table.codec)
        names = [f"p{seat}" for seat in range(table.seats)]
        name = await stage.start(*names, options=table.options)
        await stage.screen(name, "p0")
        await stage.wait(15)
        while not any(one.prompt for one in (await stage.document(name)).seats):
            await stage.wait(0.1)
        is_broken = True
        found = await stage.document(name)
        seat = [one.prompt is not None for one in found.seats].index(True)
        move = table.game.default_move(await stage.state(name), seat)
        prompt = found.seats[seat].prompt
        assert prompt is not None
        with pytest.raises(Refused):
            await stage.send(player(names[seat]), name, prompt.prompt_id, move)
        return (await stage.stored(name)).state

    try:
        state = loop.run_until_complete(play())
    finally:
        loop.close()
    text = logged.getvalue()
    assert "RuntimeError" in text, "the fault was to be logged"
    assert len(text.splitlines()) < 5
    assert repr(state)[2:40] not in text
    for word in ("Move(", "State(", "View(", "Attack(", "hands", "cards="):
        assert word not in text
