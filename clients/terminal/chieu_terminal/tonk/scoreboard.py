"""Hands, counts and payments after a hand. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.text import Text

from chieu.tonk.v1.tonk_pb2 import EndReason, PaidFor, Result, ShownHand, View
from chieu_client.games import tonk
from chieu_terminal.drawing import grid
from chieu_terminal.ink import Ink, fill
from chieu_terminal.speaker import Speaker
from chieu_terminal.tonk.picture import chips_word

__all__ = ["scoreboard"]


def scoreboard(view: View, speaker: Speaker, ink: Ink) -> RenderableType:
    """Every hand that is shown, its count, what its seat wins or loses; then who pays whom, and what for."""
    title, payments = _title(view.result, speaker), list(_payments(view.result, speaker))
    chips = chips_word(view, speaker.words)
    if ink.is_plain:
        lines = [_line(seat, view, speaker, ink, chips) for seat in range(len(speaker.names))]
        return Text("\n").join([title, *lines, *payments])
    words = speaker.words
    keys = [("player", False), ("cards", False), ("count", True), ("gained", True)]
    table = grid([*((words(f"tonk.{key}"), is_numeric) for key, is_numeric in keys), (chips, True)])
    for seat, name in enumerate(speaker.names):
        is_winner = seat in view.result.ending.winners
        net, bankroll = _amounts(seat, view.result)
        table.add_row(
            Text(name, style="bold" if is_winner else ""),
            _cards(seat, view, speaker, ink),
            _count(seat, view),
            net,
            bankroll,
        )
    title.stylize("bold")
    return Group(title, table, *payments)


def _title(result: Result, speaker: Speaker) -> Text:
    ending = result.ending
    reason = EndReason.Name(ending.reason).removeprefix("END_REASON_") if ending.reason in EndReason.values() else ""
    who = ", ".join(speaker.names[seat] for seat in ending.winners)
    knocker = speaker.names[ending.knocker] if ending.HasField("knocker") else ""
    why = fill(speaker.words.get(f"tonk.end.{reason}", reason), who=who, knocker=knocker)
    return speaker.line("hand_over", hand_no=result.hand_no, why=why)


def _payments(result: Result, speaker: Speaker) -> Iterator[Text]:
    for paid in result.settlement.transfers:
        reason = PaidFor.Name(paid.reason).removeprefix("PAID_FOR_") if paid.reason in PaidFor.values() else ""
        why = speaker.words.get(f"tonk.paid.{reason}", reason)
        yield speaker.say("pays", paid.payer, payee=speaker.names[paid.payee], amount=paid.amount, why=why)
    if not result.settlement.transfers:
        yield speaker.line("nobody_pays")


def _line(seat: int, view: View, speaker: Speaker, ink: Ink, chips: str) -> Text:
    net, bankroll = _amounts(seat, view.result)
    count = _count(seat, view)
    counted = f" ({speaker.words('tonk.count')} {count})" if count else ""
    cards = _cards(seat, view, speaker, ink)
    return Text.assemble(f"{speaker.names[seat]}: ", cards, f"{counted}; {net}, {bankroll} {chips}")


def _amounts(seat: int, result: Result) -> tuple[str, str]:
    settlement = result.settlement
    net = settlement.net[seat] if seat < len(settlement.net) else 0
    bankroll = settlement.bankrolls[seat] if seat < len(settlement.bankrolls) else 0
    return f"{net:+d}" if net else "0", str(bankroll)


def _cards(seat: int, view: View, speaker: Speaker, ink: Ink) -> Text:
    hand = _hand(seat, view)
    if seat not in view.order:
        return Text(speaker.words("tonk.gone"))
    if hand is None:
        return Text(speaker.words("tonk.not_shown"))
    return ink.cards(tonk.names(hand.cards)) if hand.cards else Text(speaker.words("tonk.no_cards"))


def _count(seat: int, view: View) -> str:
    hand = _hand(seat, view)
    return str(hand.count) if hand is not None and hand.HasField("count") else ""


def _hand(seat: int, view: View) -> ShownHand | None:
    hands = view.result.ending.hands
    is_shown = seat in view.order and seat < len(hands) and hands[seat].shown
    return hands[seat] if is_shown else None
