from __future__ import annotations

import pytest

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Cuoc, CuocLine, Pair, Result, RevealedHand, View
from chieu_client.games import chan
from chieu_terminal.chan.ink import KindInk
from chieu_terminal.chan.scoreboard import scoreboard
from chieu_terminal.speaker import Speaker
from chieu_terminal.words import LANGUAGES, Words
from tests.clients.terminal.recording import shown

NAMES = ["An", "Bình", "Chi", "Dung"]
HANDS = ["2v 3s", "5v", "", "cc cc"]


def won(*cuoc: CuocLine, points: int, card: str = "5v", door: int = 2, house: str = "HOUSE_SEED") -> View:
    """Bình has won; without a card with the dealt hand."""
    result = Result(reason=chan_pb2.END_REASON_WON, winner=1, cuoc=cuoc, points=points)
    if card:
        result.card, result.door = chan.kind(card), door
    for first, second, is_exposed in [("9v", "9v", True), ("3s", "3n", True), ("5v", "5v", False), ("4v", "4n", False)]:
        result.pairs.append(Pair(first=chan.kind(first), second=chan.kind(second), is_exposed=is_exposed))
    result.settlement.extend(-points if seat != 1 else 3 * points for seat in range(4))
    return over(result, house)


def over(result: Result, house: str = "HOUSE_SEED") -> View:
    result.totals.extend(10 + amount for amount in result.settlement)
    for cards in HANDS:
        result.hands.append(RevealedHand(hand=[chan.kind(text) for text in cards.split()]))
    result.stock.extend(chan.kind(text) for text in ("8s", "2n"))
    return View(hand_no=3, result=result, options=chan_pb2.Options(house=chan_pb2.House.Value(house)))


def line(cuoc: str, main: int, extra: int, points: int, count: int = 1) -> CuocLine:
    return CuocLine(cuoc=Cuoc.Value(f"CUOC_{cuoc}"), count=count, main=main, extra=extra, points=points)


def text_of(view: View, language: str = "en", *, is_plain: bool = True) -> str:
    speaker = Speaker("chan", Words(language), NAMES)
    return shown([scoreboard(view, speaker, KindInk(is_plain))], is_plain=is_plain)


def test_a_win_shows_its_pairs_its_sheet_what_is_paid_and_every_hand() -> None:
    view = won(line("CHI", 3, 1, 1), line("TOM", 4, 1, 5, count=2), points=6, door=1)
    assert text_of(view).splitlines() == [
        "Hand 3 is over: Bình wins (ù) with Ngũ Vạn (5v) at their own door.",
        "exposed: 9v+9v  3s+3n",
        "Chắn: 5v+5v",
        "Cạ: 4v+4n",
        "Ù chì: +1 (điểm 3, dịch 1; the winning card lay at the own door)",
        "Tôm x2: +5 (điểm 4, dịch 1; Tam Vạn, Tam Văn and Thất Văn)",
        "The best cước counts its điểm, all others their dịch: every other seat pays 6.",
        "Left in the stock: 8s 2n",
        "An: -6, match 4; in hand: 2v 3s",
        "Bình: +18, match 28; in hand: 5v",
        "Chi: -6, match 4",
        "Dung: -6, match 4; in hand: cc cc",
    ]


@pytest.mark.parametrize(
    ("view", "sentences"),
    [
        (won(points=2), ["Bình wins (ù) with Ngũ Vạn (5v) at the door of Chi.", "Ù xuông: every other seat pays 2."]),
        (won(line("THIEN_U", 3, 1, 3), points=3, card=""), ["Bình wins with the dealt hand (Thiên ù)."]),
        (
            won(line("BACH_DINH", 7, 4, 7), line("THAP_THANH", 12, 9, 12), points=19),
            ["Bạch định: +7", "Thập thành: +12", "every cước counts its điểm: every other seat pays 19."],
        ),
        (won(line("TOM", 4, 1, 4), points=4, house="HOUSE_TRADITIONAL"), ["Tam Vạn, Tam Sách and Thất Văn)"]),
    ],
    ids=["plain", "heavenly", "all ten", "traditional"],
)
def test_every_kind_of_win_has_its_words(view: View, sentences: list[str]) -> None:
    text = text_of(view)
    assert all(sentence in text for sentence in sentences), text


def test_a_draw_pays_nobody() -> None:
    view = over(Result(reason=chan_pb2.END_REASON_STOCK_EXHAUSTED, settlement=[0, 0, 0, 0]))
    view.result.ClearField("stock")
    lines = text_of(view).splitlines()
    assert lines[:2] == [
        "Hand 3 is over: the stock is empty, so it is a draw.",
        "An: 0, match 10; in hand: 2v 3s",
    ]
    assert len(lines) == 5


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_plain", [False, True])
@pytest.mark.parametrize("house", ["HOUSE_SEED", "HOUSE_TRADITIONAL"])
@pytest.mark.parametrize("cuoc", [name.removeprefix("CUOC_") for name in Cuoc.keys()[1:]])
def test_every_cuoc_is_named_and_explained(cuoc: str, house: str, is_plain: bool, language: str) -> None:
    words = Words(language)
    text = text_of(won(line(cuoc, 9, 4, 9), points=9, house=house), language, is_plain=is_plain)
    name = words(f"chan.cuoc.{cuoc}")
    why = words.get(f"chan.why_cuoc.{cuoc}", words.get(f"chan.why_cuoc.{cuoc}_{house[6:]}", ""))
    assert why
    (row,) = [shown_line for shown_line in text.splitlines() if shown_line.lstrip().startswith(name)]
    assert "+9" in row
    assert why in " ".join(text.split()) or not is_plain


def test_a_reason_of_a_later_contract_does_no_harm() -> None:
    later = over(Result(reason=chan_pb2.EndReason.ValueType(99), settlement=[0, 0, 0, 0]))
    assert text_of(later).startswith("Hand 3 is over:\nLeft in the stock")
    unknown = won(CuocLine(cuoc=Cuoc.ValueType(99), count=1, main=8, extra=2, points=8), points=8)
    assert "+8 (điểm 8, dịch 2; )" in text_of(unknown)
