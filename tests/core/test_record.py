from __future__ import annotations

import hashlib

import pytest

from chieu.table.v1 import record_pb2 as pb
from services.core import record
from services.core.game import RecordOpens
from services.core.table import deals
from tests.core.stage import Stage
from tests.core.toy import CODEC, Options, altered


def header() -> pb.Record:
    made = pb.Record(table="toy-01-a", deal=3, game="toy", rules_version=1, seats=2, match=b"m", commitment=b"c")
    made.contributions.add(seat=1, entropy=b"e")
    return made


def test_the_chain_starts_from_the_hash_of_the_header() -> None:
    assert record.root(header()) == hashlib.sha256(header().SerializeToString(deterministic=True)).digest()


def test_what_the_end_adds_does_not_change_the_root() -> None:
    ended = header()
    ended.seed, ended.root, ended.ended_ms = b"s", b"r", 5
    ended.scores.append(3)
    ended.entries.add(at_ms=1)
    ended.result.value = b"x"
    assert record.root(ended) == record.root(header())


@pytest.mark.parametrize("field", ["table", "deal", "game", "rules_version", "seats", "match", "commitment"])
def test_every_field_of_the_header_is_in_the_root(field: str) -> None:
    changed = header()
    changed.ClearField(field)  # type: ignore[arg-type] # a field's name
    assert record.root(changed) != record.root(header())


def test_an_entry_is_chained_to_the_one_before() -> None:
    entry = pb.Entry(seat=1, at_ms=7)
    expected = hashlib.sha256(b"before" + entry.SerializeToString(deterministic=True)).digest()
    assert record.chain(b"before", entry) == expected
    entry.hash = expected
    assert record.chain(b"before", entry) == expected
    assert record.chain(b"another", entry) != expected


async def test_what_the_store_kept_is_put_together(stage: Stage) -> None:
    table = await stage.start("an", "binh", options=Options(cards=1))
    await stage.wait(30)
    whole = record.assemble(await stage.memory.record(table, 1))
    assert (whole.table, whole.deal, whole.game, whole.seats) == (table, 1, "toy", 2)
    assert [entry.HasField("seat") for entry in whole.entries] == [True, True, False, False] * 2
    assert whole.ended_ms == whole.entries[-1].at_ms
    assert sum(whole.scores) == 2
    assert len(whole.seed) == 32


@pytest.mark.parametrize(("opens", "is_open"), [(RecordOpens.AFTER_DEAL, True), (RecordOpens.AFTER_MATCH, False)])
async def test_records_open_after_the_deal_or_after_the_match_as_the_game_says(
    opens: RecordOpens, is_open: bool
) -> None:
    stage = Stage(altered(record_opens=opens), CODEC)
    table = await stage.start("an", "binh", options=Options(cards=1), between_seconds=100)
    await stage.wait(30)
    draft = await stage.read(table)
    assert draft.document.phase == 3
    assert deals.record_is_open(draft) is is_open
    await stage.wait(300)
    assert deals.record_is_open(await stage.read(table))
