"""The hot connection against a server that is only a script of replies."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import hiredis
import pytest

from services.core.store import StoreUnavailable
from services.core.store.address import Address
from services.core.store.connection import HotConnection
from services.core.store.scripts import Script
from services.core.store.wire import Call, pack
from tests.store.making import eventually

SCRIPT = Script(b"return 1", b"sha-of-one")
LIMIT = 0.4


class Actor:
    """Answers commands with what a test says, and remembers what it heard and in how many pieces."""

    def __init__(self, play: Callable[[list[bytes]], bytes | None]) -> None:
        self.play = play
        self.heard: list[list[bytes]] = []
        self.reads: list[int] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        parser = hiredis.Reader()
        try:
            while data := await reader.read(1 << 20):
                parser.feed(data)
                commands = []
                while (command := parser.gets()) is not False:
                    commands.append(command)
                self.reads.append(len(commands))
                for command in commands:
                    self.heard.append(command)
                    reply = b"+OK\r\n" if command[0] in {b"SCRIPT", b"AUTH", b"SELECT"} else self.play(command)
                    if reply is not None:
                        writer.write(reply)
        finally:
            writer.transport.abort()


@asynccontextmanager
async def acting(
    play: Callable[[list[bytes]], bytes | None], *, most: int = 10_000, address: str = "redis://127.0.0.1:{port}"
) -> AsyncIterator[tuple[Actor, HotConnection]]:
    actor = Actor(play)
    server = await asyncio.start_server(actor.serve, "127.0.0.1", 0)
    actor.port = server.sockets[0].getsockname()[1]
    parsed = Address.parse(address.format(port=actor.port))
    connection = HotConnection(parsed, [SCRIPT], limit=LIMIT, most=most)
    try:
        yield actor, connection
    finally:
        await connection.close()
        server.close()


def echo(command: list[bytes]) -> bytes:
    return b"$%d\r\n%s\r\n" % (len(command[-1]), command[-1])


async def test_commands_of_one_turn_leave_in_one_write_and_come_back_in_order() -> None:
    async with acting(echo) as (actor, connection):
        await connection.send(pack((b"ECHO", b"first")))
        before = len(actor.reads)
        futures = [connection.send(pack((b"ECHO", b"%d" % number))) for number in range(200)]
        assert await asyncio.gather(*futures) == [b"%d" % number for number in range(200)]
        assert actor.reads[before:] == [200]


async def test_a_connection_introduces_itself_before_anything_else() -> None:
    async with acting(echo, address="redis://me:secret@127.0.0.1:{port}/3") as (actor, connection):
        await connection.send(pack((b"ECHO", b"x")))
        assert actor.heard[:3] == [[b"AUTH", b"me", b"secret"], [b"SELECT", b"3"], [b"SCRIPT", b"LOAD", b"return 1"]]


async def test_a_forgotten_script_is_sent_again_with_its_text_and_the_rest_is_undisturbed() -> None:
    def forgetful(command: list[bytes]) -> bytes:
        return b"-NOSCRIPT No matching script.\r\n" if command[0] == b"EVALSHA" else echo(command)

    async with acting(forgetful) as (actor, connection):
        futures = [connection.send(pack((b"EVALSHA", SCRIPT.sha, 0, b"a"))), connection.send(pack((b"ECHO", b"b")))]
        assert await asyncio.gather(*futures) == [b"a", b"b"]
        assert actor.heard[-1] == [b"EVAL", b"return 1", b"0", b"a"]


async def test_an_error_fails_its_own_command_alone() -> None:
    def picky(command: list[bytes]) -> bytes:
        return b"-OOM command not allowed\r\n" if command[-1] == b"bad" else echo(command)

    async with acting(picky) as (_, connection):
        good, bad, fine = (connection.send(pack((b"ECHO", word))) for word in (b"good", b"bad", b"fine"))
        with pytest.raises(StoreUnavailable, match="OOM"):
            await bad
        assert (await good, await fine) == (b"good", b"fine")


async def test_what_cannot_be_packed_fails_its_caller_alone() -> None:
    async with acting(echo) as (_, connection):
        good = connection.send(pack((b"ECHO", b"good")))
        with pytest.raises(TypeError):
            await connection.send(pack((b"ECHO", None)))  # type: ignore[arg-type]
        assert await good == b"good"


async def test_silence_fails_within_the_limit_and_no_other_command_gets_the_late_reply() -> None:
    silent = True
    async with acting(lambda command: None if silent else echo(command)) as (_, connection):
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable, match="no answer within"):
            await connection.send(pack((b"ECHO", b"lost")))
        assert LIMIT / 2 < time.monotonic() - begin < LIMIT + 0.3
        silent = False

        async def answers() -> bool:
            try:
                return bool(await connection.send(pack((b"ECHO", b"again"))) == b"again")
            except StoreUnavailable:
                return False

        await eventually(answers)


async def test_a_slow_server_that_keeps_answering_is_not_cut() -> None:
    async with acting(lambda command: None if command[-1] == b"wait" else echo(command)) as (actor, connection):
        await connection.send(pack((b"ECHO", b"x")))
        begin = time.monotonic()
        while time.monotonic() - begin < 2 * LIMIT:
            assert await connection.send(pack((b"ECHO", b"y"))) == b"y"
            await asyncio.sleep(LIMIT / 10)
        assert [command[0] for command in actor.heard].count(b"SCRIPT") == 1


async def test_more_than_the_most_fail_at_once() -> None:
    async with acting(lambda _: None, most=3) as (_, connection):
        kept = [connection.send(pack((b"ECHO", b"x"))) for _ in range(3)]
        with pytest.raises(StoreUnavailable, match="3 commands are under way"):
            await connection.send(pack((b"ECHO", b"x")))
        assert not any(future.done() for future in kept)
        await asyncio.wait(kept)
        assert all(isinstance(future.exception(), StoreUnavailable) for future in kept)


async def test_a_cancelled_wait_does_not_shift_the_replies() -> None:
    async with acting(echo) as (_, connection):
        one, two = connection.send(pack((b"ECHO", b"one"))), connection.send(pack((b"ECHO", b"two")))
        one.cancel()
        assert await two == b"two"


async def test_a_primary_that_was_demoted_is_left() -> None:
    async with acting(lambda _: b"-READONLY You can't write against a read only replica.\r\n") as (actor, connection):
        with pytest.raises(StoreUnavailable, match="READONLY"):
            await connection.send(pack((b"SET", b"a", b"b")))
        await eventually(lambda: [command[0] for command in actor.heard].count(b"SCRIPT") == 2)


async def test_closing_waits_for_what_is_under_way_and_refuses_what_comes_after() -> None:
    async with acting(echo) as (_, connection):
        under_way = connection.send(pack((b"ECHO", b"x")))
        await connection.close()
        assert await under_way == b"x"
        with pytest.raises(StoreUnavailable, match="closed"):
            await connection.send(pack((b"ECHO", b"y")))


async def test_nothing_runs_while_nothing_is_under_way() -> None:
    async with acting(echo) as (_, connection):
        await connection.send(pack((b"ECHO", b"x")))
        await eventually(lambda: connection._timer is None)


def test_a_prepared_call_packs_as_hiredis_does() -> None:
    call = Call(b"EVALSHA", "sha", 6, "tấn")
    for rest in ([], [b""], [b"a\r\n", b"", b"x" * 8_191, b"y" * 8_192, b"z" * 100_000]):
        assert call.pack(rest) == pack((b"EVALSHA", "sha", 6, "tấn", *rest))
    with pytest.raises(TypeError):
        call.pack([None])  # type: ignore[list-item]


def test_addresses_are_read_as_redis_py_reads_them() -> None:
    assert Address.parse("redis://h") == Address(host="h")
    assert Address.parse("redis://u:p%40@[::1]:7/2") == Address("::1", 7, None, 2, "u", "p@")
    assert Address.parse("unix:///run/redis.sock?db=1") == Address(path="/run/redis.sock", database=1)
    assert Address.parse("rediss://h").tls is not None
    assert "p@" not in repr(Address.parse("redis://u:p%40@h"))
    with pytest.raises(ValueError, match="scheme"):
        Address.parse("http://h")
