import { expect, test } from "vitest";
import { Backoff, DEFAULT_PATIENCE } from "../src/patience.js";

test("ceilings double from the first to the longest", () => {
  const backoff = new Backoff({ ...DEFAULT_PATIENCE, firstMs: 100, longestMs: 500 }, () => 1);
  expect([1, 2, 3, 4, 5].map(() => backoff.delay())).toEqual([100, 200, 400, 500, 500]);
});

test("delays are drawn from nothing to the ceiling", () => {
  const draws = [0, 0.5, 0.25];
  const backoff = new Backoff({ ...DEFAULT_PATIENCE, firstMs: 100 }, () => draws.shift() as number);
  expect([1, 2, 3].map(() => backoff.delay())).toEqual([0, 100, 100]);
});

test("success begins again, and failures without end stay finite", () => {
  const backoff = new Backoff({ ...DEFAULT_PATIENCE, firstMs: 1, longestMs: Number.POSITIVE_INFINITY }, () => 1);
  for (let failure = 0; failure < 2000; failure += 1) {
    backoff.delay();
  }
  expect(Number.isFinite(backoff.delay())).toBe(true);
  backoff.reset();
  expect(backoff.delay()).toBe(1);
});
