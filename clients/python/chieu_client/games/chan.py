"""Chắn for clients: names of cards, moves, and legal moves out of a prompt's choices.

No rule stands here: what may be played is what the prompt says, a refusal says the rest. A card is one of four alike
and goes by its kind, named as the rulebook does, rank then suit (`v` Vạn, `s` Sách, `n` Văn): `5v`, `8s`, and `cc`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import assert_never, cast

from google.protobuf.message import Message

from chieu.chan.v1 import chan_pb2
from chieu.chan.v1.chan_pb2 import Choices, ClaimChoices, DiscardChoices, HeavenChoices, Kind, Move, TakeChoices, View
from chieu_client.games.narrowing import own
from chieu_client.prompt import Prompt

__all__ = [
    "RANKS",
    "RED",
    "SUITS",
    "ca",
    "chan",
    "chiu",
    "choices",
    "discard",
    "full_name",
    "kind",
    "legal_moves",
    "let_pass",
    "name",
    "names",
    "random_move",
    "view",
    "win",
]

RANKS = {
    "2": "Nhị",
    "3": "Tam",
    "4": "Tứ",
    "5": "Ngũ",
    "6": "Lục",
    "7": "Thất",
    "8": "Bát",
    "9": "Cửu",
}
"""What players call the ranks."""

SUITS = {"v": "Vạn", "s": "Sách", "n": "Văn"}
"""What players call the suits."""

RED = frozenset({"8v", "9v", "8s", "9s", "cc"})
"""The names of the red kinds."""

_CHI_CHI = "cc"
_PREFIX = "KIND_"
_NAMES = {number: text.removeprefix(_PREFIX).lower() for text, number in Kind.items() if number}
_KINDS = {text: number for number, text in _NAMES.items()}


def kind(text: str) -> Kind.ValueType:
    """The kind of that name, in any case. Raises ValueError if there is none."""
    try:
        return _KINDS[text.strip().lower()]
    except KeyError:
        raise ValueError(f"expected a card such as 5v, 8s, 3n or cc, got {text!r}") from None


def name(number: int) -> str:
    """A kind's name; `??` for a card that may not be seen."""
    return _NAMES.get(cast(Kind.ValueType, number), "??")


def names(numbers: Iterable[int]) -> list[str]:
    """The names of kinds, in their order."""
    return [name(number) for number in numbers]


def full_name(text: str) -> str:
    """What players call the kind of that name: `5v` is Ngũ Vạn. Other text stays as it is."""
    if text == _CHI_CHI:
        return "Chi chi"
    return f"{RANKS[text[0]]} {SUITS[text[1]]}" if text in _KINDS else text


def win() -> Move:
    """Wins, with the live card or with the dealt hand (ù)."""
    return Move(win=chan_pb2.Win())


def chiu() -> Move:
    """Claims the live card with three alike (chíu)."""
    return Move(chiu=chan_pb2.Chiu())


def chan() -> Move:
    """Takes the live card with one alike (ăn chắn)."""
    return Move(chan=chan_pb2.Chan())


def ca(text: str) -> Move:
    """Takes the live card with this hand card of its rank and another suit (ăn cạ)."""
    return _ca(kind(text))


def let_pass() -> Move:
    """Lets the live card go (dưới), or a heavenly hand."""
    return Move(let_pass=chan_pb2.Pass())


def discard(text: str) -> Move:
    """Puts a hand card down (đánh)."""
    return _discard(kind(text))


def choices(prompt: Prompt) -> Choices:
    """What a Chắn prompt offers. Raises TypeError for another game's prompt."""
    return own(prompt.choices, Choices)


def view(prompt: Prompt) -> View:
    """What a Chắn prompt's seat may know. Raises TypeError for another game's prompt."""
    return own(prompt.view, View)


def legal_moves(offered: Message) -> Iterator[Move]:
    """Every legal move, one by one: a win, what else takes the card, and the pass last; or the discards."""
    match _kind(offered):
        case DiscardChoices() as owed:
            yield from map(_discard, owed.cards)
        case HeavenChoices():
            yield win()
            yield let_pass()
        case ClaimChoices() as claim:
            yield from _claims(claim)
            yield let_pass()
        case TakeChoices() as entitled:
            yield from _claims(entitled)
            yield from _captures(entitled)
            yield let_pass()
        case never:
            assert_never(never)


def random_move(offered: Message, chance: Random) -> Move:
    """One legal move, drawn so that hands are won: wins are never let go, other cards not too often."""
    moves = list(legal_moves(offered))
    takes = [move for move in moves if not move.HasField("let_pass")]
    if takes and takes[0].HasField("win"):
        return takes[0]
    may_pass = len(takes) < len(moves)
    is_passing = may_pass and not chance.randrange(_PASS_ONE_IN)
    return chance.choice(takes) if takes and not is_passing else let_pass()


_PASS_ONE_IN = 5


def _kind(offered: Message) -> HeavenChoices | ClaimChoices | TakeChoices | DiscardChoices:
    asked = own(offered, Choices)
    match asked.WhichOneof("choices"):
        case "heaven":
            return asked.heaven
        case "claim":
            return asked.claim
        case "take":
            return asked.take
        case "discard":
            return asked.discard
        case _:
            raise ValueError("expected choices that ask something")


def _claims(offered: ClaimChoices | TakeChoices) -> Iterator[Move]:
    if offered.win:
        yield win()
    if offered.chiu:
        yield chiu()


def _captures(offered: TakeChoices) -> Iterator[Move]:
    if offered.chan:
        yield chan()
    if offered.partner:
        yield _ca(offered.partner)


def _ca(partner: Kind.ValueType) -> Move:
    return Move(ca=chan_pb2.Ca(partner=partner))


def _discard(number: Kind.ValueType) -> Move:
    return Move(discard=chan_pb2.Discard(card=number))
