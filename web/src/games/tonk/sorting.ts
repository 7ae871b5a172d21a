/** One's hand in the order that its player likes: by rank with the ace low, by suit, or what belongs together in front. Pure. */

import { type Card, Rank, rankOf, suitOf } from "@chieu/client/tonk";

const MOST_APART = 2;

/** The orders that there are, as words of the settings. */
export const ORDERS = ["melds", "rank", "suit"] as const;

/** The groups of a hand, each sorted. */
export function sortedHand(hand: readonly Card[], order: string): Card[][] {
  if (order === "melds") {
    return byMelds(hand);
  }
  return [[...hand].sort(order === "suit" ? bySuit : byRank)];
}

/** Groups that make a spread or may become one stand first, the largest in front; the rest follows by rank. */
function byMelds(hand: readonly Card[]): Card[][] {
  const found = groupsOf(hand).sort((one, other) => other.length - one.length);
  const [best] = found;
  if (!best) {
    return hand.length ? [[...hand].sort(byRank)] : [];
  }
  return [best, ...byMelds(hand.filter((card) => !best.includes(card)))];
}

function groupsOf(hand: readonly Card[]): Card[][] {
  const sorted = [...hand].sort(bySuit);
  const books = [...new Set(hand.map(low))].map((rank) => sorted.filter((card) => low(card) === rank));
  const runs: Card[][] = [];
  for (const card of sorted) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    const isNear = before && suitOf(before) === suitOf(card) && low(card) - low(before) < MOST_APART;
    if (run && isNear) {
      run.push(card);
    } else {
      runs.push([card]);
    }
  }
  return [...books, ...runs].filter((group) => group.length > 1);
}

function low(card: Card): number {
  return rankOf(card) === Rank.RANK_A ? 1 : rankOf(card);
}

function byRank(one: Card, other: Card): number {
  return low(one) - low(other) || suitPlace(one) - suitPlace(other);
}

function bySuit(one: Card, other: Card): number {
  return suitPlace(one) - suitPlace(other) || low(one) - low(other);
}

/** Black and red suits take turns, so that neighbours in a fan differ at a glance. */
function suitPlace(card: Card): number {
  return [0, 0, 1, 3, 2][suitOf(card)] ?? 0;
}
