/**
 * What a player has chosen so far for an open prompt, before it is an answer. Pure, and without rules: which cards fit,
 * how many and what beats what is what the prompt says.
 */

import { attack, type Card, type Choices, defend, type Move, rankOf, returnTribute } from "@chieu/client/tan";
import { coversLeft, onlyWay } from "./covers";

/** A wave, covers by the card that they cover, or a card to give back. */
export type Plan =
  | { readonly kind: "wave"; readonly cards: readonly Card[] }
  | { readonly kind: "covers"; readonly covers: ReadonlyMap<Card, Card>; readonly isSuggested: boolean }
  | { readonly kind: "return"; readonly card: Card | undefined };

/** Why a card does not fit, as a key of Tấn's words. */
export type Misfit =
  | "tan.rule.RANKS_DIFFER"
  | "tan.rule.RANK_NOT_ON_TABLE"
  | "tan.rule.OVER_DEFENDER_HAND"
  | "tan.rule.CARD_TOO_WEAK";

/** A plan as a window keeps it over a reload. */
export type Kept = { readonly cards?: Card[]; readonly covers?: [Card, Card][] };

/** What is chosen when a prompt opens: nothing, or the only way to cover. */
export function freshPlan({ choices }: Choices): Plan | undefined {
  switch (choices.case) {
    case "attack":
      return { kind: "wave", cards: [] };
    case "defend": {
      const only = choices.value.mayDefend ? onlyWay(choices.value, new Map()) : undefined;
      return { kind: "covers", covers: only ?? new Map(), isSuggested: only !== undefined };
    }
    case "returnTribute":
      return { kind: "return", card: undefined };
    case undefined:
      return undefined;
  }
}

/** A kept plan, as far as the prompt still offers it. */
export function restoredPlan(choices: Choices, kept: Kept | undefined): Plan | undefined {
  const fresh = freshPlan(choices);
  if (!fresh || !kept) {
    return fresh;
  }
  if (fresh.kind === "covers") {
    const pairs = (kept.covers ?? []).filter(([attacking, covering]) =>
      beatersOf(choices, attacking).includes(covering),
    );
    return kept.covers ? { kind: "covers", covers: new Map(pairs), isSuggested: false } : fresh;
  }
  const offered = (kept.cards ?? []).filter((card) => misfit(choices, fresh, card) === undefined);
  return fresh.kind === "wave" ? { ...fresh, cards: offered } : { ...fresh, card: offered[0] };
}

/** What a window keeps of a plan. */
export function keptOf(plan: Plan): Kept {
  switch (plan.kind) {
    case "wave":
      return { cards: [...plan.cards] };
    case "covers":
      return plan.isSuggested ? {} : { covers: [...plan.covers] };
    case "return":
      return { cards: plan.card === undefined ? [] : [plan.card] };
  }
}

/** Cards of the hand that the plan uses. */
export function chosen(plan: Plan): readonly Card[] {
  switch (plan.kind) {
    case "wave":
      return plan.cards;
    case "covers":
      return [...plan.covers.values()];
    case "return":
      return plan.card === undefined ? [] : [plan.card];
  }
}

/** Why a card cannot be added to the plan; undefined if it can. `target`: the card that it shall cover, if one is named. */
export function misfit({ choices }: Choices, plan: Plan, card: Card, target?: Card): Misfit | undefined {
  if (choices.case === "attack" && plan.kind === "wave") {
    const { fitting, limit, oneRank } = choices.value;
    const first = plan.cards[0];
    if (!fitting.includes(card)) {
      return "tan.rule.RANK_NOT_ON_TABLE";
    }
    if (oneRank && first !== undefined && rankOf(first) !== rankOf(card)) {
      return "tan.rule.RANKS_DIFFER";
    }
    return plan.cards.length >= limit ? "tan.rule.OVER_DEFENDER_HAND" : undefined;
  }
  if (choices.case === "defend") {
    const wanted =
      target === undefined ? choices.value.pending : choices.value.pending.filter((one) => one.attack === target);
    return wanted.some(({ beaters }) => beaters.includes(card)) ? undefined : "tan.rule.CARD_TOO_WEAK";
  }
  return undefined;
}

/** The plan with a card added, or taken out of it if it is in. */
export function tap(offered: Choices, plan: Plan, card: Card, target?: Card): Plan {
  switch (plan.kind) {
    case "wave":
      return { kind: "wave", cards: toggled(plan.cards, card) };
    case "return":
      return { kind: "return", card: plan.card === card ? undefined : card };
    case "covers": {
      const { choices } = offered;
      const covers = [...plan.covers].filter(([, covering]) => covering !== card);
      if (choices.case !== "defend" || (covers.length < plan.covers.size && target === undefined)) {
        return { kind: "covers", covers: new Map(covers), isSuggested: false };
      }
      const free = coversLeft(choices.value, plan.isSuggested ? new Map() : new Map(covers), card, target);
      return { kind: "covers", covers: free, isSuggested: false };
    }
  }
}

/** A tap on a card that does not go with the chosen ones: begin anew with it, if that would do. */
export function replaced(offered: Choices, plan: Plan, card: Card): Plan | undefined {
  const anew = freshPlan(offered);
  const differs = misfit(offered, plan, card) === "tan.rule.RANKS_DIFFER";
  return anew && differs && misfit(offered, anew, card) === undefined ? tap(offered, anew, card) : undefined;
}

/** The answer that the plan makes; undefined while it is none. */
export function moveOf({ choices }: Choices, plan: Plan): Move | undefined {
  switch (plan.kind) {
    case "wave":
      return plan.cards.length ? attack(plan.cards) : undefined;
    case "return":
      return plan.card === undefined ? undefined : returnTribute(plan.card);
    case "covers": {
      const pending = choices.case === "defend" ? choices.value.pending : [];
      return pending.length && pending.every((one) => plan.covers.has(one.attack)) ? defend(plan.covers) : undefined;
    }
  }
}

function beatersOf({ choices }: Choices, attacking: Card): readonly Card[] {
  const pending = choices.case === "defend" ? choices.value.pending : [];
  return pending.find((one) => one.attack === attacking)?.beaters ?? [];
}

function toggled(cards: readonly Card[], card: Card): Card[] {
  return cards.includes(card) ? cards.filter((other) => other !== card) : [...cards, card];
}
