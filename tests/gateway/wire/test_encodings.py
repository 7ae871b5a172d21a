from __future__ import annotations

import contextlib
import json

import pytest
from google.protobuf import descriptor_pool
from hypothesis import given
from hypothesis import strategies as st

from chieu.gateway.v1 import gateway_pb2 as pb
from chieu.table.v1 import update_pb2
from gateway.wire import ENCODINGS, JSON, PROTO, Encoding, Malformed, News, register_messages
from tests.gateway.service import accepted, answer, update

FRAME = pb.ClientFrame(corr=2**63, answer=answer())


def test_every_generated_message_is_known_without_naming_a_game() -> None:
    assert "chieu.tan.v1.tan_pb2" in register_messages()
    assert descriptor_pool.Default().FindMessageTypeByName("chieu.tan.v1.Move").name == "Move"


def test_both_encodings_read_the_same_frame() -> None:
    text = b"""{"corr": "9223372036854775808", "answer": {"table": "tan-1", "promptId": "AAECAwQFBgcICQoLDA0ODw==",
               "move": {"@type": "type.googleapis.com/chieu.tan.v1.Move", "take": {}}}}"""
    assert JSON.decode(text) == PROTO.decode(FRAME.SerializeToString()) == FRAME


@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS)
@pytest.mark.property
@given(st.binary(max_size=200))
def test_random_bytes_are_a_frame_or_malformed(encoding: Encoding, message: bytes) -> None:
    with contextlib.suppress(Malformed):
        assert isinstance(encoding.decode(message), pb.ClientFrame)


@pytest.mark.property
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    ["corr", "hello", "open", "leave", "answer", "ping", "table", "move", "@type", "seq", "x"]
                ),
                inner,
                max_size=4,
            )
        ),
        max_leaves=6,
    )
)
def test_random_json_is_a_frame_or_malformed(value: object) -> None:
    with contextlib.suppress(Malformed):
        assert isinstance(JSON.decode(json.dumps(value).encode()), pb.ClientFrame)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[5]",
        b"\xff",
        b"{",
        b"[" * 15_000,
        b'{"a":' * 3_000,
        b'{"corr": -1}',
        b'{"corr": 1e400}',
        b'{"corr": ' + b"9" * 5000 + b"}",
        b'{"nonsense": {}}',
        b'{"open": {"table": 5}}',
        b'{"open": {"table": "a", "table": "b"}}',
        b'{"open": {}, "leave": {}}',
        b'{"answer": {"move": {"@type": "type.googleapis.com/chieu.none.v1.Move"}}}',
        b'{"answer": {"move": {"@type": 5}}}',
        b'{"answer": {"move": {"a": 5}}}',
        b'{"open": {"table": "\\ud800"}}',
    ],
    ids=lambda text: repr(text[:60]),
)
def test_json_that_is_no_frame_is_malformed_and_says_little(text: bytes) -> None:
    with pytest.raises(Malformed) as caught:
        JSON.decode(text)
    assert len(str(caught.value)) <= 200


def test_news_is_made_once_for_an_encoding() -> None:
    news = News(update().SerializeToString())
    assert JSON.news(news) is JSON.news(news)
    assert PROTO.news(news) is PROTO.news(news)


def test_json_news_shows_the_games_messages() -> None:
    shown = json.loads(JSON.news(News(update(seq=2**60).SerializeToString())))["update"]
    assert shown["view"] == {"@type": "type.googleapis.com/chieu.tan.v1.View", "setNo": 1}
    assert shown["seq"] == str(2**60)


def test_proto_news_carries_fields_that_this_gateway_does_not_know() -> None:
    unknown = update().SerializeToString() + b"\xfa\x7f\x02hi"
    frame = pb.ServerFrame.FromString(PROTO.news(News(unknown)))
    assert frame.update.SerializeToString() == unknown


def test_replies_carry_their_number_in_both_encodings() -> None:
    assert json.loads(JSON.reply(7, accepted(3))) == {"corr": "7", "reply": {"accepted": {"seq": "3"}}}
    expected = pb.ServerFrame(corr=7, reply=update_pb2.AnswerReply(accepted=update_pb2.Accepted(seq=3)))
    assert pb.ServerFrame.FromString(PROTO.reply(7, accepted(3))) == expected
