"""The score sheet, the payments and all hands after a hand. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Cuoc, CuocLine, EndReason, Pair, Result, View
from chieu_client.games import chan
from chieu_terminal.chan.ink import KindInk
from chieu_terminal.drawing import grid
from chieu_terminal.speaker import Speaker
from chieu_terminal.words import Words

__all__ = ["scoreboard"]


def scoreboard(view: View, speaker: Speaker, ink: KindInk) -> RenderableType:
    """How the hand ended; for a win its pairs and each cước with its reason; then what every seat wins or loses."""
    result, words = view.result, speaker.words
    head = [
        speaker.line("hand_over", hand_no=view.hand_no, why=_why(result, speaker, ink)),
        *_pairs(result, speaker, ink),
    ]
    house = "TRADITIONAL" if view.options.house == chan_pb2.HOUSE_TRADITIONAL else "SEED"
    tail = [*_sum(result, speaker), *_stock(result, speaker, ink)]
    if ink.is_plain:
        lines = [Text(_sheet_line(row, house, words)) for row in result.cuoc]
        return Text("\n").join([*head, *lines, *tail, *_seat_lines(result, speaker, ink)])
    head[0].stylize("bold")
    sheet: list[RenderableType] = [_sheet(result, house, words)] if result.cuoc else []
    return Group(*head, *sheet, *tail, _seats(result, speaker, ink))


def _why(result: Result, speaker: Speaker, ink: KindInk) -> Text:
    if result.reason != chan_pb2.END_REASON_WON:
        reason = EndReason.Name(result.reason) if result.reason in EndReason.values() else ""
        return Text(speaker.words.get(f"chan.end.{reason.removeprefix('END_REASON_')}", reason))
    if not result.card:
        return speaker.say("end.THIEN_U", result.winner)
    card = ink.card(chan.name(result.card))
    if result.door == result.winner:
        return speaker.say("end.OWN_DOOR", result.winner, card=card)
    return speaker.say("end.WON", result.winner, card=card, door=speaker.names[result.door])


def _pairs(result: Result, speaker: Speaker, ink: KindInk) -> Iterator[Text]:
    """The ten pairs: what was exposed before, then Chắn and Cạ of the hand."""
    exposed = [_cards(pair) for pair in result.pairs if pair.is_exposed]
    hidden = [_cards(pair) for pair in result.pairs if not pair.is_exposed]
    kinds = {
        "exposed": exposed,
        "hand_chan": [cards for cards in hidden if cards[0] == cards[1]],
        "hand_ca": [cards for cards in hidden if cards[0] != cards[1]],
    }
    for key, groups in kinds.items():
        if groups:
            yield Text.assemble(f"{speaker.words(f'chan.{key}')}: ", ink.groups(groups))


def _cards(pair: Pair) -> tuple[str, str]:
    return chan.name(pair.first), chan.name(pair.second)


def _sheet(result: Result, house: str, words: Words) -> Table:
    columns = [("cuoc_name", False), ("times", True), ("main", True), ("extra", True), ("adds", True), ("why", False)]
    table = grid([(words(f"chan.{key}"), is_numeric) for key, is_numeric in columns])
    for row in result.cuoc:
        values = (str(row.count), str(row.main), str(row.extra), f"+{row.points}")
        table.add_row(_name(row, words), *values, _reason(row, house, words))
    return table


def _sheet_line(row: CuocLine, house: str, words: Words) -> str:
    times = f" x{row.count}" if row.count > 1 else ""
    values = f"{words('chan.main')} {row.main}, {words('chan.extra')} {row.extra}"
    return f"{_name(row, words)}{times}: +{row.points} ({values}; {_reason(row, house, words)})"


def _name(row: CuocLine, words: Words) -> str:
    return words.get(f"chan.cuoc.{_key(row)}", _key(row))


def _reason(row: CuocLine, house: str, words: Words) -> str:
    """What a cước is for; the cards of Tôm are the house's (CHAN-88)."""
    return words.get(f"chan.why_cuoc.{_key(row)}_{house}", words.get(f"chan.why_cuoc.{_key(row)}", ""))


def _key(row: CuocLine) -> str:
    return Cuoc.Name(row.cuoc).removeprefix("CUOC_") if row.cuoc in Cuoc.values() else ""


def _sum(result: Result, speaker: Speaker) -> Iterator[Text]:
    if result.reason == chan_pb2.END_REASON_WON:
        is_plain_win, has_all = not result.cuoc, any(line.cuoc == chan_pb2.CUOC_THAP_THANH for line in result.cuoc)
        how = "sum_plain" if is_plain_win else "sum_all" if has_all else "sum_best"
        yield speaker.line(how, points=result.points)


def _stock(result: Result, speaker: Speaker, ink: KindInk) -> Iterator[Text]:
    if result.stock:
        yield speaker.line("stock_left", cards=ink.codes(chan.names(result.stock)))


def _seats(result: Result, speaker: Speaker, ink: KindInk) -> Table:
    columns = [("player", False), ("gained", True), ("total", True), ("left_in_hand", False)]
    table = grid([(speaker.words(f"chan.{key}"), is_numeric) for key, is_numeric in columns])
    for seat, name in enumerate(speaker.names):
        is_winner = result.HasField("winner") and seat == result.winner
        table.add_row(Text(name, style="bold" if is_winner else ""), *_amounts(seat, result), _left(seat, result, ink))
    return table


def _seat_lines(result: Result, speaker: Speaker, ink: KindInk) -> Iterator[Text]:
    for seat, name in enumerate(speaker.names):
        gained, total = _amounts(seat, result)
        left = _left(seat, result, ink)
        rest = Text.assemble(f"; {speaker.words('chan.left_in_hand')}: ", left) if left else Text()
        yield Text.assemble(f"{name}: {gained}, {speaker.words('chan.total')} {total}", rest)


def _amounts(seat: int, result: Result) -> tuple[str, str]:
    gained = result.settlement[seat]
    return f"{gained:+d}" if gained else "0", str(result.totals[seat])


def _left(seat: int, result: Result, ink: KindInk) -> Text:
    return ink.codes(chan.names(result.hands[seat].hand)) if seat < len(result.hands) else Text()
