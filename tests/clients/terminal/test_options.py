from __future__ import annotations

import pytest
from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.tan.v1 import tan_pb2
from chieu.tonk.v1 import tonk_pb2
from chieu_terminal.faces import FACES
from chieu_terminal.options import BadOption, allowed, set_options


@pytest.mark.parametrize(
    ("wishes", "options"),
    [
        (["stake=20", "match_hands=5"], tonk_pb2.Options(stake=20, match_hands=5)),
        (["match-hands= 5 "], tonk_pb2.Options(match_hands=5)),
        (["initial_upcard=no"], tonk_pb2.Options(initial_upcard=False)),
        (["forced_spread=True"], tonk_pb2.Options(forced_spread=True)),
        (["tonk_pay=new_spread_only"], tonk_pb2.Options(tonk_pay=tonk_pb2.TONK_PAY_NEW_SPREAD_ONLY)),
        (["house=Traditional"], chan_pb2.Options(house=chan_pb2.HOUSE_TRADITIONAL)),
        (["points=3, 1,0,0"], tan_pb2.Options(points=[3, 1, 0, 0])),
    ],
)
def test_options_are_set_by_name(wishes: list[str], options: Message) -> None:
    made = type(options)()
    set_options(made, wishes)
    assert made == options


@pytest.mark.parametrize(
    ("wish", "answer"),
    [
        ("stack=20", "with one of the names max_seats, stake, "),
        ("stake", "expected NAME=VALUE"),
        ("stake=many", "stake takes a number, got 'many'"),
        ("stake=-1", "stake takes a number"),
        ("stake=99999999999", "stake takes a number"),
        ("initial_upcard=2", "initial_upcard takes yes or no, got '2'"),
        ("tonk_pay=1", "tonk_pay takes always_double or new_spread_only, got '1'"),
        ("tonk_pay=unspecified", "tonk_pay takes always_double or new_spread_only"),
    ],
)
def test_an_error_says_what_is_allowed(wish: str, answer: str) -> None:
    with pytest.raises(BadOption) as caught:
        set_options(tonk_pb2.Options(), [wish])
    assert answer in str(caught.value)


def test_the_values_of_a_list_are_numbers_parted_by_commas() -> None:
    with pytest.raises(BadOption, match="points takes numbers parted by commas, got 'x'"):
        set_options(tan_pb2.Options(), ["points=4,x"])


@pytest.mark.parametrize("game", FACES)
def test_every_option_of_a_game_can_be_listed(game: str) -> None:
    entry = FACES[game]
    options = entry.options(entry.usual_seats)
    assert [name for name, _ in allowed(type(options))] == [field.name for field in options.DESCRIPTOR.fields]
    assert all(takes for _, takes in allowed(type(options)))
