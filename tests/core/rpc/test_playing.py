from __future__ import annotations

import itertools
import time

import grpc

from chieu.cards.v1.cards_pb2 import Card
from chieu.table.v1 import table_service_pb2 as pb
from chieu.table.v1.refusal_pb2 import ANSWERED_BY_PLAYER
from chieu.table.v1.update_pb2 import Update
from chieu.tan.v1 import tan_pb2
from services.core.store import StoreUnavailable
from services.core.table import document
from services.tan.codec import CODEC
from services.tan.game import TAN
from services.tan.rules import MOBILE, unpack
from tests.core.rpc.serving import Caller, Server, reason, refusal, until


def opening(update: Update) -> tan_pb2.Move:
    """The first card that may be laid."""
    choices = tan_pb2.Choices()
    assert update.prompt.choices.Unpack(choices)
    return tan_pb2.Move(attack=tan_pb2.Attack(cards=choices.attack.fitting[:1]))


async def started(server: Server) -> tuple[str, list[Caller]]:
    """A table of two; the one who is asked comes first."""
    callers = [server.player("an"), server.player("binh")]
    table = (await callers[0].create()).id
    await callers[1].sit(table)
    if not (await callers[0].view(table)).HasField("prompt"):
        callers.reverse()
    return table, callers


async def test_a_move_counts_once_however_often_it_is_sent(server: Server) -> None:
    table, (mover, other) = await started(server)
    before = await mover.view(table)
    move = opening(before)
    seqs = [await mover.play(table, before.prompt.prompt_id, move) for _ in range(3)]
    assert seqs == [before.seq + 1] * 3
    after = await other.view(table)
    assert after.HasField("prompt")
    view = tan_pb2.View()
    assert after.view.Unpack(view)
    assert (view.version, view.table[0].pairs[0].attack) == (1, move.attack.cards[0])


async def test_refused_moves_say_why(server: Server) -> None:
    table, (mover, other) = await started(server)
    before = await mover.view(table)
    prompt, move = before.prompt.prompt_id, opening(before)
    code, info, told = await refusal(mover.play(table, prompt, tan_pb2.Move(stop=tan_pb2.Stop())))
    assert code == grpc.StatusCode.INVALID_ARGUMENT
    assert (info.reason, info.metadata["rule"], told.rule) == ("ILLEGAL_MOVE", "MUST_OPEN", "MUST_OPEN")
    assert told.seq == before.seq
    assert await reason(mover.play(table, prompt, tan_pb2.Move())) == "MALFORMED"
    assert await reason(mover.play(table, b"stale", move)) == "STALE_PROMPT"
    assert await reason(server.player("cuc").play(table, prompt, move)) == "NOT_SEATED"
    assert await reason(mover.play(table, prompt, move, bot_seat=1)) == "FORBIDDEN"
    assert await reason(mover.play("tan-01-nothing", prompt, move)) == "NO_SUCH_TABLE"
    assert await reason(mover.play("no id", prompt, move)) == "NO_SUCH_TABLE"
    await mover.play(table, prompt, move)
    code, info, told = await refusal(mover.play(table, prompt, tan_pb2.Move(take=tan_pb2.Take())))
    assert (info.reason, info.metadata["answered_by"]) == ("STALE_PROMPT", "PLAYER")
    assert told.answered_by == ANSWERED_BY_PLAYER
    _, info, _ = await refusal(other.play(table, prompt, move))
    assert (info.reason, info.metadata["answered_by"]) == ("STALE_PROMPT", "UNSPECIFIED")


async def test_cards_and_kinds_that_do_not_exist_are_refused_by_the_rules(server: Server) -> None:
    table, (mover, _) = await started(server)
    prompt = (await mover.view(table)).prompt.prompt_id
    odd = tan_pb2.Move(attack=tan_pb2.Attack(cards=[Card.ValueType(99)]))
    _, info, _ = await refusal(mover.play(table, prompt, odd))
    assert (info.reason, info.metadata["rule"]) == ("ILLEGAL_MOVE", "UNKNOWN_CARD")
    many = tan_pb2.Move(attack=tan_pb2.Attack(cards=[Card.ValueType(1)] * 60))
    assert await reason(mover.play(table, prompt, many)) == "MALFORMED"


async def test_a_worker_plays_for_a_bot(server: Server) -> None:
    service = server.service
    table = (await service.create(take_seat=False, bot_level="easy")).id
    await service.table("StartDeal", pb.StartDealRequest(table=table, deal=1))
    stored = await server.store.load(table)
    assert stored is not None
    found = document.unpack(stored.document)
    (seat,) = [number for number, one in enumerate(found.seats) if one.prompt is not None]
    prompt = found.seats[seat].prompt
    assert prompt is not None
    move = CODEC.encode_move(TAN.default_move(unpack(MOBILE, stored.state), seat))
    assert isinstance(move, tan_pb2.Move)
    assert await service.play(table, prompt.prompt_id, move, bot_seat=seat) == 0
    assert await reason(service.play(table, b"stale", move, bot_seat=seat)) == "STALE_PROMPT"


async def test_watching_begins_with_a_picture_and_goes_on_step_by_step(server: Server) -> None:
    table, (mover, _) = await started(server)
    watching = server.player("nobody").watch(table)
    first = (await watching.read()).update
    assert (first.snapshot, first.HasField("seat")) == (True, False)
    before = await mover.view(table)
    await mover.play(table, before.prompt.prompt_id, opening(before))
    second = (await watching.read()).update
    assert (second.seq, second.snapshot) == (first.seq + 1, False)
    assert second.events
    again = server.player("nobody").watch(table, seq=first.seq, mark=first.mark)
    assert (await again.read()).update == second
    for call in (watching, again):
        call.cancel()


async def test_a_newer_watch_of_a_player_ends_the_older_one(server: Server) -> None:
    table, (mover, _) = await started(server)
    old = mover.watch(table)
    await old.read()
    new = mover.watch(table)
    assert (await new.read()).update.HasField("prompt")
    assert await reason(old.read()) == "SUPERSEDED"
    new.cancel()


async def test_a_watch_and_a_link_count_generations_alike(server: Server) -> None:
    """Else a player who has a page open could never be watched for, or the other way round."""
    table, _ = await started(server)
    link = server.link()
    await link.open(1, table, "an", generation=time.time_ns() // 1000 - 1_000_000)
    await link.got("update")
    watching = server.player("an").watch(table)
    assert (await watching.read()).update.seat == 0
    assert [frame.refusal.reason for frame in await link.got("ended")] == [23]
    watching.cancel()
    await link.close()


async def test_watching_no_table_is_refused(server: Server) -> None:
    assert await reason(server.player("an").watch("tan-01-nothing").read()) == "NO_SUCH_TABLE"


async def test_a_watch_that_is_cancelled_leaves_nothing_behind(server: Server) -> None:
    table, _ = await started(server)
    watching = server.player("an").watch(table)
    await watching.read()
    watching.cancel()
    link, subs = server.link(), itertools.count(1)

    async def is_let_in() -> bool:
        """Whether an older connection may have the seat: not superseded once the cancellation has arrived."""
        sub = next(subs)
        await link.open(sub, table, "an", generation=1)
        await until(lambda: len(link.said("opened") + link.said("ended")) == sub, "a word on it")
        return bool(link.said("opened"))

    await until(is_let_in, "the seat for another connection")
    await link.close()


async def test_when_the_store_is_silent_callers_are_told_to_try_again(server: Server) -> None:
    table, (mover, _) = await started(server)

    async def silent(_: str) -> None:
        raise StoreUnavailable("silent")

    loads = server.store.load
    server.store.load = silent  # type: ignore[method-assign, assignment]
    code, info, told = await refusal(mover.view("tan-03-abc"))
    assert (code, info.reason, told.advice) == (grpc.StatusCode.UNAVAILABLE, "UNAVAILABLE", 3)
    server.store.load = loads  # type: ignore[method-assign]
    assert (await mover.view(table)).HasField("prompt")
    assert await reason(mover.view("tan-03-abc")) == "NO_SUCH_TABLE"
