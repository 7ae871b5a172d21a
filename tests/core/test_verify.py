from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from google.protobuf import json_format
from typer import Typer
from typer.testing import CliRunner

from chieu.table.v1 import table_service_pb2 as service
from chieu.table.v1.record_pb2 import Contribution, Record
from services.core import chance, record
from services.core.refusal import By
from services.core.verify import Wrong, verify
from services.tan import rules
from services.tan.codec import CODEC as TAN_CODEC
from services.tan.game import TAN
from services.verify import UnknownGame, find, verify_file
from tests.core.leaping import LeapingLoop
from tests.core.stage import Stage, player
from tests.core.toy import CODEC, TOY, Options

Change = Callable[[Record], Any]


def _match(game: Any, codec: Any, options: Any, deals: int) -> list[Record]:
    """Records of a match that nobody but the clock and the policy plays."""
    loop = LeapingLoop()

    async def play() -> list[Record]:
        stage = Stage(game, codec)
        table = await stage.create(
            player("an"), seats=3, take_seat=True, entropy=b"from an", options=options, between_seconds=1
        )
        await stage.act(player("binh"), service.TakeSeatRequest(table=table, entropy=b"from binh"))
        await stage.sit(table, "cuc")
        await stage.screen(table, "an")
        while len(await stage.memory.records(table)) < deals:
            await stage.wait(20)
        return [record.assemble(await stage.memory.record(table, deal)) for deal in range(1, deals + 1)]

    try:
        return loop.run_until_complete(play())
    finally:
        loop.close()


@pytest.fixture(scope="module")
def toy_records() -> list[Record]:
    return _match(TOY, CODEC, Options(), 2)


@pytest.fixture(scope="module")
def tan_records() -> list[Record]:
    return _match(TAN, TAN_CODEC, dataclasses.replace(rules.TRADITIONAL, turn_seconds=5), 2)


def _copy(of: Record) -> Record:
    copied = Record()
    copied.CopyFrom(of)
    return copied


def _chain_again(forged: Record) -> None:
    """What a forger would do next."""
    forged.root = record.root(forged)
    before = forged.root
    for entry in forged.entries:
        entry.hash = record.chain(before, entry)
        before = entry.hash


def wrongs(checked: Record, game: Any = TOY, codec: Any = CODEC) -> set[Wrong]:
    return {finding.wrong for finding in verify(checked, game, codec)}


def test_true_records_are_as_they_must_be(toy_records: list[Record], tan_records: list[Record]) -> None:
    for one in toy_records:
        assert one.entries
        assert len(one.contributions) == 2
        assert verify(one, TOY, CODEC) == []
    for one in tan_records:
        assert len(one.entries) > 20
        assert verify(one, TAN, TAN_CODEC) == []


def _swap(forged: Record) -> None:
    one, other = forged.entries[0], forged.entries[1]
    kept = type(one)()
    kept.CopyFrom(one)
    one.CopyFrom(other)
    other.CopyFrom(kept)


def _drop(at: int) -> Change:
    def drop(forged: Record) -> None:
        del forged.entries[at]

    return drop


def _set(name: str, value: Any) -> Change:
    return lambda forged: setattr(forged, name, value)


def _give_away_a_seats_entropy(forged: Record) -> None:
    forged.contributions[0].entropy = b"chosen afterwards"


def _other_seed(forged: Record) -> None:
    forged.seed = bytes(32)


def _other_seed_and_commitment(forged: Record) -> None:
    forged.seed = bytes(32)
    forged.commitment = chance.commitment(forged.seed)


def _other_move(forged: Record) -> None:
    forged.entries[0].move.CopyFrom(forged.entries[-3].move)


def _other_seat(forged: Record) -> None:
    forged.entries[0].seat = (forged.entries[0].seat + 1) % forged.seats


def _other_answerer(forged: Record) -> None:
    forged.entries[0].by = By.ANSWERED_BY_PLAYER


def _later(forged: Record) -> None:
    forged.entries[0].at_ms += 1


def _added(forged: Record) -> None:
    forged.entries.add().CopyFrom(forged.entries[-1])


def _other_result(forged: Record) -> None:
    forged.result.value = TOY_RESULT.SerializeToString()


TOY_RESULT = CODEC.encode_result(type("R", (), {"points": (9, 9, 9)})())

TAMPERING = [
    pytest.param(_other_seed, Wrong.SEED, id="seed"),
    pytest.param(_other_seed_and_commitment, Wrong.ROOT, id="seed and commitment"),
    pytest.param(_set("commitment", bytes(32)), Wrong.SEED, id="commitment"),
    pytest.param(_other_move, Wrong.CHAIN, id="move"),
    pytest.param(_other_seat, Wrong.CHAIN, id="seat"),
    pytest.param(_other_answerer, Wrong.CHAIN, id="who answered"),
    pytest.param(_later, Wrong.CHAIN, id="time"),
    pytest.param(_swap, Wrong.CHAIN, id="order"),
    pytest.param(_drop(0), Wrong.CHAIN, id="first entry dropped"),
    pytest.param(_drop(5), Wrong.CHAIN, id="an entry dropped"),
    pytest.param(_drop(-1), Wrong.END, id="last entry dropped"),
    pytest.param(_added, Wrong.END, id="entry added"),
    pytest.param(_other_result, Wrong.RESULT, id="result"),
    pytest.param(_set("scores", None), Wrong.SCORES, id="scores"),
    pytest.param(_give_away_a_seats_entropy, Wrong.ROOT, id="contribution"),
    pytest.param(_set("table", "toy-01-other"), Wrong.ROOT, id="table"),
    pytest.param(_set("deal", 2), Wrong.ROOT, id="deal"),
    pytest.param(_set("match", b"[3, [1, 0, 0], 0]"), Wrong.ROOT, id="match"),
    pytest.param(_set("root", bytes(32)), Wrong.ROOT, id="root"),
    pytest.param(_set("ended_ms", 5), Wrong.TIME, id="end"),
]


@pytest.mark.parametrize(("tamper", "wrong"), TAMPERING)
def test_what_was_changed_afterwards_is_found(toy_records: list[Record], tamper: Change, wrong: Wrong) -> None:
    forged = _copy(toy_records[0])
    if wrong is Wrong.SCORES:
        forged.scores[0] += 1
    else:
        tamper(forged)
    assert forged != toy_records[0]
    assert wrong in wrongs(forged)


@pytest.mark.parametrize(
    ("tamper", "wrong"),
    [
        pytest.param(_other_seed, {Wrong.SEED}, id="seed"),
        pytest.param(_other_move, {Wrong.MOVE}, id="move"),
        pytest.param(_other_seat, {Wrong.MOVE}, id="seat"),
        pytest.param(_swap, {Wrong.MOVE, Wrong.TIME}, id="order"),
        pytest.param(_drop(0), {Wrong.MOVE}, id="first entry dropped"),
        pytest.param(_drop(-1), {Wrong.END}, id="last entry dropped"),
        pytest.param(_added, {Wrong.END}, id="entry added"),
        pytest.param(_give_away_a_seats_entropy, {Wrong.MOVE}, id="contribution"),
        pytest.param(_set("rules_version", 2), {Wrong.HEADER}, id="rules"),
        pytest.param(_set("seats", 2), {Wrong.HEADER}, id="seats"),
        pytest.param(_set("seats", 9), {Wrong.HEADER}, id="too many seats"),
        pytest.param(_set("deal", 2), {Wrong.HEADER}, id="deal"),
        pytest.param(_set("match", b"no match"), {Wrong.HEADER}, id="match"),
        pytest.param(lambda forged: forged.ClearField("options"), {Wrong.HEADER}, id="options"),
    ],
)
def test_a_forger_who_also_mends_the_hash_chain_is_found_by_the_rules(
    toy_records: list[Record], tamper: Change, wrong: set[Wrong]
) -> None:
    forged = _copy(toy_records[0])
    tamper(forged)
    _chain_again(forged)
    found = wrongs(forged)
    assert found & wrong
    assert not found & {Wrong.ROOT, Wrong.CHAIN}


@pytest.mark.parametrize(
    "odd", [Contribution(seat=7, entropy=b"x"), Contribution(seat=0, entropy=b"twice"), Contribution(seat=2)]
)
def test_contributions_are_one_a_seat(toy_records: list[Record], odd: Contribution) -> None:
    forged = _copy(toy_records[0])
    forged.contributions.append(odd)
    _chain_again(forged)
    assert Wrong.CONTRIBUTION in wrongs(forged)


def test_every_single_entry_of_a_long_deal_is_guarded(tan_records: list[Record]) -> None:
    true = tan_records[0]
    for number in range(len(true.entries)):
        forged = _copy(true)
        forged.entries[number].at_ms += 1
        found = [finding.entry for finding in verify(forged, TAN, TAN_CODEC) if finding.wrong is Wrong.CHAIN]
        assert found == [number]
        del forged.entries[number]
        assert verify(forged, TAN, TAN_CODEC)


def test_nothing_that_a_record_says_makes_the_check_fail() -> None:
    for odd in (Record(), Record(game="toy"), Record(game="toy", rules_version=1, seats=3)):
        assert verify(odd, TOY, CODEC)


# --- the command ------------------------------------------------------------------------------------------------------


def run(*arguments: str) -> tuple[int, str]:
    app = Typer()
    app.command("verify")(verify_file)
    result = CliRunner().invoke(app, list(arguments))
    return result.exit_code, result.output


@pytest.mark.parametrize("as_json", [True, False])
def test_a_record_is_checked_from_json_and_from_binary(
    tan_records: list[Record], tmp_path: Path, as_json: bool
) -> None:
    true = tan_records[1]
    file = tmp_path / "record"
    file.write_bytes(json_format.MessageToJson(true).encode() if as_json else true.SerializeToString())
    code, output = run(str(file))
    assert (code, true.table in output) == (0, True), output
    forged = _copy(true)
    forged.seed = bytes(32)
    file.write_bytes(json_format.MessageToJson(forged).encode() if as_json else forged.SerializeToString())
    code, output = run(str(file))
    assert code == 1
    assert "seed:" in output


@pytest.mark.parametrize("data", [b"", b"{", b"{}", b'{"game": "tan", "nonsense": 1}', b"\xff\xff", b"[1]", b"{}x"])
def test_what_is_no_record_is_said_to_be_none(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "record"
    file.write_bytes(data)
    code, output = run(str(file))
    assert code == 2
    assert "Traceback" not in output


def test_games_are_found_by_name() -> None:
    assert find("tan").game is TAN


@pytest.mark.parametrize("name", ["", "core", "nogame", "tan.rules", "../tan", "TAN", "os", "verify", "compiled"])
def test_there_is_no_other_game(name: str) -> None:
    with pytest.raises(UnknownGame):
        find(name)
