import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import * as chan from "../../src/games/chan/index.js";
import { gameOf, registry } from "../../src/games/registry.js";

type ChoicesInit = MessageInitShape<typeof chan.ChoicesSchema>["choices"];

const { Kind } = chan;
const offer = (choices: ChoicesInit): chan.Choices => create(chan.ChoicesSchema, { choices: choices as never });

/** A move as a person would write it. */
function shown({ move }: chan.Move): string {
  switch (move.case) {
    case "ca":
      return `ca ${chan.kindName(move.value.partner)}`;
    case "discard":
      return chan.kindName(move.value.card);
    default:
      return String(move.case);
  }
}

const all = (choices: chan.Choices): string[] => chan.legalMoves(choices).map(shown);

const HEAVEN = offer({ case: "heaven", value: {} });
const WIN_OR_CHIU = offer({ case: "claim", value: { win: true, chiu: true } });
const ONLY_CHIU = offer({ case: "claim", value: { chiu: true } });
const TRIPLE = offer({ case: "take", value: { win: true, chiu: true, chan: true } });
const ONLY_CA = offer({ case: "take", value: { partner: Kind.KIND_9V } });
const NOTHING = offer({ case: "take", value: {} });
const DISCARD = offer({ case: "discard", value: { cards: [Kind.KIND_2V, Kind.KIND_8S, Kind.KIND_CC] } });

describe("kinds", () => {
  test("each of the 25 has a code that leads back to it, and a name of its own", () => {
    expect(chan.KINDS).toHaveLength(25);
    expect(chan.KINDS.map((kind) => chan.kindNamed(chan.kindName(kind)))).toEqual(chan.KINDS);
    expect(new Set(chan.KINDS.map(chan.vietnameseName)).size).toBe(25);
  });

  test("have the names, ranks and suits of the rulebook", () => {
    expect(["2v", "3s", "4n", "9v", "cc"].map((code) => chan.vietnameseName(chan.kindNamed(code)))).toEqual([
      "Nhị Vạn",
      "Tam Sách",
      "Tứ Văn",
      "Cửu Vạn",
      "Chi chi",
    ]);
    expect([chan.kindRank(Kind.KIND_9N), chan.kindSuit(Kind.KIND_9N)]).toEqual([9, "n"]);
    expect([chan.kindRank(Kind.KIND_CC), chan.kindSuit(Kind.KIND_CC)]).toEqual([0, undefined]);
    expect(chan.kindNamed(" 8V ")).toBe(Kind.KIND_8V);
    expect([chan.kindName(Kind.KIND_UNSPECIFIED), chan.vietnameseName(Kind.KIND_UNSPECIFIED)]).toEqual(["??", "??"]);
  });

  test("five of them are red", () => {
    expect(chan.KINDS.filter(chan.isRed).map(chan.kindName)).toEqual(["8v", "8s", "9v", "9s", "cc"]);
  });

  test.each(["", "1v", "8x", "??", "unspecified"])("%j is no kind", (text) => {
    expect(() => chan.kindNamed(text)).toThrow(RangeError);
  });
});

describe("legal moves", () => {
  test("of a heavenly hand: win, or pass", () => {
    expect(all(HEAVEN)).toEqual(["win", "letPass"]);
  });

  test("of claims: what is offered, then pass", () => {
    expect(all(WIN_OR_CHIU)).toEqual(["win", "chiu", "letPass"]);
    expect(all(ONLY_CHIU)).toEqual(["chiu", "letPass"]);
  });

  test("of the live card: every way to take it that is offered, then pass", () => {
    expect(all(TRIPLE)).toEqual(["win", "chiu", "chan", "letPass"]);
    expect(all(ONLY_CA)).toEqual(["ca 9v", "letPass"]);
    expect(all(NOTHING)).toEqual(["letPass"]);
  });

  test("of a discard: one of the cards, and no passing", () => {
    expect(all(DISCARD)).toEqual(["2v", "8s", "cc"]);
  });

  test("choices that ask nothing, and another game's, are named", () => {
    expect(() => chan.legalMoves(create(chan.ChoicesSchema))).toThrow("expected choices that ask something");
    expect(() => chan.randomMove(create(chan.ViewSchema))).toThrow("chieu.chan.v1.View");
  });
});

test.each([HEAVEN, WIN_OR_CHIU, ONLY_CHIU, TRIPLE, ONLY_CA, NOTHING, DISCARD])(
  "a random move is a legal one, and every one comes (%#)",
  (choices) => {
    const drawn = new Set<string>();
    for (let draw = 0; draw < 200; draw += 1) {
      drawn.add(shown(chan.randomMove(choices)));
    }
    expect(drawn).toEqual(new Set(all(choices)));
  },
);

test("the client knows the game, and unpacks its messages", () => {
  expect(gameOf(HEAVEN)).toBe(chan.CHAN);
  expect(registry().getMessage("chieu.chan.v1.View")).toBe(chan.ViewSchema);
  expect(chan.isChanEvent(create(chan.EventSchema))).toBe(true);
  expect(chan.isChanEvent(HEAVEN)).toBe(false);
});
