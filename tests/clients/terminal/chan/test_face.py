from __future__ import annotations

import pytest

from chieu.chan.v1 import chan_pb2
from chieu.table.v1.refusal_pb2 import Refusal
from chieu.table.v1.update_pb2 import Update
from chieu_client import Prompt, Refused, pack
from chieu_client.clock import ServerClock
from chieu_client.games import chan
from chieu_terminal.chan import ChanFace
from chieu_terminal.chan.picture import Hand, hand_of
from chieu_terminal.table_news import events_of
from chieu_terminal.words import LANGUAGES, Words
from tests.clients.chan_script import ALL_CHAN, HEAVEN, claim, discards, entitled
from tests.clients.real_table import RealTable
from tests.clients.terminal.recording import assert_recorded, recorded_updates, shown
from tests.clients.terminal.stories import story, whole_match


def played(seed: int, *, audience: int | None = 0) -> RealTable:
    """A match of two hands; odd seeds play by tradition."""
    house = chan_pb2.HOUSE_TRADITIONAL if seed % 2 else chan_pb2.HOUSE_SEED
    return whole_match("chan", 4, seed, chan_pb2.Options(match_hands=2, house=house), audience=audience)


def has(update: Update, kind: str) -> bool:
    events = events_of(update)
    return any(isinstance(event, chan_pb2.Event) and event.WhichOneof("event") == kind for event in events)


def some_of_a_match() -> list[Update]:
    """The opening, a Chíu out of turn with its return, and a win in the second hand."""
    told = played(28).told
    chiu = next(place for place, update in enumerate(told) if has(update, "chiued"))
    places = {*range(14), *range(chiu - 3, chiu + 6), *range(len(told) - 9, len(told))}
    return [told[place] for place in sorted(places)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_plain", [False, True], ids=["drawn", "plain"])
def test_a_match_looks_as_recorded(language: str, is_plain: bool) -> None:
    words = Words(language)
    face = ChanFace(words, is_plain=is_plain)
    updates = recorded_updates("chan_match", some_of_a_match)
    text = shown(story(updates, face, words), is_plain=is_plain)
    assert_recorded(f"chan_{'plain' if is_plain else 'drawn'}_{language}", text)


def test_a_spectator_sees_no_hand_no_wait_and_no_claim() -> None:
    words = Words("en")
    text = shown(story(played(28, audience=None).told, ChanFace(words, is_plain=True), words), is_plain=True)
    assert "turns " in text
    assert "An wins (ù)" in text
    assert "You" not in text


@pytest.mark.parametrize(
    ("seed", "language", "is_plain"), [(10, "vi", False), (31, "en", True), (54, "en", False), (19, "vi", True)]
)
def test_everything_that_happens_can_be_shown(seed: int, language: str, is_plain: bool) -> None:
    words = Words(language)
    match = played(seed)
    text = shown(story(match.told, ChanFace(words, is_plain=is_plain), words), is_plain=is_plain)
    assert text.count("\n") > len(match.told)


def test_every_event_of_the_contract_can_be_told_or_is_left_out() -> None:
    face = ChanFace(Words("en"), is_plain=True)
    update = played(1).told[0]
    silent = {"decision", "hand_ended"}
    for kind in chan_pb2.Event.DESCRIPTOR.oneofs_by_name["event"].fields:
        event = chan_pb2.Event()
        getattr(event, kind.name).SetInParent()
        assert bool(face.narrate([event], update)) == (kind.name not in silent), kind.name


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (chan_pb2.Event(claimed=chan_pb2.Claimed(claim=chan_pb2.CLAIM_WIN)), "You claim the win."),
        (chan_pb2.Event(claimed=chan_pb2.Claimed(claim=chan_pb2.CLAIM_CHIU)), "You claim Chíu."),
        (chan_pb2.Event(claimed=chan_pb2.Claimed(claim=chan_pb2.CLAIM_PASS)), "You claim nothing."),
        (
            chan_pb2.Event(passed=chan_pb2.Passed(seat=0, card=chan.kind("5v"), locked=True)),
            "An (you) lets Ngũ Vạn (5v) go; it is locked now",
        ),
        (
            chan_pb2.Event(chiued=chan_pb2.Chiued(seat=0, card=chan.kind("cc"))),
            "An (you) takes Chi chi (cc) as a Chíu, four alike",
        ),
        (
            chan_pb2.Event(chiued=chan_pb2.Chiued(seat=2, card=chan.kind("cc"), return_door=0)),
            "Bot 2 (normal) claims Chi chi (cc) as a Chíu, four alike, and owes the door of An (you) a card",
        ),
        (
            chan_pb2.Event(
                discarded=chan_pb2.Discarded(
                    seat=2, card=chan.kind("8n"), door=0, reason=chan_pb2.DISCARD_REASON_RETURN
                )
            ),
            "Bot 2 (normal) returns Bát Văn (8n) to the door of An (you)",
        ),
        (
            chan_pb2.Event(dead_hand=chan_pb2.DeadHand(seat=1)),
            "Bot 1 (normal) has no card to discard: a dead hand, which only turns cards up.",
        ),
    ],
    ids=lambda part: "" if isinstance(part, str) else part.WhichOneof("event"),
)
def test_an_event_is_told(event: chan_pb2.Event, line: str) -> None:
    face = ChanFace(Words("en"), is_plain=True)
    assert [told.plain for told in face.narrate([event], played(1).told[0])] == [line]


@pytest.mark.parametrize(
    ("asked", "offered"),
    [
        (HEAVEN, "`win` wins with the dealt hand (Thiên ù)\n`pass` plays on\n"),
        (
            ALL_CHAN,
            """\
`win` wins with the dealt hand (Thiên ù)
`pass` plays on with a dead hand, which only turns cards up: it has no card to discard
""",
        ),
        (
            claim("win chiu"),
            """\
`win` wins with Ngũ Vạn (5v) (ù)
`chiu` claims Ngũ Vạn (5v) with your three alike (chíu)
`pass` lets it go (dưới)
""",
        ),
        (
            entitled("chiu chan", locks=True),
            """\
`chiu` claims Ngũ Vạn (5v) with your three alike (chíu)
`chan` takes Ngũ Vạn (5v) with one alike (ăn chắn)
`pass` lets it go (dưới), and you turn a card up from the stock
If you let it go, you may neither discard Ngũ Vạn (5v) nor use it in a Cạ any more.
""",
        ),
        (
            entitled(partner="5s", goes_on=True),
            """\
`ca` takes Ngũ Vạn (5v) with Ngũ Sách (5s) (ăn cạ)
`pass` lets it go (dưới), and the next seat may take it
""",
        ),
        (
            entitled(),
            """\
You cannot take Ngũ Vạn (5v); Enter passes.
`pass` lets it go (dưới), and you turn a card up from the stock
""",
        ),
        (discards("2v cc"), "Name one of these to discard it: 2v cc\n"),
    ],
    ids=["heaven", "all alike", "claim", "triple", "mixed", "nothing", "discard"],
)
def test_a_question_says_all_that_may_be_done(asked: chan_pb2.Choices, offered: str) -> None:
    update = Update()
    update.view.CopyFrom(pack(chan_pb2.View(live=chan_pb2.LiveCard(card=chan.kind("5v")), stock_count=9)))
    update.prompt.choices.CopyFrom(pack(asked))
    face = ChanFace(Words("en"), is_plain=True)
    assert shown([face.offer(Prompt.of(update, ServerClock()))], is_plain=True) == offered


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("", Hand()),
        ("5v 5v 5v 5v cc cc", Hand(chan=(("5v", "5v"), ("5v", "5v"), ("cc", "cc")))),
        ("5v 5v 5v 5s 6n", Hand(chan=(("5v", "5v"),), ca=(("5v", "5s"),), lone=(("6n",),))),
        ("3v 3s 3n cc", Hand(heads=(("3v", "3s", "3n"),), lone=(("cc",),))),
    ],
)
def test_a_hand_is_shown_paired_as_well_as_it_goes(cards: str, hand: Hand) -> None:
    assert hand_of(cards.split()) == hand


def test_a_broken_rule_is_explained_in_plain_words() -> None:
    face = ChanFace(Words("en"), is_plain=True)
    assert face.explain(Refused(Refusal(rule="BREAKS_CHAN"))) == "That would break a Chắn in your hand."
    assert face.explain(Refused(Refusal(rule="OF_TOMORROW"))) is None


def test_before_the_first_hand_there_is_nothing_to_show() -> None:
    face = ChanFace(Words("en"), is_plain=True)
    assert face.picture(Update()) is None
    assert face.score(Update()) is None


def test_a_pass_with_the_stock_used_up_says_that_it_ends_the_hand() -> None:
    update = Update()
    update.view.CopyFrom(pack(chan_pb2.View(live=chan_pb2.LiveCard(card=chan.kind("5v")))))
    update.prompt.choices.CopyFrom(pack(entitled("chan")))
    face = ChanFace(Words("en"), is_plain=True)
    offered = shown([face.offer(Prompt.of(update, ServerClock()))], is_plain=True)
    assert offered.splitlines()[-1] == "`pass` lets it go (dưới) and ends the hand in a draw: the stock is used up"
