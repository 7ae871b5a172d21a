import { expect, test } from "vitest";
import { NOWHERE, type Place, step } from "../src/history.js";
import { mark } from "./support/script.js";

const FIVE: Place = { seq: 5n, mark: mark(5) };

function moment(seq: number, how: { history?: string; snapshot?: boolean; rewound?: boolean } = {}) {
  const { history = "a", snapshot = false, rewound = false } = how;
  return { seq: BigInt(seq), mark: mark(seq, history), snapshot, rewound };
}

test.each([
  ["the next one is news", FIVE, moment(6), "news"],
  ["the first one is news", NOWHERE, moment(1), "news"],
  ["the same one was seen", FIVE, moment(5), "seen"],
  ["an older one was seen", FIVE, moment(3), "seen"],
  ["one too far shows a gap", FIVE, moment(7), "gap"],
  ["the same number of another history shows a gap", FIVE, moment(5, { history: "b" }), "gap"],
  ["anything shows a gap where nothing is known", NOWHERE, moment(4), "gap"],
  ["a snapshot ahead is taken", FIVE, moment(9, { snapshot: true }), "snapshot"],
  ["a snapshot of what is known was seen", FIVE, moment(5, { snapshot: true }), "seen"],
  ["an older snapshot was seen", FIVE, moment(4, { snapshot: true }), "seen"],
  [
    "a snapshot that rewinds is taken, also an older one",
    FIVE,
    moment(4, { snapshot: true, rewound: true }),
    "snapshot",
  ],
  ["a snapshot that rewinds to here was seen", FIVE, moment(5, { snapshot: true, rewound: true }), "seen"],
  ["any snapshot is taken where nothing is known", NOWHERE, moment(0, { snapshot: true }), "snapshot"],
] as const)("%s", (_, place, update, expected) => {
  expect(step(place, update)).toBe(expected);
});
