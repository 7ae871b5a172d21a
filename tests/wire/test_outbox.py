from __future__ import annotations

import asyncio

import pytest

from chieu.link.v1 import link_pb2 as pb
from wire.linger import Linger
from wire.outbox import BATCH_BYTES, Outbox


class Wire:
    """Takes batches, one at a time and only when told."""

    def __init__(self) -> None:
        self.batches: list[bytes] = []
        self.may = asyncio.Semaphore(0)

    async def write(self, batch: bytes) -> None:
        self.batches.append(batch)
        await self.may.acquire()

    def frames(self) -> list[list[int]]:
        return [[frame.close.sub for frame in pb.ConnectRequest.FromString(batch).frames] for batch in self.batches]


def frame(number: int, size: int = 0) -> bytes:
    if size:
        return pb.GatewayFrame(answer=pb.Answer(move=bytes(size))).SerializeToString()
    return pb.GatewayFrame(close=pb.Close(sub=number)).SerializeToString()


async def settle() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_comes_while_a_write_is_under_way_shares_the_next_batch() -> None:
    wire, outbox = Wire(), Outbox(1000, Linger(0))
    pump = asyncio.create_task(outbox.pump(wire.write))
    outbox.put(frame(1))
    await settle()
    outbox.put(frame(2))
    outbox.put(frame(3))
    await settle()
    assert wire.frames() == [[1]]
    wire.may.release()
    await settle()
    assert wire.frames() == [[1], [2, 3]]
    wire.may.release()
    await asyncio.wait_for(outbox.flushed(), 1)
    pump.cancel()


async def test_a_full_queue_takes_nothing_but_what_must_be() -> None:
    outbox = Outbox(20, Linger(0))
    assert outbox.put(frame(1))
    while outbox.put(frame(2)):
        pass
    full = outbox.waiting_bytes
    assert full <= 20
    assert outbox.put(frame(3), always=True)
    assert outbox.waiting_bytes > full
    outbox.clear()
    assert outbox.waiting_bytes == 0


async def test_batches_stay_below_their_limit_and_nothing_is_split_or_lost() -> None:
    wire, outbox = Wire(), Outbox(10 * BATCH_BYTES, Linger(0))
    for _ in range(10):
        outbox.put(frame(0, 60_000))
    outbox.put(frame(0, 2 * BATCH_BYTES))
    pump = asyncio.create_task(outbox.pump(wire.write))
    for _ in range(20):
        wire.may.release()
    await asyncio.wait_for(outbox.flushed(), 1)
    pump.cancel()
    sizes = [len(batch) for batch in wire.batches]
    assert all(size <= BATCH_BYTES for size in sizes[:-1])
    assert sizes[-1] > BATCH_BYTES
    assert sum(len(pb.ConnectRequest.FromString(batch).frames) for batch in wire.batches) == 11


async def test_a_write_that_fails_ends_the_pump() -> None:
    async def fail(_batch: bytes) -> None:
        raise ConnectionError

    outbox = Outbox(1000, Linger(0))
    outbox.put(frame(1))
    with pytest.raises(ConnectionError):
        await asyncio.wait_for(outbox.pump(fail), 1)
