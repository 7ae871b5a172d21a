from __future__ import annotations

import asyncio

import pytest

from chieu_client.feed import Feed


async def test_every_reader_gets_everything_from_where_it_began() -> None:
    feed: Feed[int] = Feed()
    early = asyncio.create_task(collect(feed, 0))
    await asyncio.sleep(0)
    feed.publish(1)
    late = asyncio.create_task(collect(feed, 1))
    await asyncio.sleep(0)
    feed.publish(2)
    feed.end()
    feed.publish(3)
    assert (await early, await late) == ([0, 1, 2], [1, 2])


async def test_a_reader_that_falls_behind_loses_the_oldest() -> None:
    feed: Feed[int] = Feed(limit=2)
    reading = feed.read(0)
    assert await anext(reading) == 0
    for number in range(1, 6):
        feed.publish(number)
    feed.end()
    assert [item async for item in reading] == [4, 5]


async def test_an_end_with_an_error_is_raised_after_what_was_left() -> None:
    feed: Feed[int] = Feed()
    reading = feed.read(7)
    feed.end(KeyError("gone"))
    assert await anext(reading) == 7
    with pytest.raises(KeyError):
        await anext(reading)


async def collect(feed: Feed[int], first: int) -> list[int]:
    return [item async for item in feed.read(first)]
