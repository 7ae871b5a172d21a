from __future__ import annotations

from collections.abc import Iterator

import pytest

from chieu.tonk.v1 import tonk_pb2
from chieu.tonk.v1.tonk_pb2 import EndReason, PaidFor, Result, ShownHand, Transfer, View
from chieu_client.games import tonk
from chieu_terminal.ink import Ink
from chieu_terminal.speaker import Speaker
from chieu_terminal.tonk.scoreboard import scoreboard
from chieu_terminal.words import LANGUAGES, Words
from tests.clients.terminal.recording import shown

NAMES = ["An", "Bình", "Chi"]
HANDS = ["7C KS", "AC 2C", ""]


def ended(reason: EndReason.ValueType, winners: str, *paid: str, knocker: str = "") -> View:
    """A hand that is over; payments are such as `An Bình 20 TONK`, and the net follows from them."""
    transfers = [
        Transfer(
            payer=NAMES.index(payer),
            payee=NAMES.index(payee),
            amount=int(amount),
            reason=PaidFor.Value(f"PAID_FOR_{why}"),
        )
        for payer, payee, amount, why in (line.split() for line in paid)
    ]
    net = [0, 0, 0]
    for transfer in transfers:
        net[transfer.payer] -= transfer.amount
        net[transfer.payee] += transfer.amount
    result = Result(hand_no=4)
    result.ending.reason = reason
    result.ending.winners.extend(NAMES.index(name) for name in winners.split())
    if knocker:
        result.ending.knocker = NAMES.index(knocker)
    result.ending.hands.extend(_hands(reason))
    result.settlement.transfers.extend(transfers)
    result.settlement.net.extend(net)
    result.settlement.bankrolls.extend(1000 + amount for amount in net)
    return View(order=[0, 1, 2], result=result)


def _hands(reason: EndReason.ValueType) -> Iterator[ShownHand]:
    is_initial = reason in {tonk_pb2.END_REASON_INITIAL_TONK, tonk_pb2.END_REASON_INITIAL_TONK_DRAW}
    for seat, cards in enumerate(HANDS):
        if is_initial and seat == 0:
            yield ShownHand()
        else:
            yield ShownHand(shown=True, cards=[tonk.card(text) for text in cards.split()], count=(17, 3, 0)[seat])


def text_of(view: View, language: str = "en", *, is_plain: bool = True) -> str:
    speaker = Speaker("tonk", Words(language), NAMES)
    return shown([scoreboard(view, speaker, Ink(is_plain))], is_plain=is_plain)


@pytest.mark.parametrize(
    ("view", "title", "payments"),
    [
        (
            ended(tonk_pb2.END_REASON_INITIAL_TONK, "Bình", "An Bình 20 TONK", "Chi Bình 20 TONK"),
            "tonk! Bình was dealt 49 or 50.",
            ["An pays Bình 20 (tonk).", "Chi pays Bình 20 (tonk)."],
        ),
        (
            ended(tonk_pb2.END_REASON_INITIAL_TONK_DRAW, ""),
            "several were dealt 49 or 50, so it is a draw.",
            ["Nobody pays."],
        ),
        (
            ended(tonk_pb2.END_REASON_TONK, "Chi", "An Chi 20 TONK", "Bình Chi 20 TONK"),
            "tonk! Chi went out without a discard.",
            ["An pays Chi 20 (tonk).", "Bình pays Chi 20 (tonk)."],
        ),
        (
            ended(tonk_pb2.END_REASON_OUT, "Chi", "An Chi 10 OUT", "Bình Chi 10 OUT"),
            "Chi went out with the last discard.",
            ["An pays Chi 10 (out).", "Bình pays Chi 10 (out)."],
        ),
        (
            ended(tonk_pb2.END_REASON_KNOCK_WON, "Bình", "An Bình 10 KNOCK", "Chi Bình 10 KNOCK", knocker="Bình"),
            "Bình knocked and had the lowest count.",
            ["An pays Bình 10 (knock).", "Chi pays Bình 10 (knock)."],
        ),
        (
            ended(
                tonk_pb2.END_REASON_KNOCK_CAUGHT,
                "Bình",
                "An Bình 20 CAUGHT",
                "An Bình 10 LOW",
                "Chi Bình 10 LOW",
                knocker="An",
            ),
            "An knocked and was caught. Lowest of the others: Bình.",
            ["An pays Bình 20 (caught).", "An pays Bình 10 (lowest count).", "Chi pays Bình 10 (lowest count)."],
        ),
        (
            ended(tonk_pb2.END_REASON_STOCK_OUT, "Bình Chi", "An Bình 10 LOW", "An Chi 10 LOW"),
            "the stock is empty and the discard was declined. Lowest count: Bình, Chi.",
            ["An pays Bình 10 (lowest count).", "An pays Chi 10 (lowest count)."],
        ),
        (
            ended(tonk_pb2.END_REASON_STALL, "Bình", "An Bình 10 LOW", "Chi Bình 10 LOW"),
            "nothing had changed for too long. Lowest count: Bình.",
            ["An pays Bình 10 (lowest count).", "Chi pays Bình 10 (lowest count)."],
        ),
    ],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_every_ending_has_its_sentence_and_its_payments(view: View, title: str, payments: list[str]) -> None:
    lines = text_of(view).splitlines()
    assert lines[0] == f"Hand 4 is over: {title}"
    assert lines[4:] == payments


def test_the_hands_are_shown_with_their_counts_and_what_they_cost() -> None:
    view = ended(tonk_pb2.END_REASON_OUT, "Chi", "An Chi 10 OUT", "Bình Chi 10 OUT")
    assert text_of(view).splitlines()[1:4] == [
        "An: 7C KS (count 17); -10, 990 chips",
        "Bình: AC 2C (count 3); -10, 990 chips",
        "Chi: no cards (count 0); +20, 1020 chips",
    ]


def test_what_is_not_shown_stays_so_and_scores_have_their_name() -> None:
    view = ended(tonk_pb2.END_REASON_INITIAL_TONK_DRAW, "")
    view.options.bankroll_mode = tonk_pb2.BANKROLL_MODE_LEDGER
    view.order[:] = [0, 1]
    assert text_of(view).splitlines()[1:4] == [
        "An: not shown; 0, 1000 score",
        "Bình: AC 2C (count 3); 0, 1000 score",
        "Chi: out of the match; 0, 1000 score",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("is_plain", [False, True])
def test_every_reason_of_the_contract_is_shown_in_words(language: str, is_plain: bool) -> None:
    for reason in EndReason.values()[1:]:
        for why in PaidFor.keys()[1:]:
            text = text_of(ended(reason, "Bình", f"An Bình 20 {why[9:]}", knocker="Chi"), language, is_plain=is_plain)
            assert "Bình" in text
            assert "_" not in text
            assert not any(part in text for part in ("{", "()"))


def test_a_reason_of_a_later_contract_does_no_harm() -> None:
    later = ended(EndReason.ValueType(99), "")
    assert text_of(later).startswith("Hand 4 is over:\nAn: 7C KS")
