"""Whatever a game says goes through its messages unharmed."""

from __future__ import annotations

import importlib
from typing import cast

import pytest

from services.core.codec import Codec, MalformedMove
from services.core.game import SPECTATORS
from tests.conformance.games import TABLES, Table
from tests.conformance.walks import walk

pytestmark = pytest.mark.conformance

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def codec_of(table: Table) -> Codec:
    return cast("Codec", importlib.import_module(f"services.{table.game.name}.codec").CODEC)


@each_table
def test_what_is_encoded_comes_back_as_it_was(table: Table) -> None:
    game, codec = table.game, codec_of(table)
    wired = codec.options_message.FromString(codec.encode_options(table.options).SerializeToString())
    assert codec.decode_options(wired, table.seats) == table.options
    for moment in walk(table, seed=41, deals=1):
        for audience in (SPECTATORS, *range(table.seats)):
            for view in (game.view(moment.state, audience), game.bot_view(moment.state, audience)):
                message = codec.view_message.FromString(codec.encode_view(view).SerializeToString())
                assert codec.decode_view(message) == view
            for event in moment.events:
                shown = game.show(event, audience)
                if shown is not None:
                    wire = codec.event_message.FromString(codec.encode_event(shown).SerializeToString())
                    assert codec.decode_event(wire) == shown
        for prompt in game.prompts(moment.state).values():
            wire = codec.choices_message.FromString(codec.encode_choices(prompt.choices).SerializeToString())
            assert codec.decode_choices(wire) == prompt.choices
        if moment.move is not None:
            first = codec.encode_move(moment.move).SerializeToString(deterministic=True)
            again = codec.decode_move(codec.move_message.FromString(first))
            assert codec.encode_move(again).SerializeToString(deterministic=True) == first


@each_table
def test_a_message_that_says_nothing_is_no_move(table: Table) -> None:
    codec = codec_of(table)
    with pytest.raises(MalformedMove):
        codec.decode_move(codec.move_message())
