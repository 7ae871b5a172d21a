from __future__ import annotations

import asyncio
import random

import pytest

from chieu.table.v1 import table_service_pb2 as service
from services.core.home import Home
from services.core.record import assemble
from services.core.refusal import Refused
from services.core.table.document import Phase
from services.core.verify import verify
from services.tan.codec import CODEC as TAN_CODEC
from services.tan.game import TAN
from tests.core.opening import at
from tests.core.stage import Screen, Stage, player
from tests.core.toy import Do, Move, Options, State

NAMES = ("an", "binh", "cuc")


def turn_of(*hands: list[int]) -> State:
    return State(Options(), list(hands), [0] * len(hands))


async def two(stage: Stage) -> tuple[Home, Home]:
    """Two homes that hear of each other; each believes that it is every table's home, as after a network split."""
    homes = stage.home, stage.another("two")
    for home in homes:
        await stage.listen(home)
    return homes


async def _answer_as(stage: Stage, table: str, seat: int, homes: tuple[Home, Home], chance: random.Random) -> bool:
    """A client that knows one thing: what it has not been told to be refused, it sends until it is told that it counts."""
    prompt = (await stage.document(table)).seats[seat].prompt
    if prompt is None:
        return False
    state = await stage.state(table)
    move = stage.kind.game.default_move(state, seat)
    sent = [
        stage.send(player(NAMES[seat]), table, prompt.prompt_id, move, home=home)
        for home in chance.choices(homes, k=chance.randint(1, 4))
    ]
    found = await asyncio.gather(*sent, return_exceptions=True)
    assert {reply for reply in found if not isinstance(reply, Refused)}, found
    assert len(set(map(str, found))) == 1, "all copies of one answer get one reply"
    return True


@pytest.mark.parametrize("seed", range(5))
async def test_two_competing_homes_lose_no_move_and_double_none(seed: int) -> None:
    stage = Stage(TAN, TAN_CODEC)
    homes, chance = await two(stage), random.Random(seed)
    table = await stage.start(*NAMES, between_seconds=1)
    screens = [await stage.screen(table, name, home=homes[k % 2]) for k, name in enumerate(NAMES)]
    screens += [await stage.screen(table, "nobody", home=home) for home in homes]
    answered = 0
    while (await stage.document(table)).deal < 3:
        for seat in chance.sample(range(3), 3):
            answered += await _answer_as(stage, table, seat, homes, chance)
        await stage.wait(chance.choice([0, 0.01, 0.3, 1]))
    await stage.wait(2)
    records = [assemble(await stage.memory.record(table, deal)) for deal in (1, 2)]
    running = await stage.memory.record(table, None)
    assert sum(len(record.entries) for record in records) + len(running[1:]) == answered
    for screen in screens:
        await _has_everything(stage, table, screen)


async def _has_everything(stage: Stage, table: str, screen: Screen) -> None:
    """Counts rise by one, nothing came twice, and the last is the audience's last; a snapshot may stand for a gap."""
    found = await stage.document(table)
    seat = screen.seats[-1]
    count = found.spectators if seat is None else found.seats[seat].audience
    assert (screen.last.seq, screen.last.mark) == (count.seq, count.mark)
    for before, after in zip(screen.updates, screen.updates[1:], strict=False):
        assert after.seq == before.seq + 1 or (after.snapshot and after.seq > before.seq)
        assert not after.rewound


async def test_a_record_that_two_homes_wrote_by_clocks_that_differ_never_goes_back_in_time() -> None:
    stage = Stage(TAN, TAN_CODEC)
    homes = stage.home, stage.another("two", behind_ms=40)
    table = await stage.start(*NAMES, between_seconds=1)
    turn = 0
    while not (await stage.document(table)).is_over:
        for seat, holder in enumerate((await stage.document(table)).seats):
            if holder.prompt is not None:
                turn += 1
                move = stage.kind.game.default_move(await stage.state(table), seat)
                await stage.answer(table, seat, move, home=homes[turn % 2])
                break
        else:
            await stage.wait(2)
    deals = await stage.memory.records(table)
    kept = [assemble(await stage.memory.record(table, deal)) for deal in deals]
    assert [finding for record in kept for finding in verify(record, TAN, TAN_CODEC)] == []


async def test_both_homes_tell_their_subscribers_every_step_in_order(stage: Stage) -> None:
    one, other = await two(stage)
    table = await at(stage, turn_of([0, 2, 4, 6], [1, 3, 5, 7]))
    screens = [await stage.screen(table, "nobody", home=home) for home in (one, other)]
    for turn in range(4):
        seat = turn % 2
        card = (await stage.state(table)).hands[seat][0]
        await stage.answer(table, seat, Move(Do.PICK, card), home=(one, other)[turn % 2])
        await stage.answer(table, seat, Move(Do.LAY, card), home=(one, other)[turn // 2])
        await stage.wait(4.5)
    names = [[event.name for event in screen.events()] for screen in screens]
    assert names[0] == names[1] == ["laid", "settled", "scored", "turn"] * 4
    assert screens[0].seqs == screens[1].seqs


async def test_a_home_hears_of_the_second_foreign_commit_too(stage: Stage) -> None:
    """The first one wakes it; from then on another replica is the last writer."""
    one, other = await two(stage)
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.answer(table, 0, Move(Do.PICK, 2), home=one)
    screen = await stage.screen(table, "p0", home=one)
    await stage.answer(table, 0, Move(Do.LAY, 2), home=other)
    await stage.wait(1)
    await stage.act(player("p0"), service.LeaveSeatRequest(table=table), home=other)
    await stage.settle()
    assert screen.last.state.seats[0].away


async def test_where_it_is_not_home_a_replica_looks_for_itself(stage: Stage) -> None:
    """A plain caller may watch a table anywhere; nobody fights over who is woken."""
    one, other = await two(stage)
    other.is_here = lambda _: False
    table = await at(stage, turn_of([0, 2], [1, 3]))
    screen = await stage.screen(table, "p1", home=other)
    await stage.answer(table, 0, Move(Do.PICK, 2), home=one)
    await stage.answer(table, 0, Move(Do.LAY, 2), home=one)
    await stage.wait(0.6)
    assert screen.view.laid == 2
    version = (await stage.stored(table)).version
    await stage.wait(1)
    assert (await stage.stored(table)).version == version


async def test_two_homes_that_both_think_they_are_one_wake_each_other_twice_a_second_and_no_more(stage: Stage) -> None:
    one, other = await two(stage)
    table = await at(stage, State(Options(turn_seconds=100), [[0, 2], [1, 3]], [0, 0]))
    for home in (one, other):
        await stage.screen(table, "nobody", home=home)
    await stage.wait(60)
    assert (await stage.stored(table)).version <= 2 + 60 / 0.5


async def test_who_took_a_seat_elsewhere_is_told_what_that_seat_sees(stage: Stage) -> None:
    one, other = await two(stage)
    table = await stage.create(player("an"), seats=2, take_seat=True)
    screen = await stage.screen(table, "binh", home=one)
    await stage.sit(table, "binh", home=other)
    await stage.settle()
    assert screen.seats == [None, 1]
    assert (screen.last.seat, len(screen.view.hand)) == (1, 2)


async def test_who_left_a_seat_elsewhere_never_sees_the_next_ones_cards(stage: Stage) -> None:
    one, other = await two(stage)
    table = await stage.create(player("an"), seats=2, take_seat=True)
    gone = await stage.screen(table, "an", home=one)
    await stage.act(player("an"), service.LeaveSeatRequest(table=table), home=other)
    await stage.sit(table, "binh", "cuc", home=other)
    await stage.wait(1)
    assert (await stage.document(table)).phase == Phase.PLAYING
    assert gone.seats == [0, None]
    assert gone.view.hand == ()
    assert not any(screen.HasField("seat") for screen in gone.updates[1:])


async def test_a_replica_that_is_fenced_and_has_nobody_drops_the_table(stage: Stage) -> None:
    one, other = await two(stage)
    table = await at(stage, turn_of([0, 2], [1, 3]), humans=0)
    await stage.answer(table, 0, Move(Do.PICK, 2), home=one)
    await stage.answer(table, 0, Move(Do.LAY, 2), home=other)
    await stage.settle()
    assert (one.count(), other.count()) == (0, 1)
    stage.asked.clear()
    await stage.wait(30)
    prompts = [ask.prompt.prompt_id for _, ask in stage.asked]
    assert max(map(prompts.count, prompts)) <= 2  # once, and once again; not by both


async def test_wake_ups_that_may_have_been_missed_are_made_up_for(stage: Stage) -> None:
    deaf, other = stage.home, stage.another("two")
    table = await at(stage, turn_of([0, 2], [1, 3]))
    await stage.answer(table, 0, Move(Do.PICK, 2), home=deaf)
    screen = await stage.screen(table, "p1", home=deaf)
    await stage.answer(table, 0, Move(Do.LAY, 2), home=other)
    await stage.settle()
    assert screen.view.laid == -1
    deaf.woken_all()
    await stage.settle()
    assert screen.view.laid == 2
