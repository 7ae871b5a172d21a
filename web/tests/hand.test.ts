import { cardName, cardNamed, Suit } from "@chieu/client/tan";
import { describe, expect, test } from "vitest";
import { fan } from "../src/french/fan";
import { pipsOf } from "../src/french/pips";
import { layPairs } from "../src/games/tan/laying";
import { sortedHand } from "../src/games/tan/sorting";

const hand = "3D TS 3C QH X1 2S 9D AH".split(" ").map(cardNamed);
const names = (order: "rank" | "suit"): string[] =>
  sortedHand(hand, Suit.DIAMONDS, order).map((group) => group.map(cardName).join(" "));

test("a hand is sorted by rank or by suit, royal cards and jokers apart", () => {
  expect(names("rank")).toEqual(["2S 3C TS QH AH", "3D 9D", "X1"]);
  expect(names("suit")).toEqual(["3C 2S TS QH AH", "3D 9D", "X1"]);
});

describe("a fan", () => {
  const phone = { width: 350, cardWidth: 66, leastStep: 25 };

  test.each([1, 8, 11, 17, 26, 36])("of %i cards stays inside the hand, with enough of each card to touch", (count) => {
    const { places } = fan([count], phone);
    expect(places).toHaveLength(count);
    for (const [at, place] of places.entries()) {
      const next = places[at + 1];
      expect(place.x).toBeGreaterThanOrEqual(-0.01);
      expect(place.x + phone.cardWidth).toBeLessThanOrEqual(phone.width + 0.01);
      if (next && next.x > place.x) {
        expect(next.x - place.x).toBeGreaterThanOrEqual(phone.leastStep - 0.01);
      }
    }
  });

  test("is one row while that can be read", () => {
    expect(fan([6, 2], phone).rows).toBe(1);
    expect(fan([13, 4], phone).rows).toBe(2);
  });

  test("keeps groups apart", () => {
    const { places } = fan([2, 1], { width: 900, cardWidth: 100, leastStep: 25 });
    const [first, second, third] = places.map(({ x }) => x);
    expect((third ?? 0) - (second ?? 0)).toBeGreaterThan((second ?? 0) - (first ?? 0));
  });
});

test("as many pips as the card's number, the same from both ends", () => {
  for (let rank = 2; rank <= 10; rank += 1) {
    const pips = pipsOf(rank);
    expect(pips).toHaveLength(rank);
  }
  expect(pipsOf(12)).toEqual([]);
});

test("pairs on the mat get smaller until all find room", () => {
  const room = { width: 330, height: 260 };
  for (const pairs of [0, 1, 4, 9, 16]) {
    const { cardWidth, perRow } = layPairs(pairs, room);
    const rows = Math.ceil(pairs / perRow);
    expect(rows * cardWidth * 1.86).toBeLessThanOrEqual(room.height);
  }
  expect(layPairs(16, room).cardWidth).toBeLessThan(layPairs(2, room).cardWidth);
});
