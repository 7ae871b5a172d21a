import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { describe, expect, test } from "vitest";
import * as tan from "../../src/games/tan/index.js";

type ChoicesInit = MessageInitShape<typeof tan.ChoicesSchema>["choices"];

const cards = (text: string): tan.Card[] => text.split(" ").filter(Boolean).map(tan.cardNamed);
const offer = (choices: ChoicesInit): tan.Choices => create(tan.ChoicesSchema, { choices: choices as never });

function attacking(fitting: string, rest: { limit?: number; oneRank?: boolean; mayStop?: boolean } = {}): tan.Choices {
  return offer({ case: "attack", value: { fitting: cards(fitting), limit: 8, oneRank: true, ...rest } });
}

function defending(pending: Record<string, string>, mayDefend = true): tan.Choices {
  const listed = Object.entries(pending).map(([card, beaters]) => ({
    attack: tan.cardNamed(card),
    beaters: cards(beaters),
  }));
  return offer({ case: "defend", value: { pending: listed, mayDefend } });
}

/** A move as a person would write it. */
function shown({ move }: tan.Move): string {
  switch (move.case) {
    case "attack":
      return move.value.cards.map(tan.cardName).join(" ");
    case "defend":
      return move.value.pairs.map((pair) => `${tan.cardName(pair.attack)}<${tan.cardName(pair.defence)}`).join(" ");
    case "returnTribute":
      return `return ${tan.cardName(move.value.card)}`;
    default:
      return String(move.case);
  }
}

const all = (choices: tan.Choices): string[] => [...tan.legalMoves(choices)].map(shown);

describe("cards", () => {
  test("each has a name, a suit and a rank, and jokers have no suit", () => {
    expect(tan.cardName(tan.Card.CARD_TS)).toBe("TS");
    expect(tan.cardName(tan.Card.CARD_UNSPECIFIED)).toBe("??");
    expect(tan.cardNamed(" 7c ")).toBe(tan.Card.CARD_7C);
    expect([tan.suitOf(tan.Card.CARD_AS), tan.rankOf(tan.Card.CARD_AS)]).toEqual([tan.Suit.SPADES, tan.Rank.RANK_A]);
    expect([tan.suitOf(tan.Card.CARD_2C), tan.rankOf(tan.Card.CARD_2C)]).toEqual([tan.Suit.CLUBS, tan.Rank.RANK_2]);
    expect([tan.suitOf(tan.Card.CARD_X1), tan.isJoker(tan.Card.CARD_X1)]).toEqual([tan.Suit.UNSPECIFIED, true]);
  });

  test.each(["", "1C", "??", "UNSPECIFIED"])("%j is no card", (text) => {
    expect(() => tan.cardNamed(text)).toThrow(RangeError);
  });
});

describe("legal moves", () => {
  test("of an opening: waves of one rank, small ones first, then stop", () => {
    const moves = all(attacking("7C 7D 9H", { mayStop: true }));
    expect(moves).toEqual(["7C", "7D", "9H", "7C 7D", "stop"]);
  });

  test("of a later wave: any of the fitting cards, up to the limit", () => {
    expect(all(attacking("7C 8D 9H", { oneRank: false, limit: 2 }))).toEqual([
      "7C", "8D", "9H", "7C 8D", "7C 9H", "8D 9H",
    ]); // biome-ignore format: six moves in one line
  });

  test("of a defence: a card of its own for each, then take", () => {
    expect(all(defending({ "7C": "8C 9C", "7D": "9C" }))).toEqual(["7C<8C 7D<9C", "take"]);
    expect(all(defending({ "7C": "8C", "7D": "" }, false))).toEqual(["take"]);
  });

  test("of a tribute: any card", () => {
    const tribute = offer({ case: "returnTribute", value: { cards: cards("2C AS") } });
    expect(all(tribute)).toEqual(["return 2C", "return AS"]);
  });

  test("another game's choices are named", () => {
    expect(() => tan.randomMove(create(tan.ViewSchema))).toThrow("chieu.tan.v1.View");
  });
});

test.each([
  attacking("7C 7D 9H JS JD", { mayStop: true, limit: 2 }),
  attacking("7C 8D 9H", { oneRank: false, limit: 2 }),
  attacking("", { mayStop: true }),
  defending({ "7C": "8C 9C", "7D": "9C 9D", "8S": "9C TS" }),
  defending({ "7C": "8C", "7D": "8C" }, false),
  offer({ case: "returnTribute", value: { cards: cards("2C AS") } }),
])("a random move is a legal one, and every kind comes (%#)", (choices) => {
  const legal = new Set(all(choices).map((move) => move.split(" ").sort().join(" ")));
  const drawn = new Set<string>();
  for (let draw = 0; draw < 400; draw += 1) {
    drawn.add(shown(tan.randomMove(choices)).split(" ").sort().join(" "));
  }
  expect([...drawn].filter((move) => !legal.has(move))).toEqual([]);
  expect(drawn.size).toBe(legal.size);
});
