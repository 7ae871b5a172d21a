from __future__ import annotations

import pytest
from google.protobuf.any_pb2 import Any as AnyMessage

from chieu.tan.v1.tan_pb2 import Move, Options
from chieu_client import UnknownType, pack, unpack, unpack_as
from chieu_client.games import tan
from chieu_client.unpack import load_types


def test_what_was_packed_comes_back() -> None:
    packed = pack(tan.attack("7C"))
    assert unpack(packed) == unpack_as(packed, Move) == tan.attack("7C")
    assert pack(packed) is packed


def test_another_type_than_the_wanted_one_is_told() -> None:
    with pytest.raises(UnknownType, match=r"chieu\.tan\.v1\.Move"):
        unpack_as(pack(tan.stop()), Options)


@pytest.mark.parametrize("name", ["chieu.nowhere.v1.View", "chieu.tan.v1.Nothing", "os.path", "chieu.../x.v1.Y", ""])
def test_a_type_that_is_not_there_is_told(name: str) -> None:
    with pytest.raises(UnknownType):
        unpack(AnyMessage(type_url=f"type.googleapis.com/{name}"))


def test_types_inside_json_are_found_at_any_depth() -> None:
    load_types({"a": [{"options": {"@type": "type.googleapis.com/chieu.tan.v1.Options"}}], "@type": 3})
    with pytest.raises(UnknownType):
        load_types([{"options": {"@type": "type.googleapis.com/chieu.nowhere.v1.Options"}}])
