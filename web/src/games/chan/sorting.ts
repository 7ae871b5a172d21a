/** One's hand as it is held: by rank, alike cards together; or by suit, for whoever likes that. Pure. */

import { type Kind, kindRank, kindSuit } from "@chieu/client/chan";

/** A card of the hand. Copies of a kind are numbered, so that each can be chosen and moved by itself. */
export interface Held {
  readonly id: string;
  readonly kind: Kind;
}

/** The hand in groups; Chi chi, which has neither rank nor suit, stands last. */
export function groupedHand(hand: readonly Kind[], order: string): Held[][] {
  const groupOf = (kind: Kind): string =>
    order === "suit" ? (kindSuit(kind) ?? "cc") : String(kindRank(kind) || "cc");
  const groups = new Map<string, Held[]>(order === "suit" ? ["v", "s", "n", "cc"].map((suit) => [suit, []]) : []);
  for (const { kind, copies } of countedKinds(hand)) {
    const held = Array.from({ length: copies }, (_, copy) => ({ id: `${kind}.${copy}`, kind }));
    groups.set(groupOf(kind), [...(groups.get(groupOf(kind)) ?? []), ...held]);
  }
  return [...groups.values()].filter((group) => group.length > 0);
}

function countedKinds(hand: readonly Kind[]): { kind: Kind; copies: number }[] {
  const kinds = [...new Set(hand)].sort((one, other) => one - other);
  return kinds.map((kind) => ({ kind, copies: hand.filter((other) => other === kind).length }));
}
