"""What the client makes of choices, held against the rules that sent them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from chieu_client.games import game
from services.chan.codec import CODEC as CHAN
from services.core.codec import Codec
from services.core.game import Ready
from services.tan.codec import CODEC as TAN
from services.tonk.codec import CODEC as TONK
from tests.clients.python.games.real_rules import legal
from tests.conformance.games import Table, presets
from tests.conformance.walks import deal_at, walk

CODECS: dict[str, Codec] = {"chan": CHAN, "tan": TAN, "tonk": TONK}
MOST_MOVES = 3_000

each_preset = pytest.mark.parametrize("table", presets(), ids=lambda table: table.name)
each_short_list = pytest.mark.parametrize(
    "table", [table for table in presets() if table.game.name != "tan"], ids=lambda table: table.name
)


def asked(table: Table, state: Any) -> Iterator[tuple[int, Any]]:
    """Who is asked, and the choices as the client gets them."""
    codec = CODECS[table.game.name]
    for seat, prompt in table.game.prompts(state).items():
        yield seat, codec.encode_choices(prompt.choices)


@each_short_list
def test_the_moves_out_of_choices_are_those_that_the_rulebook_allows(table: Table) -> None:
    name = table.game.name
    for number, moment in enumerate(walk(table, seed=31)):
        for seat, choices in asked(table, moment.state) if number % 3 == 0 else ():
            moves = [CODECS[name].decode_move(move) for move in game(name).legal_moves(choices)]
            assert len(moves) == len(set(moves))
            assert set(moves) == legal(name, moment.state, seat)


@each_preset
def test_random_moves_are_accepted_and_bring_every_deal_to_its_end(table: Table) -> None:
    rules, codec, client = table.game, CODECS[table.game.name], game(table.game.name)
    chance = Random(32)
    match = rules.open_match(table.options, table.seats)
    for deal in range(4):
        if not isinstance(rules.before_deal(table.options, match), Ready):
            break
        state, _ = deal_at(table, match, seed=32 + deal)
        for _ in range(MOST_MOVES):
            if rules.result(state) is not None:
                break
            for seat, choices in asked(table, state):
                rules.play(state, seat, codec.decode_move(client.random_move(choices, chance)))
                break
            else:
                rules.advance(state)
        assert rules.result(state) is not None
        match = rules.after_deal(table.options, match, rules.result(state))
