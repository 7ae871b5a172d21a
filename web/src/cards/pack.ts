/** A pack, as the frame knows it: cards are the numbers of its game's enum, and what they look like is the pack's. */

import type { ComponentType } from "preact";

/** The cards that games play with. */
export interface Pack {
  /** What its pictures refer to, once in the page; draws nothing by itself. */
  readonly Symbols: ComponentType;
  /** Cards inside a line of text. */
  readonly Text: ComponentType<{ cards: readonly number[] }>;
  /** A card for those who listen. */
  spoken(card: number): string;
}
