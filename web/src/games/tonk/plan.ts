/**
 * What the chosen cards can become, out of what the prompt offers. Pure, and without rules: which cards make a spread,
 * what fits where and what may be thrown is what the prompt says.
 */

import { type Card, discard, type Hit, hit, type MeldChoices, type Move, spread } from "@chieu/client/tonk";

/** Cards that can be laid together. */
export type Offer = readonly Card[];

/**
 * The spreads to show while these cards are chosen: those that hold all of them, without those that lie inside another
 * one, but with the one that is just what is chosen.
 */
export function offersFor({ spreads }: MeldChoices, chosen: readonly Card[]): Offer[] {
  const holding = spreads.map(({ cards }) => cards).filter((cards) => chosen.every((card) => cards.includes(card)));
  const isInside = (one: Offer, other: Offer): boolean =>
    one.length < other.length && one.every((card) => other.includes(card));
  return holding.filter(
    (one) => one.length === chosen.length || !holding.some((other) => one !== other && isInside(one, other)),
  );
}

/** Whether just these cards may be laid. */
export function isOffer({ spreads }: MeldChoices, chosen: readonly Card[]): boolean {
  return spreads.some(({ cards }) => cards.length === chosen.length && chosen.every((card) => cards.includes(card)));
}

/** The hits that one chosen card can make; all that can be made while none is chosen. */
export function hitsFor({ hits }: MeldChoices, chosen: readonly Card[]): Hit[] {
  return chosen.length > 1 ? [] : hits.filter(({ card }) => chosen.length === 0 || card === chosen[0]);
}

/** Cards of the hand with which something can be done now. */
export function usable({ spreads, hits, discards }: MeldChoices): Set<Card> {
  return new Set([...spreads.flatMap(({ cards }) => cards), ...hits.map(({ card }) => card), ...discards]);
}

/** What the chosen cards make: a spread, or a single card thrown; undefined while it is neither. */
export function moveOf(choices: MeldChoices, chosen: readonly Card[]): Move | undefined {
  const [card] = chosen;
  if (isOffer(choices, chosen)) {
    return spread(chosen);
  }
  return chosen.length === 1 && card !== undefined && choices.discards.includes(card) ? discard(card) : undefined;
}

/** Why the chosen cards make no move, as a key of Tonk's words. */
export function missing(choices: MeldChoices, chosen: readonly Card[]): string {
  if (chosen.length !== 1) {
    return chosen.length ? "tonk.rule.NOT_A_SPREAD" : "tonk.ask.choose";
  }
  return choices.mustSpread ? "tonk.rule.MUST_SPREAD" : "tonk.rule.RETURNED_DISCARD";
}

/** What a card that is dropped somewhere becomes: a move, cards to choose, or why it does not go there. */
export type Dropped =
  | { readonly move: Move }
  | { readonly choose: readonly Card[] }
  | { readonly complaint: string }
  | undefined;

/** A drop on `spread N`, on `discard`, or on `mat`, where spreads are laid. */
export function dropOn(choices: MeldChoices, chosen: readonly Card[], card: Card, where: string): Dropped {
  const [place, number] = where.split(" ");
  if (place === "spread") {
    const fits = choices.hits.some((one) => one.card === card && one.spread === Number(number));
    return fits ? { move: hit(card, Number(number)) } : { complaint: "tonk.rule.HIT_DOES_NOT_FIT" };
  }
  if (place === "discard") {
    return choices.discards.includes(card) ? { move: discard(card) } : { complaint: missing(choices, [card]) };
  }
  const together = chosen.includes(card) ? chosen : [...chosen, card];
  if (isOffer(choices, together)) {
    return { move: spread(together) };
  }
  const [offer, ...others] = offersFor(choices, together);
  if (offer && others.length === 0) {
    return { move: spread(offer) };
  }
  return offer ? { choose: together } : { complaint: "tonk.rule.NOT_A_SPREAD" };
}
