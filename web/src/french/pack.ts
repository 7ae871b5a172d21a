/** The French pack, as this page speaks of it. */

import { type Card, cardName, isJoker, Rank, rankOf, Suit, suitOf } from "@chieu/client/tan";
import { say } from "../words";

export { type Card, cardName, isJoker, Rank, rankOf, Suit, suitOf };

/** What is printed in a card's corner. */
export function indexOf(card: Card): string {
  const rank = rankOf(card);
  return rank === Rank.RANK_UNSPECIFIED ? "" : rank === Rank.RANK_T ? "10" : cardName(card).charAt(0);
}

/** A suit's sign. */
export function signOf(suit: Suit): string {
  return ["", "♣", "♦", "♥", "♠"][suit] ?? "";
}

/** A suit's letter, as in class names and in symbols' ids. */
export function letterOf(suit: Suit): string {
  return ["x", "c", "d", "h", "s"][suit] ?? "x";
}

/** A card in a line of text: `10♥`. */
export function shortName(card: Card): string {
  return isJoker(card) ? "★" : indexOf(card) + signOf(suitOf(card));
}

/** A card for those who listen: "seven of hearts". */
export function spokenName(card: Card): string {
  if (isJoker(card)) {
    return say("card.joker");
  }
  return say("card.spoken", {
    rank: say(`card.rank.${indexOf(card)}`),
    suit: say(`card.suit.${letterOf(suitOf(card))}`),
  });
}

/** A suit in words. */
export function suitName(suit: Suit): string {
  return say(`card.suit.${letterOf(suit)}`);
}
