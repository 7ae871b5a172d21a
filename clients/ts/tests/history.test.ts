import { expect, test } from "vitest";
import { NOWHERE, type Place, step } from "../src/history.js";
import { mark } from "./support/script.js";

const FIVE: Place = { seq: 5n, mark: mark(5) };
const SEATED: Place = { ...FIVE, seat: 0 };

function moment(seq: number, how: { history?: string; snapshot?: boolean; rewound?: boolean; seat?: number } = {}) {
  const { history = "a", snapshot = false, rewound = false, seat } = how;
  return { seq: BigInt(seq), mark: mark(seq, history), snapshot, rewound, seat };
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
  ["who sat down begins anew", FIVE, moment(2, { snapshot: true, seat: 0 }), "snapshot"],
  ["who stood up begins anew", SEATED, moment(2, { snapshot: true }), "snapshot"],
  ["an older snapshot of one's own seat was seen", SEATED, moment(2, { snapshot: true, seat: 0 }), "seen"],
  ["a step of another audience has no place", FIVE, moment(6, { seat: 0 }), "gap"],
] as const)("%s", (_, place, update, expected) => {
  expect(step(place, update)).toBe(expected);
});
