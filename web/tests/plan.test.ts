import { create } from "@bufbuild/protobuf";
import { type Card, type Choices, ChoicesSchema, cardNamed } from "@chieu/client/tan";
import { expect, test } from "vitest";
import { freshPlan, keptOf, misfit, moveOf, type Plan, replaced, restoredPlan, tap } from "../src/games/tan/plan";

const cards = (text: string): Card[] => text.split(" ").filter(Boolean).map(cardNamed);
const card = (text: string): Card => cardNamed(text);

function attack(fitting: string, limit: number, oneRank = false): Choices {
  return create(ChoicesSchema, {
    choices: { case: "attack", value: { fitting: cards(fitting), limit, oneRank, mayStop: true } },
  });
}

function defence(pending: Record<string, string>): Choices {
  const value = Object.entries(pending).map(([attacking, beaters]) => ({
    attack: card(attacking),
    beaters: cards(beaters),
  }));
  return create(ChoicesSchema, { choices: { case: "defend", value: { pending: value, mayDefend: true } } });
}

function after(choices: Choices, ...taps: string[]): Plan {
  return taps.map(card).reduce((plan, one) => tap(choices, plan, one), freshPlan(choices) as Plan);
}

const covers = (plan: Plan | undefined): [Card, Card][] => (plan?.kind === "covers" ? [...plan.covers] : []);

test("a wave takes cards by tapping, and gives them back", () => {
  const choices = attack("7C 7D 9H", 2);
  expect(after(choices, "7C", "9H", "7C")).toEqual({ kind: "wave", cards: cards("9H") });
});

test("a wave ends where the prompt says that it ends", () => {
  const choices = attack("7C 7D 9H", 2);
  expect(misfit(choices, after(choices, "7C", "7D"), card("9H"))).toBe("tan.rule.OVER_DEFENDER_HAND");
  expect(misfit(choices, after(choices), card("2S"))).toBe("tan.rule.RANK_NOT_ON_TABLE");
});

test("an opening of one rank begins anew with a card of another", () => {
  const choices = attack("7C 7D 9H", 8, true);
  const plan = after(choices, "7C");
  expect(misfit(choices, plan, card("9H"))).toBe("tan.rule.RANKS_DIFFER");
  expect(replaced(choices, plan, card("9H"))).toEqual({ kind: "wave", cards: cards("9H") });
});

test("the only way to cover is suggested, and is an answer at once", () => {
  const choices = defence({ "7C": "9C", "7D": "9C KD" });
  const plan = freshPlan(choices) as Plan;
  expect(plan).toMatchObject({ kind: "covers", isSuggested: true });
  expect(covers(plan)).toEqual([
    [card("7C"), card("9C")],
    [card("7D"), card("KD")],
  ]);
  expect(moveOf(choices, plan)).toBeDefined();
});

test("nothing is suggested where there are several ways", () => {
  const choices = defence({ "7C": "9C TC" });
  expect(covers(freshPlan(choices))).toEqual([]);
  expect(moveOf(choices, freshPlan(choices) as Plan)).toBeUndefined();
});

test("a card goes where it leaves the rest coverable; once one way is left, that is taken", () => {
  const choices = defence({ "7C": "9C KS", "8C": "9C", "2D": "KS 5D 6D" });
  expect(covers(after(choices, "9C"))).toEqual([[card("8C"), card("9C")]]);
  const ends = new Map(covers(after(choices, "9C", "5D")));
  expect(ends.get(card("7C"))).toBe(card("KS"));
  expect(ends.get(card("2D"))).toBe(card("5D"));
});

test("a card goes on the card that was aimed at", () => {
  const choices = defence({ "7C": "9C TC", "8C": "9C TC" });
  const plan = tap(choices, freshPlan(choices) as Plan, card("TC"), card("8C"));
  expect(covers(plan).find(([attacking]) => attacking === card("8C"))?.[1]).toBe(card("TC"));
});

test("a covering card is taken back by tapping it", () => {
  const choices = defence({ "7C": "9C TC", "8D": "9D TD" });
  expect(covers(after(choices, "9C", "9C"))).toEqual([]);
});

test("a weak card is refused before it is sent", () => {
  const choices = defence({ "7C": "9C TC" });
  expect(misfit(choices, freshPlan(choices) as Plan, card("3D"))).toBe("tan.rule.CARD_TOO_WEAK");
});

test("a plan survives a reload as far as the prompt still offers it", () => {
  const choices = attack("7C 7D", 2);
  expect(restoredPlan(choices, keptOf(after(choices, "7C")))).toEqual({ kind: "wave", cards: cards("7C") });
  expect(restoredPlan(attack("7D", 2), { cards: cards("7C") })).toEqual({ kind: "wave", cards: [] });
  const covering = defence({ "7C": "9C TC" });
  expect(covers(restoredPlan(covering, keptOf(after(covering, "TC"))))).toEqual([[card("7C"), card("TC")]]);
});
