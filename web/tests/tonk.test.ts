import { create, fromBinary, toBinary } from "@bufbuild/protobuf";
import {
  BankrollMode,
  type Card,
  cardName,
  cardNamed,
  type MeldChoices,
  MeldChoicesSchema,
  type Move,
  OptionsSchema,
  ShortSeat,
  TonkPay,
} from "@chieu/client/tonk";
import { describe, expect, test } from "vitest";
import { laySpreads } from "../src/games/tonk/laying";
import { FIELDS, optionsOf, PRESETS } from "../src/games/tonk/options";
import { dropOn, hitsFor, missing, moveOf, offersFor, usable } from "../src/games/tonk/plan";
import { sortedHand } from "../src/games/tonk/sorting";

const cards = (text: string): Card[] => text.split(" ").filter(Boolean).map(cardNamed);
const card = (text: string): Card => cardNamed(text);
const written = (list: readonly Card[]): string => list.map(cardName).join(" ");

function rest(discards: string, spreads: string[] = [], hits: [string, number][] = []): MeldChoices {
  return create(MeldChoicesSchema, {
    discards: cards(discards),
    spreads: spreads.map((spread) => ({ cards: cards(spread) })),
    hits: hits.map(([name, spread]) => ({ card: card(name), spread })),
    mustSpread: !discards,
  });
}

/** A move in a few characters. */
function shown(move: Move | undefined): string | undefined {
  switch (move?.move.case) {
    case "spread":
      return `lay ${written(move.move.value.cards)}`;
    case "hit":
      return `hit ${cardName(move.move.value.card)} ${move.move.value.spread}`;
    case "discard":
      return `discard ${cardName(move.move.value.card)}`;
    default:
      return undefined;
  }
}

const RUN = rest(
  "4C 5C 6C 7C KD",
  ["4C 5C 6C", "4C 5C 6C 7C", "5C 6C 7C"],
  [
    ["KD", 1],
    ["7C", 2],
    ["7C", 3],
  ],
);

describe("what is chosen", () => {
  test("as long as nothing is, the largest spreads are offered", () => {
    expect(offersFor(RUN, []).map(written)).toEqual(["4C 5C 6C 7C"]);
  });

  test("narrows the offers, and may be a smaller one itself", () => {
    expect(offersFor(RUN, cards("6C 5C 4C")).map(written)).toEqual(["4C 5C 6C", "4C 5C 6C 7C"]);
    expect(offersFor(RUN, cards("KD"))).toEqual([]);
  });

  test("is laid if the prompt has that spread, in whatever order it was chosen", () => {
    expect(shown(moveOf(RUN, cards("7C 5C 6C")))).toBe("lay 7C 5C 6C");
    expect(moveOf(RUN, cards("4C 5C"))).toBeUndefined();
    expect(missing(RUN, cards("4C 5C"))).toBe("tonk.rule.NOT_A_SPREAD");
  });

  test("is thrown if it is one card that may be", () => {
    expect(shown(moveOf(RUN, cards("KD")))).toBe("discard KD");
    expect(moveOf(rest("2C", [], []), cards("9H"))).toBeUndefined();
    expect(missing(rest("2C"), cards("9H"))).toBe("tonk.rule.RETURNED_DISCARD");
    expect(missing(rest("", ["7C 7D 7H"]), cards("9H"))).toBe("tonk.rule.MUST_SPREAD");
  });

  test("shows where it fits; while nothing is chosen, everything that fits shows", () => {
    expect(hitsFor(RUN, cards("7C")).map(({ spread }) => spread)).toEqual([2, 3]);
    expect(hitsFor(RUN, [])).toHaveLength(3);
    expect(hitsFor(RUN, cards("7C 6C"))).toEqual([]);
  });

  test("is only what can be used at all", () => {
    expect(usable(rest("", ["7C 7D 7H"], [["2C", 1]]))).toEqual(new Set(cards("7C 7D 7H 2C")));
  });
});

describe("a dropped card", () => {
  const onto = (choices: MeldChoices, chosen: string, name: string, where: string) =>
    dropOn(choices, cards(chosen), card(name), where);

  test("hits the spread that it fits, and says so where it does not", () => {
    expect(onto(RUN, "", "7C", "spread 3")).toEqual({ move: expect.anything() });
    expect(onto(RUN, "", "4C", "spread 3")).toEqual({ complaint: "tonk.rule.HIT_DOES_NOT_FIT" });
  });

  test("is thrown on the discards, unless that may not be", () => {
    expect(onto(RUN, "", "KD", "discard")).toEqual({ move: expect.anything() });
    expect(onto(rest("", ["7C 7D 7H"]), "", "7C", "discard")).toEqual({ complaint: "tonk.rule.MUST_SPREAD" });
  });

  test("on the mat lays the one spread that it can belong to", () => {
    const dropped = onto(rest("7C 7D 7H 2S", ["7C 7D 7H"]), "", "7D", "mat");
    expect(shown(dropped && "move" in dropped ? dropped.move : undefined)).toBe("lay 7C 7D 7H");
    expect(onto(RUN, "", "KD", "mat")).toEqual({ complaint: "tonk.rule.NOT_A_SPREAD" });
  });

  test("on the mat is chosen where it can belong to several", () => {
    const both = rest("7C 7D 7H 8C 9C", ["7C 7D 7H", "7C 8C 9C"]);
    expect(onto(both, "", "7C", "mat")).toEqual({ choose: cards("7C") });
    expect(onto(both, "8C", "7C", "mat")).toEqual({ move: expect.anything() });
  });
});

describe("a hand is sorted", () => {
  const hand = cards("KD 3C AH 3D 2H 3H");
  const sorted = (order: string): string[] => sortedHand(hand, order).map(written);

  test("by rank with the ace low, or by suit", () => {
    expect(sorted("rank")).toEqual(["AH 2H 3C 3D 3H KD"]);
    expect(sorted("suit")).toEqual(["3C 3D KD AH 2H 3H"]);
  });

  test("by what belongs together, each card once", () => {
    expect(sorted("melds")).toEqual(["3C 3D 3H", "AH 2H", "KD"]);
    expect(sortedHand([], "melds")).toEqual([]);
  });
});

test("spreads get smaller until all find room", () => {
  const room = { width: 330, height: 200 };
  const few = laySpreads([[3]], room);
  const many = laySpreads([[3, 4, 3], [5, 3], [4], [6, 3]], room);
  expect(few).toBeGreaterThan(many);
  expect(many).toBeGreaterThanOrEqual(26);
});

describe("options", () => {
  test("of every preset hold a value that its field takes, for every field", () => {
    for (const { values } of PRESETS) {
      for (const field of FIELDS) {
        const value = values[field.name] ?? "";
        const takes =
          "most" in field
            ? Number(value) >= field.least && Number(value) <= field.most
            : field.choices.some((one) => one.value === value);
        expect(takes, `${field.name}: ${value}`).toBe(true);
      }
    }
  });

  test("are sent as they are chosen, with room for the table's seats", () => {
    const chosen = { tonk_pay: "new_spread_only", short_seat: "drop_seat", bankroll_mode: "ledger", stake: "25" };
    const sent = optionsOf("usual", { ...PRESETS[0]?.values, ...chosen, late_join: "no" }, 4);
    expect(fromBinary(OptionsSchema, toBinary(OptionsSchema, create(OptionsSchema, sent as never)))).toMatchObject({
      maxSeats: 4,
      stake: 25,
      tonkPay: TonkPay.NEW_SPREAD_ONLY,
      shortSeat: ShortSeat.DROP_SEAT,
      bankrollMode: BankrollMode.LEDGER,
      lateJoin: false,
      initialUpcard: true,
      turnSeconds: 30,
    });
  });
});
