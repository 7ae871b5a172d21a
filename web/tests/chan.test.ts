import { create } from "@bufbuild/protobuf";
import {
  type Choices,
  ChoicesSchema,
  Claim,
  KINDS,
  Kind,
  kindName,
  kindNamed,
  kindRank,
  kindSuit,
  NextStep,
  Origin,
  Stage,
  type View,
  ViewSchema,
} from "@chieu/client/chan";
import { describe, expect, test } from "vitest";
import { answersOf } from "../src/games/chan/actions";
import { askedLine, waitingLine } from "../src/games/chan/asking";
import { NUMERALS, SUIT_CHARACTERS } from "../src/games/chan/cards/glyphs";
import type { Playing } from "../src/games/chan/playing";
import { groupedHand } from "../src/games/chan/sorting";
import { spread } from "../src/games/chan/spread";
import { waysOf } from "../src/games/chan/ways";

const kinds = (text: string): Kind[] => text.split(" ").map(kindNamed);
const hand = kinds("8v 2n 8v 2v cc 9s 8n 2n 2n");
const LIVE = { card: Kind.KIND_8V, door: 1, origin: Origin.STOCK, publisher: 1 };

const view = (init: Partial<View> = {}): View => create(ViewSchema, { live: LIVE, ...init } as never);
const asking = (choices: unknown): Choices => create(ChoicesSchema, { choices } as never);
const answers = (choices: Choices, stockCount = 9) => answersOf({ choices } as Playing, view({ stockCount }));

describe("a hand", () => {
  test("is held by rank, alike cards together, Chi chi last", () => {
    const ids = groupedHand(hand, "rank").map((group) => group.map(({ id }) => id));
    expect(ids).toEqual([["1.0", "3.0", "3.1", "3.2"], ["19.0", "19.1", "21.0"], ["23.0"], ["25.0"]]);
  });

  test("is held by suit by whoever likes that", () => {
    const groups = groupedHand(hand, "suit").map((group) => group.map(({ kind }) => kind));
    expect(groups).toEqual([kinds("2v 8v 8v"), kinds("9s"), kinds("2n 2n 2n 8n"), kinds("cc")]);
  });
});

describe("a fan", () => {
  const phone = { width: 350, cardWidth: 41 };

  test.each([[[20]], [[4, 3, 5, 2, 1, 3, 1]], [[1]], [[3, 3, 3, 3, 3, 3, 2]]])(
    "of %j stays inside the hand",
    (groups) => {
      const { places } = spread(groups, phone);
      expect(places).toHaveLength(groups.reduce((sum, size) => sum + size, 0));
      for (const { x } of places) {
        expect(x).toBeGreaterThanOrEqual(0);
        expect(x + phone.cardWidth).toBeLessThanOrEqual(phone.width);
      }
    },
  );

  test("of twenty cards on a phone leaves enough of each to be touched", () => {
    const { places, rows } = spread([4, 3, 5, 2, 1, 3, 2], phone);
    expect(rows).toBe(2);
    for (const [at, { x }] of places.entries()) {
      const next = places[at + 1];
      if (next && next.x > x) {
        expect(next.x - x).toBeGreaterThanOrEqual(24);
      }
    }
  });

  test("is one where there is room, with its middle highest", () => {
    const { places, rows } = spread([4, 3, 5, 2, 1, 3, 2], { width: 950, cardWidth: 49 });
    expect(rows).toBe(1);
    expect(places[0]?.turn).toBeLessThan(0);
    expect(places[0]?.y).toBeGreaterThan(places[10]?.y ?? Number.NaN);
  });
});

describe("the answers to a prompt", () => {
  test("are those that it offers, each with the cards that it lays open", () => {
    const offered = asking({
      case: "take",
      value: { chiu: true, chan: true, nextStep: NextStep.OFFER_NEXT, locks: true },
    });
    expect(answers(offered).map(({ name, cards }) => [name, cards.length])).toEqual([
      ["chiu", 4],
      ["chan", 2],
      ["pass", 0],
    ]);
    const ca = asking({ case: "take", value: { partner: Kind.KIND_8N, nextStep: NextStep.REVEAL } });
    expect(answers(ca)[0]).toMatchObject({ name: "ca", letter: "A", cards: [Kind.KIND_8V, Kind.KIND_8N] });
  });

  test("say what a pass leads to", () => {
    const pass = (value: object) => answers(asking({ case: "take", value })).at(-1)?.follows;
    expect(pass({ nextStep: NextStep.REVEAL })).toBe("chan.pass.reveals");
    expect(pass({ nextStep: NextStep.OFFER_NEXT })).toBe("chan.pass.offers");
    expect(pass({ nextStep: NextStep.OFFER_NEXT, chan: true, locks: true })).toBe("chan.pass.locks");
    const last = asking({ case: "take", value: { nextStep: NextStep.REVEAL, chan: true, locks: true } });
    expect(answers(last, 0).at(-1)?.follows).toBe("chan.pass.ends");
    const heaven = (dies: boolean) => answers(asking({ case: "heaven", value: { dies } })).at(-1)?.follows;
    expect([false, true].map(heaven)).toEqual(["chan.pass.opens", "chan.pass.dies"]);
  });

  test("to a claim are a win, a Chíu, or neither; a discard is chosen in the hand", () => {
    expect(answers(asking({ case: "claim", value: { win: true } })).map(({ name }) => name)).toEqual(["win", "pass"]);
    expect(answers(asking({ case: "heaven", value: {} })).map(({ name }) => name)).toEqual(["heaven", "pass"]);
    expect(answers(asking({ case: "discard", value: { cards: hand } }))).toEqual([]);
  });
});

test("a discard says whether it opens the hand, or where it is owed", () => {
  const owed = asking({ case: "discard", value: { cards: hand } });
  expect(askedLine(owed, view())?.key).toBe("chan.ask.opening");
  expect(askedLine(owed, view({ returnDoor: 2 }))).toEqual({ key: "chan.ask.return", parts: { who: { seat: 2 } } });
  expect(askedLine(asking({ case: "take", value: {} }), view())?.key).toBe("chan.ask.only_pass");
});

test("a window names its card and nobody who could claim it", () => {
  expect(waitingLine(view({ stage: Stage.CLAIMS, seat: undefined }))).toEqual({
    key: "chan.wait.claims",
    parts: { card: { cards: [Kind.KIND_8V] } },
  });
  expect(waitingLine(view({ stage: Stage.CLAIMS, claim: Claim.WIN }))?.key).toBe("chan.wait.claimed.3");
});

test("cards come from the stock, from a hand, or from the door that they were taken from", () => {
  const ways = waysOf(
    view({
      audience: 0,
      doors: [
        { card: 1, door: 2, seat: 0, origin: Origin.RETURN },
        { card: 2, door: 3, seat: 3, origin: Origin.PASSED },
        { card: 3, door: 1, seat: 1, origin: Origin.DISCARD },
      ],
      melds: [{ seat: 2, form: 1, taken: 4, given: 4, door: 1, origin: Origin.STOCK }],
    } as never),
  );
  expect(["d0", "d1", "d2", "m0.0", "m0.1", "8.0"].map((card) => ways.from(card))).toEqual([
    "hand",
    "stock",
    "seat-1",
    "door-1",
    "seat-2",
    "stock",
  ]);
});

test("every kind in play has its characters", () => {
  for (const kind of KINDS.filter((one) => one !== Kind.KIND_CC)) {
    const suit = kindSuit(kind);
    expect([NUMERALS[kindRank(kind)], suit && SUIT_CHARACTERS[suit]], kindName(kind)).not.toContain(undefined);
  }
});
