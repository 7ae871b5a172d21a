"""A slow second reading of section 4 of Chắn's rulebook, on multisets of codes; and random winning hands to try it on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from services.chan import rules
from services.chan.rules.state import add_meld, give, kinds_of, meld_entry

__all__ = ["Won", "points_of", "random_win", "read_cuoc", "state_of", "won_in"]

Below = Callable[[int], int]

REDS = ("8v", "8s", "9v", "9s", "cc")
VALUES = {
    "chi": (3, 1),
    "thien_u": (3, 1),
    "tom": (4, 1),
    "bach_thu": (4, 1),
    "leo": (5, 2),
    "thien_khai": (5, 2),
    "chiu_u": (5, 2),
    "bon": (5, 2),
    "bach_dinh": (7, 4),
    "tam_do": (8, 5),
    "kinh_tu_chi": (12, 9),
    "thap_thanh": (12, 9),
}

Exposed = tuple[str, str, str]
"""A meld: its form, the card taken, the hand card."""


@dataclass(frozen=True)
class Won:
    """A winning hand before the winning card joined it."""

    hand: tuple[str, ...]
    melds: tuple[Exposed, ...]
    card: str
    """Empty for a Thiên ù."""
    is_own_door: bool
    opening: tuple[str, ...]


def random_win(below: Below) -> Won:
    """Ten pairs, at least six of them Chắn, some exposed; a few kinds come often, so that rare cước do."""
    while True:
        pairs = _pairs(below)
        used = Counter(code for pair in pairs for code in pair)
        if max(used.values()) <= 4:
            break
    melds: list[Exposed] = []
    concealed = list(pairs)
    for _ in range(below(5)):
        first, second = concealed.pop(below(len(concealed)))
        if first == second and (first, second) in concealed and below(2):
            concealed.remove((first, second))
            melds.append(("chiu", first, first))
        else:
            melds.append(("chan" if first == second else "ca", first, second))
    hand = [code for pair in concealed for code in pair]
    opening = [*hand, *(given for form, _, given in melds for _ in range(3 if form == "chiu" else 1))]
    if not melds and not below(4):
        return Won(tuple(hand), (), "", is_own_door=False, opening=tuple(hand))
    card = hand.pop(below(len(hand)))
    opening.remove(card)
    return Won(tuple(hand), tuple(melds), card, bool(below(2)), tuple(opening))


def _pairs(below: Below) -> list[tuple[str, str]]:
    few = [rules.name(below(25)) for _ in range(8)]
    if not below(3):
        few = [*REDS, *few]
    elif not below(3):
        few = [code for code in few if code not in REDS] or ["2v"]
    if not below(3):
        few += ["3v", "3s", "3n", "7n"]
    pairs = []
    chan = (6, 6, 7, 8, 10)[below(5)]
    for place in range(10):
        code = few[below(len(few))]
        other = "vsn"[below(3)]
        is_chan = place < chan or code == "cc" or code[1] == other
        pairs.append((code, code if is_chan else code[0] + other))
    return pairs


def state_of(won: Won, options: rules.Options) -> rules.State:
    """Seat 0 holds the hand, the winning card lies where it says."""
    state = rules.State(options)
    forms = {"chan": 0, "ca": 1, "chiu": 2}
    for code in won.opening:
        give(state, 0, rules.parse(code))
    state.opening = state.hands[:]
    state.hands = rules.State(options).hands
    for code in won.hand:
        give(state, 0, rules.parse(code))
    for form, taken, given in won.melds:
        add_meld(state, meld_entry(forms[form], 0, rules.parse(taken), rules.parse(given), 0, 0))
    if won.card:
        state.live, state.door = rules.parse(won.card), 0 if won.is_own_door else 2
    return state


def won_in(state: rules.State) -> Won:
    """The hand that has won, as it lies at the end."""
    view, winner = rules.view(state, -1), int(state.winner)
    melds = tuple(
        (meld.form.name.lower(), rules.name(meld.taken), rules.name(meld.given))
        for meld in view.melds
        if meld.seat == winner
    )
    card = rules.name(state.live) if state.live >= 0 else ""
    hand, opening = (
        tuple(rules.name(kind) for kind in kinds_of(hands, winner)) for hands in (state.hands, state.opening)
    )
    return Won(hand, melds, card, int(state.door) == winner, opening)


def read_cuoc(won: Won, *, is_traditional: bool) -> dict[str, int]:
    """Every cước by the words of table 4.3."""
    everything = _everything(won)
    counts, opened = Counter(everything), Counter(won.opening)
    cas = _cas(won)
    reds = sum(code in REDS for code in everything)
    triple = ("3v", "3s", "7n") if is_traditional else ("3v", "3n", "7n")
    thien_khai = sum(opened[code] == 4 for code in opened)
    bon = sum(opened[code] == 2 and counts[code] == 4 for code in opened)
    found = {
        "chi": won.card != "" and won.is_own_door,
        "thien_u": won.card == "",
        "tom": min(counts[code] for code in triple),
        "bach_thu": len(cas) == 4 and (won.card == "" or won.card[0] not in {ca[0] for ca in cas}),
        "leo": min(counts[code] for code in ("8s", "9v", "cc")),
        "thien_khai": thien_khai if is_traditional else thien_khai > 0,
        "chiu_u": won.card != "" and won.hand.count(won.card) == 3,
        "bon": bon if is_traditional else bon > 0,
        "bach_dinh": reds == 0,
        "tam_do": reds == 8,
        "kinh_tu_chi": counts["cc"] == 4 and reds == 4,
        "thap_thanh": not cas,
    }
    return {name: int(times) for name, times in found.items() if times}


def _everything(won: Won) -> list[str]:
    cards = [*won.hand] + ([won.card] if won.card else [])
    for form, taken, given in won.melds:
        cards += [taken, given] * (2 if form == "chiu" else 1)
    return cards


def _cas(won: Won) -> list[str]:
    """One code of each Cạ: exposed ones, and what is left when the hand's Chắn are taken out."""
    found = [taken for form, taken, _ in won.melds if form == "ca"]
    hand = Counter([*won.hand] + ([won.card] if won.card else []))
    spare = sorted(code for code, copies in hand.items() if copies % 2)
    assert len(spare) % 2 == 0
    return found + spare[::2]


def points_of(cuoc: Mapping[str, int]) -> int:
    """CHAN-81 to 83 on a list of instances."""
    instances: Sequence[tuple[int, int]] = sorted(VALUES[name] for name, times in cuoc.items() for _ in range(times))
    if not instances:
        return 2
    if "thap_thanh" in cuoc:
        return sum(main for main, _ in instances)
    *others, best = instances
    return best[0] + sum(extra for _, extra in others)
