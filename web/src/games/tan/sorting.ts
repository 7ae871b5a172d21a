/** One's hand in the order that its player likes: normal cards, royal cards apart, jokers last. Pure. */

import { type Card, isJoker, rankOf, type Suit, suitOf } from "@chieu/client/tan";

/** The groups of a hand that are not empty, each sorted. */
export function sortedHand(hand: readonly Card[], royal: Suit, order: string): Card[][] {
  const normal = hand.filter((card) => !isJoker(card) && suitOf(card) !== royal);
  const royals = hand.filter((card) => !isJoker(card) && suitOf(card) === royal);
  const jokers = hand.filter(isJoker);
  return [normal, royals, jokers].map((cards) => sorted(cards, order)).filter((cards) => cards.length);
}

function sorted(cards: readonly Card[], order: string): Card[] {
  // Black and red suits take turns, so that neighbours in a fan differ at a glance.
  const suitPlace = (card: Card): number => [0, 0, 1, 3, 2][suitOf(card)] ?? 0;
  const byRank = (one: Card, other: Card): number => rankOf(one) - rankOf(other);
  const bySuit = (one: Card, other: Card): number => suitPlace(one) - suitPlace(other);
  const [first, second] = order === "suit" ? [bySuit, byRank] : [byRank, bySuit];
  return [...cards].sort((one, other) => first(one, other) || second(one, other) || one - other);
}
