from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chieu.gateway.v1 import gateway_pb2
from chieu.link.v1 import link_pb2
from chieu.table.v1 import update_pb2
from gateway.wire.splice import reply_frame, update_frame
from wire import batch_entry, varint

pytestmark = pytest.mark.property

UPDATES = st.builds(
    update_pb2.Update,
    table=st.text(max_size=300),
    seq=st.integers(0, 2**64 - 1),
    mark=st.binary(max_size=40_000),
    snapshot=st.booleans(),
)
REPLIES = st.one_of(
    st.builds(lambda seq: update_pb2.AnswerReply(accepted=update_pb2.Accepted(seq=seq)), st.integers(0, 2**64 - 1)),
    st.builds(update_pb2.AnswerReply),
)


@given(UPDATES)
def test_a_spliced_update_is_what_protobuf_writes(update: update_pb2.Update) -> None:
    whole = gateway_pb2.ServerFrame(update=update)
    assert update_frame(update.SerializeToString()) == whole.SerializeToString()


@given(st.integers(0, 2**64 - 1), REPLIES)
def test_a_spliced_reply_is_what_protobuf_writes(corr: int, reply: update_pb2.AnswerReply) -> None:
    whole = gateway_pb2.ServerFrame(corr=corr, reply=reply)
    assert reply_frame(corr, reply.SerializeToString()) == whole.SerializeToString()


@given(st.lists(st.builds(link_pb2.Answer, corr=st.integers(0, 2**64 - 1), move=st.binary(max_size=300)), max_size=20))
def test_entries_in_a_row_are_a_batch(answers: list[link_pb2.Answer]) -> None:
    frames = [link_pb2.GatewayFrame(answer=answer) for answer in answers]
    batch = b"".join(batch_entry(frame.SerializeToString()) for frame in frames)
    assert batch == link_pb2.ConnectRequest(frames=frames).SerializeToString()


@given(st.binary(max_size=300))
def test_bytes_of_a_service_are_not_touched(junk: bytes) -> None:
    assert update_frame(junk).endswith(junk)
    assert reply_frame(3, junk).endswith(junk)


@pytest.mark.parametrize(
    ("number", "expected"), [(0, b"\0"), (127, b"\x7f"), (128, b"\x80\x01"), (2**64 - 1, b"\xff" * 9 + b"\x01")]
)
def test_varints_are_base_128(number: int, expected: bytes) -> None:
    assert varint(number) == expected
