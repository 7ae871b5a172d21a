from __future__ import annotations

import re

import pytest

from services.core.store.keys import archive_key, open_keys, replica_keys, shard_of, table_id, table_keys


def tag(key: bytes) -> str:
    found = re.search(rb"\{([^}]+)\}", key)
    assert found is not None
    return found[1].decode()


def test_an_id_holds_its_game_and_shard() -> None:
    assert table_id("tan", 7, "ab-c") == "tan-07-ab-c"
    assert shard_of("tan-07-ab-c") == 7
    assert shard_of(table_id("tonk", 128, "x")) == 128


def test_all_keys_of_a_table_share_its_shards_tag() -> None:
    keys = table_keys("tan-07-abc")
    everything = [*(getattr(keys, name) for name in keys.__slots__), archive_key("tan-07-abc", 3)]
    assert {tag(key) for key in everything} == {"tan:07"}
    assert len(set(everything)) == len(everything)


def test_no_two_tables_share_a_key() -> None:
    tables = ["tan-07-a", "tan-07-a:1", "tan-07-1:a", "tan-08-a", "chan-07-a"]
    own = [
        key
        for table in tables
        for keys in [table_keys(table)]
        for key in (keys.table, keys.updates, keys.record, keys.records, archive_key(table, 1), archive_key(table, 11))
    ]
    assert len(set(own)) == len(own)


def test_keys_that_one_script_touches_share_a_slot_whatever_the_tenant_is_called() -> None:
    for tenant in ("acme", "", "a}b", "{a}", "}"):
        keys = open_keys("tan", tenant)
        assert len({tag(key) for key in (keys.listings, keys.created, keys.leases)}) == 1
    replicas = replica_keys("tan")
    assert tag(replicas.addresses) == tag(replicas.leases)


def test_what_is_no_id_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a table id"):
        shard_of("tan-x-abc")
