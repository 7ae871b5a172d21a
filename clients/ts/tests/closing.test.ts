import { expect, test } from "vitest";
import { mayComeBack, wantsAnotherToken } from "../src/closing.js";

test.each([1001, 1005, 1006, 1011, 1012, 1013, 4000, 4003, 4099, 4300])("after %i it comes back", (code) => {
  expect(mayComeBack(code)).toBe(true);
});

test.each([1000, 1002, 1003, 1007, 1008, 1009, 4100, 4101, 4199, 4200, 4202, 4299])("after %i it does not", (code) => {
  expect(mayComeBack(code)).toBe(false);
});

test("another token helps after 401 and 41xx alone", () => {
  expect([401, 4100, 4150].every(wantsAnotherToken)).toBe(true);
  expect([403, 4000, 4200, 1006].some(wantsAnotherToken)).toBe(false);
});
