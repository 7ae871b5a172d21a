import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import * as tan from "../../src/games/tan/index.js";
import * as tonk from "../../src/games/tonk/index.js";
import { UpdateSchema } from "../../src/gen/chieu/table/v1/update_pb.js";
import { gameOf, pack } from "../../src/index.js";

type ChoicesInit = MessageInitShape<typeof tonk.ChoicesSchema>["choices"];

const cards = (text: string): tonk.Card[] => text.split(" ").filter(Boolean).map(tonk.cardNamed);
const offer = (choices: ChoicesInit): tonk.Choices => create(tonk.ChoicesSchema, { choices: choices as never });

/** The start of a turn at which these may be done. */
function turn(...may: ("knock" | "stock" | "discard" | "decline")[]): tonk.Choices {
  return offer({
    case: "turn",
    value: {
      mayKnock: may.includes("knock"),
      mayDrawStock: may.includes("stock"),
      mayDrawDiscard: may.includes("discard"),
      mayDecline: may.includes("decline"),
    },
  });
}

/** The rest of a turn: cards that may be thrown, spreads that may be laid, hits by card. */
function rest(discards: string, spreads: string[] = [], hits: Record<string, number> = {}): tonk.Choices {
  return offer({
    case: "meld",
    value: {
      discards: cards(discards),
      spreads: spreads.map((spread) => ({ cards: cards(spread) })),
      hits: Object.entries(hits).map(([card, spread]) => ({ card: tonk.cardNamed(card), spread })),
      mustSpread: !discards,
    },
  });
}

/** A move as a person would write it. */
function shown({ move }: tonk.Move): string {
  switch (move.case) {
    case "draw":
      return tonk.Source[move.value.source].toLowerCase();
    case "spread":
      return move.value.cards.map(tonk.cardName).join(" ");
    case "hit":
      return `${tonk.cardName(move.value.card)}>${move.value.spread}`;
    case "discard":
      return `-${tonk.cardName(move.value.card)}`;
    default:
      return String(move.case);
  }
}

const all = (choices: tonk.Choices): string[] => [...tonk.legalMoves(choices)].map(shown);

const START = turn("knock", "stock", "discard");
const DRY = turn("knock", "discard", "decline");
const REST = rest("7C 7D 7H 8S", ["7C 7D 7H"], { "8S": 1 });

describe("legal moves", () => {
  test("of a turn's start: draws, and last what ends the hand", () => {
    expect(all(START)).toEqual(["stock", "discard", "knock"]);
    expect(all(DRY)).toEqual(["discard", "knock", "decline"]);
  });

  test("of the rest of a turn: what was offered", () => {
    expect(all(REST)).toEqual(["7C 7D 7H", "8S>1", "-7C", "-7D", "-7H", "-8S"]);
    expect(all(rest("", ["7C 7D 7H"]))).toEqual(["7C 7D 7H"]);
  });

  test("of another game, or of no question, are none", () => {
    expect(() => tonk.randomMove(create(tan.ChoicesSchema))).toThrow("chieu.tan.v1.Choices");
    expect(() => all(create(tonk.ChoicesSchema))).toThrow("ask something");
    expect(() => tonk.randomMove(create(tonk.ChoicesSchema))).toThrow("ask something");
  });
});

test.each([START, DRY, turn("decline"), turn("knock", "stock"), REST, rest("7C"), rest("", ["7C 7D 7H"])])(
  "a random move is a legal one, and every kind comes (%#)",
  (choices) => {
    const drawn = new Set(Array.from({ length: 500 }, () => shown(tonk.randomMove(choices))));
    expect(drawn).toEqual(new Set(all(choices)));
  },
);

test("hands are played before somebody knocks", () => {
  const moves = Array.from({ length: 1000 }, () => shown(tonk.randomMove(START)));
  const knocks = moves.filter((move) => move === "knock").length;
  expect(knocks).toBeGreaterThan(40);
  expect(knocks).toBeLessThan(220);
});

test("the game is found by its messages, and its view and events come out of an update", () => {
  expect(gameOf(START)).toBe(tonk.TONK);
  const view = create(tonk.ViewSchema, { handNo: 3, hand: cards("7C") });
  expect(tonk.tonkView(create(UpdateSchema, { view: pack(view) }))).toEqual(view);
  expect(tonk.tonkView(create(UpdateSchema))).toBeUndefined();
  expect(tonk.isTonkEvent(create(tonk.EventSchema))).toBe(true);
  expect(tonk.isTonkEvent(create(tan.EventSchema))).toBe(false);
});
