"""Two deals that an audience cannot tell apart take it through a whole claim window alike, whoever could claim.

Alike are the updates, byte by byte but for what is drawn at random, their number, counts, sizes and times; what a table
opened anew would show, or one that comes back from any moment; and the answers to what the audience itself tries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import pytest

from chieu.table.v1.update_pb2 import Update
from services.chan import rules
from services.core.chance import SearchRandom
from services.core.game import SPECTATORS
from services.core.store.limits import UPDATES_KEPT
from tests.leak.chan_twins import Moment, Twins, claims, dealt, twins
from tests.leak.window import Attempt, Told, play_window

pytestmark = pytest.mark.leak

SEATS = 4
WINDOW_MS = 3_000
PACE_MS = 700
GIVE_UP_MS = PACE_MS + 5_000
"""When a bot's policy answers that no worker has answered for, where no window ends before."""
SLOW_MS = 2_000
LATE_MS = WINDOW_MS + 20
PAIRS = 75

WIN, CHIU, PASS = rules.Win(), rules.Chiu(), rules.Pass()

houses = pytest.mark.parametrize(
    "options", [rules.Options(house=house) for house in rules.House], ids=lambda options: f"chan-{options.house.value}"
)


def plain(update: Update, *, timeless: bool = False) -> bytes:
    """An update without what is drawn at random; `timeless` ones also without the moment at which they came."""
    copy = Update()
    copy.CopyFrom(update)
    copy.mark = b""
    copy.prompt.prompt_id = b""
    copy.state.commitment = b""
    if timeless:
        copy.server_ms = copy.prompt.deadline_ms = 0
    return copy.SerializeToString(deterministic=True)


def check_alike(both: Sequence[Told], audience: int, *, timeless: bool = False) -> bool:
    """What an audience was told is alike as long as it can be; whether the two windows settled alike for it.

    Somebody may take the card in one and not in the other: then only the settlement's time and that it is one update
    are alike. `timeless`: times are another matter.
    """

    def bare(updates: Sequence[Update]) -> list[bytes]:
        return [plain(one, timeless=timeless) for one in updates]

    here, there = both
    count = here.until_settled(audience)
    assert count == there.until_settled(audience)
    settled, other = here.updates[audience][count], there.updates[audience][count]
    is_alike = settled.view == other.view
    until = None if is_alike else count
    assert bare(here.updates[audience][:until]) == bare(there.updates[audience][:until])
    assert here.sizes[audience][:until] == there.sizes[audience][:until]
    assert here.resumed[audience][:until] == there.resumed[audience][:until]
    assert settled.seq == other.seq
    lasted = min(told.settled_ms - told.opened_ms for told in both)
    for attempt, reply in here.replies.items():
        if attempt.seat == audience and (attempt.at_ms < lasted or (is_alike and not timeless)):
            assert reply == there.replies[attempt]
    if not timeless:
        assert (here.opened_ms, here.settled_ms) == (there.opened_ms, there.settled_ms)
        assert bare(here.pictures[audience]) == bare(there.pictures[audience])
    return is_alike


def whims(seat: int, rng: SearchRandom) -> Iterator[Attempt]:
    """What a seat tries: nothing, something, or one thing after another; in time or late."""
    for _ in range(rng.below(3)):
        yield Attempt(seat, rng.below(WINDOW_MS), (WIN, CHIU, PASS)[rng.below(3)])
    if not rng.below(3):
        yield Attempt(seat, LATE_MS, (WIN, CHIU, PASS)[rng.below(3)])


def of_others(moment: Moment, audience: int, rng: SearchRandom) -> Iterator[Attempt]:
    """What the others try. Mostly none of them takes the card, so that two windows settle alike."""
    asked = claims(moment, audience)
    is_taken = not rng.below(4)
    for seat in set(range(SEATS)) - {audience}:
        choices = asked.get(seat)
        if isinstance(choices, rules.ClaimChoices) and not is_taken and (choices.win or rng.below(2)):
            yield Attempt(seat, rng.below(PACE_MS), PASS)
        if is_taken or choices is None:
            yield from whims(seat, rng)


def told_by(pair: Twins, own: Sequence[Attempt], rng: SearchRandom, **table: Any) -> list[Told]:
    """What both windows tell, the audience trying the same and everybody else what he will."""
    return [play_window(one, [*own, *of_others(one, pair.audience, rng)], **table) for one in (pair.here, pair.there)]


@houses
@pytest.mark.parametrize("players", [SEATS, 2], ids=["players", "with-bots"])
def test_a_window_among_players_is_the_same_whoever_could_claim(options: rules.Options, players: int) -> None:
    """Bots that no worker answers for are among the others: their policy does, shortly before the end."""
    rng, alike = SearchRandom(91), Counter[bool]()
    for pair in islice((pair for pair in twins(options, rng) if pair.audience < players), PAIRS):
        own = list(whims(pair.audience, rng)) if pair.audience != SPECTATORS else []
        both = told_by(pair, own, rng, players=players)
        for told in both:
            assert told.settled_ms == told.opened_ms + WINDOW_MS
            if players == SEATS:
                assert set(told.wakes) == {told.settled_ms}
        for audience in {pair.audience, SPECTATORS}:
            alike[check_alike(both, audience)] += 1
    assert alike[True] > PAIRS
    assert alike[False]


OPENER = "5v 5s 5n 6v 6s 6n 7v 7s 7n 8s 8n 9v 9s 9n 2v 3s 4n 2s 3n"
NEXT = "5v 5s 5n 6v 6s 6n 7v 7s 7n 8s 8n 9v 9s 9n cc 2n 3v 4v 4s"
TRIPLE = "8v*3"
WAITING = "2v*2 2s*2 2n*2 3v*2 3s*2 3n*2 4v*2 4s*2 4n*2 8v"
WAITING_TOO = "5v*2 5s*2 5n*2 6v*2 6s*2 6n*2 7v*2 7s*2 7n*2 8v"
NOT_YET = "2v*2 2s*2 2n*2 3v*2 3s*2 3n*2 4v*2 4s*2 4n 9n 8v"


def discarded(hands: Mapping[int, str]) -> Moment:
    """Seat 0 is about to put a Bát Vạn down."""
    state = dealt({0: f"{OPENER} 8v", 1: NEXT, **hands})
    return Moment(state, 0, rules.Discard(rules.parse("8v")))


def revealed(hands: Mapping[int, str]) -> Moment:
    """Seat 1 is about to let the opening discard go, and to turn up a Bát Vạn."""
    state = dealt({0: f"{OPENER} cc", 1: NEXT, **hands}, stock="8v")
    rules.play(state, 0, rules.Discard(rules.parse("cc")))
    rules.advance(state)
    return Moment(state, 1, PASS)


NOBODY_CHIU, CHIU_OF_2, CHIU_OF_3 = (discarded(hands) for hands in ({2: "8v*2", 3: "8v"}, {2: TRIPLE}, {3: TRIPLE}))
NOBODY_WINS, WIN_OF_2, WIN_OF_3 = (revealed(hands) for hands in ({2: NOT_YET}, {2: WAITING}, {3: WAITING}))
WIN_OF_BOTH, REVEALED_TO_CHIU = revealed({2: WAITING, 3: WAITING_TOO}), revealed({3: TRIPLE})

cases = pytest.mark.parametrize(
    ("here", "there"),
    [
        pytest.param(CHIU_OF_2, NOBODY_CHIU, id="chan-chiu-or-nobody"),
        pytest.param(CHIU_OF_2, CHIU_OF_3, id="chan-chiu-of-one-or-another"),
        pytest.param(WIN_OF_2, NOBODY_WINS, id="chan-win-or-nobody"),
        pytest.param(WIN_OF_2, WIN_OF_3, id="chan-win-of-one-or-another"),
        pytest.param(WIN_OF_BOTH, WIN_OF_2, id="chan-two-wins-or-one"),
        pytest.param(WIN_OF_BOTH, NOBODY_WINS, id="chan-two-wins-or-nobody"),
        pytest.param(REVEALED_TO_CHIU, WIN_OF_2, id="chan-chiu-or-win"),
    ],
)


@cases
@pytest.mark.parametrize("at_ms", [0, PACE_MS, WINDOW_MS - 10])
def test_who_lets_a_claim_go_is_as_quiet_as_who_has_none(here: Moment, there: Moment, at_ms: int) -> None:
    """Also if he would claim after all, and too late."""
    assert claims(here) != claims(there)
    both = [
        play_window(
            one,
            [Attempt(seat, at_ms + after, move) for seat in claims(one) for after, move in ((0, PASS), (5, WIN))],
            past=UPDATES_KEPT,
        )
        for one in (here, there)
    ]
    for audience in (0, 1, SPECTATORS):
        assert check_alike(both, audience)


@cases
def test_who_claims_is_as_quiet_until_the_window_settles(here: Moment, there: Moment) -> None:
    claimed = [
        Attempt(seat, 100, WIN if isinstance(choices, rules.ClaimChoices) and choices.win else CHIU)
        for seat, choices in claims(here).items()
    ]
    both = play_window(here, claimed), play_window(there, [Attempt(seat, 200, PASS) for seat in claims(there)])
    for audience in (0, 1, SPECTATORS):
        assert not check_alike(both, audience)


def test_chan_player_who_comes_back_in_a_window_may_have_been_asked_or_not() -> None:
    """He answered, or said that he is here: others cannot tell."""
    answering = play_window(CHIU_OF_2, [Attempt(2, 300, PASS)], away=2)
    calling = play_window(NOBODY_CHIU, [Attempt(2, 400, None)], away=2)
    for audience in (0, 1, SPECTATORS):
        assert check_alike((answering, calling), audience)
        assert not calling.updates[audience][-1].state.seats[2].away


@houses
def test_with_one_player_a_window_tells_of_others_by_nothing_but_the_time_they_took(options: rules.Options) -> None:
    """It settles when the pace has passed and everybody asked has answered; a bot's worker may be slow, or silent."""
    rng, alike, lasted = SearchRandom(92), Counter[bool](), Counter[int]()
    for pair in islice(alone(options, rng), PAIRS):
        both = []
        for one in (pair.here, pair.there):
            times = {seat: (PACE_MS, SLOW_MS, GIVE_UP_MS)[rng.below(3)] for seat in claims(one) if seat}
            answers = [Attempt(0, 2 * PACE_MS, PASS)]
            answers += [Attempt(seat, at_ms, PASS) for seat, at_ms in times.items() if at_ms < GIVE_UP_MS]
            told = play_window(one, answers, players=1)
            took = told.settled_ms - told.opened_ms
            assert took == max([PACE_MS, *times.values(), *(2 * PACE_MS for seat in claims(one) if not seat)])
            lasted[took] += 1
            both.append(told)
        for audience in {pair.audience, SPECTATORS}:
            alike[check_alike(both, audience, timeless=True)] += 1
    assert alike[True] > PAIRS // 2
    assert set(lasted) == {PACE_MS, 2 * PACE_MS, SLOW_MS, GIVE_UP_MS}


@houses
def test_with_one_player_bots_that_answer_at_once_tell_nothing_at_all(options: rules.Options) -> None:
    rng = SearchRandom(93)
    for pair in islice((pair for pair in alone(options, rng) if pair.audience == 0), PAIRS):
        own = Attempt(0, rng.below(2 * PACE_MS), PASS)
        both = [
            play_window(one, [own, *(Attempt(seat, PACE_MS, PASS) for seat in claims(one, 0))], players=1)
            for one in (pair.here, pair.there)
        ]
        for audience in (0, SPECTATORS):
            assert check_alike(both, audience)


def alone(options: rules.Options, rng: SearchRandom) -> Iterator[Twins]:
    """Pairs for seat 0, which is the only player's, and for spectators."""
    return (pair for pair in twins(options, rng) if pair.audience < 1)
