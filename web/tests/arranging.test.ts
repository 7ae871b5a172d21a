import { expect, test } from "vitest";
import { arranged, moved, placeAt } from "../src/cards/arranging";
import { fan } from "../src/french/fan";

test("cards stay as they were put, and new ones come behind them", () => {
  expect(arranged([1, 2, 3, 4], [3, 1, 9])).toEqual([3, 1, 2, 4]);
  expect(arranged([1, 2], [])).toEqual([1, 2]);
});

test("a card goes to the place that is named, counted without it", () => {
  expect(moved([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4]);
  expect(moved([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3]);
  expect(moved([1, 2, 3], 2, 9)).toEqual([1, 3, 2]);
});

test("a dropped card goes in where it is dropped, in the row under the pointer", () => {
  const one = fan([5], { width: 400, cardWidth: 60, leastStep: 25 });
  const middle = (at: number): number => (one.places[at]?.x ?? 0) + 30;
  expect(placeAt({ x: 0, y: 40 }, one, 2)).toBe(0);
  expect(placeAt({ x: middle(3) + 5, y: 40 }, one, 0)).toBe(3);
  expect(placeAt({ x: 400, y: 40 }, one, 0)).toBe(4);
  const two = fan([24], { width: 300, cardWidth: 60, leastStep: 25 });
  expect(two.rows).toBeGreaterThan(1);
  expect(placeAt({ x: 0, y: two.height }, two, 0)).toBeGreaterThan(10);
  expect(placeAt({ x: 300, y: 0 }, two, 23)).toBe(24 / two.rows);
});
