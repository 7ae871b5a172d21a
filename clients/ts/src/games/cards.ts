/** The French pack for clients: names, suits and ranks of cards. Named as the rulebooks do, rank then suit: `7C`, `X1`. */

import { Card, Rank, Suit } from "../gen/chieu/cards/v1/cards_pb.js";

export { Card, Rank, Suit };

const PREFIX = "CARD_";

/** The card of that name, in any case. Throws RangeError if there is none. */
export function cardNamed(text: string): Card {
  const card = Card[`${PREFIX}${text.trim().toUpperCase()}` as keyof typeof Card] as Card | undefined;
  if (!card) {
    throw new RangeError(`expected a card such as 7C, TS or X1, got "${text}"`);
  }
  return card;
}

/** A card's name; `??` for a card that may not be seen. */
export function cardName(card: Card): string {
  const name = Card[card] as string | undefined;
  return card && name ? name.slice(PREFIX.length) : "??";
}

/** Whether the card is one of the two jokers. */
export function isJoker(card: Card): boolean {
  return card === Card.CARD_X1 || card === Card.CARD_X2;
}

/** A card's suit; UNSPECIFIED for jokers and hidden cards. */
export function suitOf(card: Card): Suit {
  return isPlain(card) ? ((((card - 1) % 4) + 1) as Suit) : Suit.UNSPECIFIED;
}

/** A card's rank; RANK_UNSPECIFIED for jokers and hidden cards. */
export function rankOf(card: Card): Rank {
  return isPlain(card) ? ((Math.floor((card - 1) / 4) + 2) as Rank) : Rank.RANK_UNSPECIFIED;
}

function isPlain(card: Card): boolean {
  return card >= Card.CARD_2C && card <= Card.CARD_AS;
}
