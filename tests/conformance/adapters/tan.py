"""What the game-blind tests must be told about Tấn.

`judge` is a second reading of sections 3.3 and 3.4 of the rulebook, on names and sets instead of masks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

from services.core import cards
from services.tan import rules
from tests.conformance.adapters.tan_folder import TanFolder

__all__ = [
    "cards_in",
    "folder",
    "judge",
    "locate",
    "may_name",
    "may_remember",
    "move_of_steps",
    "moves",
    "moves_made",
    "pack",
    "proposals",
    "settles_chance",
]

folder = TanFolder

Below = Callable[[int], int]


def pack(options: rules.Options) -> list[int]:
    """Every card of the pack."""
    return list(range(52 + options.jokers))


def locate(state: rules.State) -> dict[str, list[int]]:
    """Every card by the place where it lies; a card in two places shows up twice."""
    places: dict[str, list[int]] = {
        "stock": list(state.stock)[state.drawn :],
        "table": list(cards.cards_of(state.on_table)),
        "discard": list(cards.cards_of(state.discard)),
    }
    for seat in range(state.seats):
        places[f"hand {seat}"] = list(cards.cards_of(state.hands[seat]))
        places[f"aside {seat}"] = list(cards.cards_of(state.aside[seat]))
    return places


def cards_in(view: rules.View) -> set[int]:
    """Every card that a view names anywhere."""
    found = {*view.hand, *view.gone, *view.secret}
    for seat in view.seats:
        found |= {*seat.known, *seat.aside_known}
    for wave in view.table:
        for pair in wave.pairs:
            found |= {pair.attack} if pair.defence is None else {pair.attack, pair.defence}
    if view.tribute is not None and view.tribute.card is not None:
        found.add(view.tribute.card)
    if view.result is not None:
        reveal = view.result.reveal
        found |= {card for group in (*reveal.hands, *reveal.aside, reveal.stock) for card in group}
    return found


def may_name(state: rules.State, audience: int) -> set[int]:
    """Own cards, the table, the discard pile, known cards, and what the tribute told (section 4)."""
    places = locate(state)
    if state.phase == rules.Phase.SET_OVER:
        return set(pack(state.options))
    found = {*places["table"], *places["discard"]}
    for known in state.known:
        found |= set(cards.cards_of(known))
    if audience >= 0:
        found |= {*places[f"hand {audience}"], *places[f"aside {audience}"]}
    if audience >= 0 and audience == state.king:
        found |= set(cards.cards_of(state.given))
    if audience >= 0 and audience == state.payer:
        found |= set(cards.cards_of(state.kept))
    return found


may_remember = may_name


def moves_made(state: rules.State) -> int:
    """The version counts them."""
    return int(state.version)


def moves(choices: rules.Choices) -> Iterator[rules.Move]:
    """Every legal move."""
    match choices:
        case rules.AttackChoices(fitting, limit, one_rank, may_stop):
            if may_stop:
                yield rules.Stop()
            for size in range(1, min(limit, len(fitting)) + 1):
                for wave in combinations(sorted(fitting), size):
                    if not one_rank or len({card // 4 for card in wave}) == 1:
                        yield rules.Attack(wave)
        case rules.DefendChoices(pending, _):
            yield rules.Take()
            for answers in _assignments([each.beaters for each in pending], frozenset()):
                attacks = [each.attack for each in pending]
                yield rules.Defend(tuple(sorted(zip(attacks, answers, strict=True))))
        case rules.ReturnChoices(hand):
            for card in hand:
                yield rules.ReturnTribute(card)


def _assignments(beaters: Sequence[Sequence[int]], used: frozenset[int]) -> Iterator[tuple[int, ...]]:
    if not beaters:
        yield ()
        return
    for card in beaters[0]:
        if card not in used:
            for rest in _assignments(beaters[1:], used | {card}):
                yield (card, *rest)


def move_of_steps(state: rules.State, steps: Sequence[int]) -> rules.Move:
    """The move that these steps make up."""
    if state.phase == rules.Phase.TRIBUTE_RETURN:
        return rules.ReturnTribute(steps[0])
    if state.phase == rules.Phase.ATTACK:
        return rules.Attack(tuple(steps[:-1])) if len(steps) > 1 else rules.Stop()
    if list(steps) == [rules.TAKE]:
        return rules.Take()
    attacks = cards.cards_of(state.pending)
    return rules.Defend(tuple(zip(attacks, steps, strict=True)))


def proposals(state: rules.State, below: Below) -> Iterator[tuple[int, rules.Move]]:
    """Every kind of move from every seat, with cards from the own hand and from elsewhere."""
    for seat in range(-1, state.seats + 1):
        yield seat, rules.Stop()
        yield seat, rules.Take()
    turn = int(state.turn)
    if turn < 0:
        return
    hand = list(cards.cards_of(state.hands[turn]))
    for _ in range(12):
        seat = turn if below(8) else below(int(state.seats))
        yield seat, rules.Attack(_some(hand, below))
        yield seat, rules.Defend(_some_pairs(state, hand, below))
        yield seat, rules.ReturnTribute(_any_card(hand, below))


def _some(hand: Sequence[int], below: Below) -> tuple[int, ...]:
    return tuple(_any_card(hand, below) for _ in range(below(4)))


def _any_card(hand: Sequence[int], below: Below) -> int:
    return below(60) - 3 if not hand or not below(6) else hand[below(len(hand))]


def _some_pairs(state: rules.State, hand: Sequence[int], below: Below) -> tuple[tuple[int, int], ...]:
    pending = list(cards.cards_of(state.pending)) or [below(52)]
    attacks = pending[: len(pending) - (not below(6))]
    if not below(8):
        attacks = [*attacks, below(56)]
    return tuple((attack, _any_card(hand, below)) for attack in attacks)


def judge(state: rules.State, seat: int, move: rules.Move) -> str | None:  # noqa: C901 - the list of section 3.4
    """The first error of section 3.4 from number 1 on, versions aside."""
    if not 0 <= seat < state.seats:
        return "NOT_SEATED"
    if state.phase == rules.Phase.SET_OVER:
        return "SET_NOT_IN_PROGRESS"
    if state.ranks[seat]:
        return "SEAT_OUT"
    if seat != state.turn:
        return "NOT_YOUR_TURN"
    kinds: dict[int, tuple[type, ...]] = {
        rules.Phase.TRIBUTE_RETURN: (rules.ReturnTribute,),
        rules.Phase.ATTACK: (rules.Attack, rules.Stop),
        rules.Phase.DEFEND: (rules.Defend, rules.Take),
    }
    if not isinstance(move, kinds[state.phase]):
        return "WRONG_ACTION"
    match move:
        case rules.Take():
            return None
        case rules.Stop():
            return _judge_stop(state)
        case rules.Attack(wave):
            return _judge_cards(state, wave) or _judge_wave(state, wave)
        case rules.ReturnTribute(card):
            return _judge_cards(state, [card])
        case rules.Defend(pairs):
            return _judge_defence(state, pairs)


def _judge_stop(state: rules.State) -> str | None:
    if locate(state)["table"]:
        return None
    order = list(state.order)
    later = order[order.index(state.turn) + 1 :]
    can_open = [seat for seat in later if any(card < 52 for card in locate(state)[f"hand {seat}"])]
    return None if can_open else "MUST_OPEN"


def _judge_cards(state: rules.State, mine: Sequence[int], others: Sequence[int] = ()) -> str | None:
    deck = pack(state.options)
    if not mine:
        return "EMPTY_CARDS"
    if any(card not in deck for card in (*mine, *others)):
        return "UNKNOWN_CARD"
    if any(len(set(side)) < len(side) for side in (mine, others)):
        return "DUPLICATE_CARD"
    hand = locate(state)[f"hand {state.turn}"]
    return None if set(mine) <= set(hand) else "CARD_NOT_IN_HAND"


def _judge_wave(state: rules.State, wave: Sequence[int]) -> str | None:
    places = locate(state)
    names = [cards.name(card) for card in wave]
    if any(name.startswith("X") for name in names):
        return "JOKER_CANNOT_ATTACK"
    if len(wave) > len(places[f"hand {state.defender}"]):
        return "OVER_DEFENDER_HAND"
    ranks = {name[0] for name in names}
    if not places["table"]:
        return "RANKS_DIFFER" if len(ranks) > 1 else None
    on_table = {cards.name(card)[0] for card in places["table"]} - {"X"}
    return None if ranks <= on_table else "RANK_NOT_ON_TABLE"


def _judge_defence(state: rules.State, pairs: Sequence[tuple[int, int]]) -> str | None:
    attacks = [attack for attack, _ in pairs]
    answers = [answer for _, answer in pairs]
    code = _judge_cards(state, answers, attacks)
    if code is not None:
        return code
    pending = {attack for attack, defence in _table(state) if defence is None}
    if not set(attacks) <= pending:
        return "NOT_A_PENDING_CARD"
    if set(attacks) < pending:
        return "INCOMPLETE_DEFENCE"
    royal = "CDHS"[state.royal]
    names = [(cards.name(attack), cards.name(answer)) for attack, answer in pairs]
    strong = [_is_stronger(answer, attack, royal) for attack, answer in names]
    return None if all(strong) else "CARD_TOO_WEAK"


def _table(state: rules.State) -> list[tuple[int, int | None]]:
    shown = rules.view(state, -1)
    return [(pair.attack, pair.defence) for wave in shown.table for pair in wave.pairs]


def _is_stronger(answer: str, attack: str, royal: str) -> bool:
    if answer.startswith("X"):
        return True
    order = "23456789TJQKA"
    same_suit = answer[1] == attack[1]
    if same_suit:
        return order.index(answer[0]) > order.index(attack[0])
    return answer[1] == royal


def settles_chance(event: rules.Event, audience: int) -> bool:
    """A draw of the own seat, what the end of a set reveals, and what only jokers in a hand tell."""
    if isinstance(event, rules.CardsDrawn):
        return event.seat == audience
    told = (rules.LeadSkipped, rules.RoundEnded, rules.TurnChanged, rules.SetEnded)
    return isinstance(event, told)
