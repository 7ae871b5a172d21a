"""Says what a prompt's seat may do. Pure; everything comes from the prompt."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Choices, ClaimChoices, TakeChoices, View
from chieu_client.games import chan
from chieu_terminal.chan.ink import KindInk
from chieu_terminal.ink import fill
from chieu_terminal.words import Words

__all__ = ["offer"]


def offer(choices: Choices, view: View, words: Words, ink: KindInk) -> list[Text]:
    """A line for each thing that may be done."""
    card = ink.card(chan.name(view.live.card))
    match choices.WhichOneof("choices"):
        case "heaven":
            passing = "chan.offer_pass_dies" if choices.heaven.dies else "chan.offer_pass_heaven"
            return [Text(words("chan.offer_heaven")), Text(words(passing))]
        case "claim":
            return [*_claims(choices.claim, card, words), Text(words("chan.offer_pass"))]
        case "take":
            return list(_take(choices.take, view, words, ink))
        case _:
            return [fill(words.sentence("chan.offer_discard"), cards=ink.codes(chan.names(choices.discard.cards)))]


def _claims(choices: ClaimChoices | TakeChoices, card: Text, words: Words) -> Iterator[Text]:
    if choices.win:
        yield fill(words.sentence("chan.offer_win"), card=card)
    if choices.chiu:
        yield fill(words.sentence("chan.offer_chiu"), card=card)


def _take(choices: TakeChoices, view: View, words: Words, ink: KindInk) -> Iterator[Text]:
    card = ink.card(chan.name(view.live.card))
    yield from _claims(choices, card, words)
    if choices.chan:
        yield fill(words.sentence("chan.offer_chan"), card=card)
    if choices.partner:
        yield fill(words.sentence("chan.offer_ca"), card=card, partner=ink.card(chan.name(choices.partner)))
    if not any((choices.win, choices.chiu, choices.chan, choices.partner)):
        yield fill(words.sentence("chan.offer_none"), card=card)
    if choices.next_step == chan_pb2.NEXT_STEP_OFFER_NEXT:
        yield Text(words("chan.offer_pass_on"))
    else:
        yield Text(words("chan.offer_pass_reveal" if view.stock_count else "chan.offer_pass_ends"))
    if choices.locks:
        yield fill(words.sentence("chan.offer_locks"), card=card)
