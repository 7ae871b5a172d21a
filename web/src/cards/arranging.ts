/** A hand in the order that its player gives it by hand, kept over reloads for as long as its deal runs. */

import { useState } from "preact/hooks";
import { forThisWindow } from "../state/keep";
import type { Layout, Place } from "./hand";

/** In widths of a card: its middle below its top, and how far the cards of one row stand above each other in a fan. */
const MIDDLE = 0.7;
const SAME_ROW = 0.3;

/** The cards as they were put, and behind them those that came since, in their own order. */
export function arranged<Id>(cards: readonly Id[], put: readonly Id[]): Id[] {
  const held = new Set(cards);
  const known = new Set(put);
  return [...put.filter((card) => held.has(card)), ...cards.filter((card) => !known.has(card))];
}

/** The cards with one at another place, counted without it. */
export function moved<Id>(cards: readonly Id[], card: Id, place: number): Id[] {
  const rest = cards.filter((other) => other !== card);
  return [...rest.slice(0, place), card, ...rest.slice(place)];
}

/** The place at which a card that is dropped at a point of the hand goes in; counted without the card itself. */
export function placeAt(point: { x: number; y: number }, { places, cardWidth }: Layout, from: number): number {
  const apart = ({ y }: Place): number => y + cardWidth * MIDDLE - point.y;
  const nearest = Math.min(...places.map((place) => Math.abs(apart(place))));
  const row = places.find((place) => Math.abs(apart(place)) === nearest)?.y ?? 0;
  const isBefore = ({ x, y }: Place): boolean =>
    y < row - cardWidth * SAME_ROW || (Math.abs(y - row) <= cardWidth * SAME_ROW && x + cardWidth / 2 < point.x);
  return places.filter((place, at) => at !== from && isBefore(place)).length;
}

interface Kept {
  readonly deal: number;
  readonly cards: readonly number[];
}

/** What a player has put where in this deal of a table; nothing while the hand is sorted by itself. */
export function useArrangement(table: string, deal: number) {
  const slot = `hand:${table}`;
  const [kept, setKept] = useState(() => forThisWindow.read<Kept | undefined>(slot, undefined));
  const keep = (cards: readonly number[] | undefined): void => {
    const now = cards && { deal, cards };
    setKept(now);
    forThisWindow.write(slot, now);
  };
  return { put: kept?.deal === deal ? kept.cards : undefined, keep };
}
