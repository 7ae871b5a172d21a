import { create } from "@bufbuild/protobuf";
import { Phase, TableEventSchema, UpdateSchema } from "@chieu/client";
import { expect, test } from "vitest";
import { isWithin } from "../src/frame/amount";
import { clockOf, isPressing } from "../src/frame/clock";
import { tellTable } from "../src/frame/news";
import { sideOf } from "../src/frame/seats";
import { checkableDeal } from "../src/frame/top-bar";
import type { GameFace } from "../src/games/face";
import { tan } from "../src/games/tan";
import { hashOf, routeOf, routeOfPasted } from "../src/route";
import { orderFor, prefer } from "../src/state/preferences";

test("play runs to the right: the next seat sits at one's right hand", () => {
  expect([0, 1, 2, 3].map((seat) => sideOf(seat, 0, 4))).toEqual(["bottom", "right", "top", "left"]);
  expect([0, 1, 2].map((seat) => sideOf(seat, 2, 3))).toEqual(["right", "left", "bottom"]);
  expect(sideOf(1, 0, 2)).toBe("top");
});

test("a clock warns in its last seconds, later where there are few", () => {
  const clock = { seat: 0, deadlineMs: 0, allowedMs: 20_000 };
  expect(isPressing(clock, 12_000)).toBe(false);
  expect(isPressing(clock, 5_000)).toBe(true);
  expect(isPressing({ ...clock, allowedMs: 120_000 }, 17_000)).toBe(true);
});

test("a window has its time where two players sit, and ends with the answer of one who sits alone", () => {
  const game = { turn: () => ({ allowedMs: 3000 }), beginsTurn: () => true } as unknown as GameFace;
  const player = { controller: { case: "player" as const, value: {} } };
  const bot = { controller: { case: "bot" as const, value: {} } };
  const clockWith = (seats: readonly (typeof player | typeof bot)[]) => {
    const update = create(UpdateSchema, { serverMs: 10_000n, state: { seats: [...seats] } });
    return clockOf(game, { update, events: [create(TableEventSchema)] }, undefined);
  };
  expect(clockWith([player, bot, player])).toEqual({ seat: undefined, deadlineMs: 13_000, allowedMs: 3000 });
  expect(clockWith([player, bot, bot])).toEqual({ seat: undefined, allowedMs: 3000 });
});

test("a window goes on for whoever has made his claim, until another one begins", () => {
  const own = { seat: 0, deadlineMs: 12_000, allowedMs: 3000 };
  const alone = { controller: { case: "player", value: { name: "An" } } } as const;
  const update = create(UpdateSchema, { serverMs: 10_000n, seat: 0, state: { seats: [alone] } });
  const game = (begins: boolean) =>
    ({ turn: () => ({ allowedMs: 3000 }), beginsTurn: () => begins }) as unknown as GameFace;
  const events = [create(UpdateSchema)];
  expect(clockOf(game(false), { update, events }, undefined, own)).toEqual({ ...own, seat: undefined });
  expect(clockOf(game(true), { update, events }, undefined, own)).toEqual({ seat: undefined, allowedMs: 3000 });
});

test("a match that is drawn has no winner in the log", () => {
  const ended = create(TableEventSchema, { event: { case: "matchEnded", value: { ranking: [2, 0] } } });
  expect(tellTable(ended, false)).toMatchObject({ key: "news.match_over", parts: { who: { seat: 2 } } });
  expect(tellTable(ended, true)).toMatchObject({ key: "news.match_drawn" });
});

test.each([
  { at: "lobby" },
  { at: "table", table: "tan-07-AbC_d-9" },
  { at: "code", code: "QWERTY" },
  { at: "new", game: "tan" },
] as const)("the address of $at leads back to it", (route) => {
  expect(routeOf(hashOf(route))).toEqual(route);
});

test("what a player pastes is a link, a code, or nothing", () => {
  expect(routeOfPasted(" https://play.example.org/#/t/tan-07-abc ")).toEqual({ at: "table", table: "tan-07-abc" });
  expect(routeOfPasted("qwerty")).toEqual({ at: "code", code: "QWERTY" });
  expect(routeOfPasted("hello")).toBeUndefined();
  expect(routeOfPasted("https://example.org/")).toBeUndefined();
});

test.each(["", "0", "11", "2.5", "-3", "2e0", "two"])("%j is no whole number from 1 to 10", (text) => {
  expect(isWithin(text, 1, 10)).toBe(false);
});

test("a number of the range is taken, its ends as well", () => {
  expect(["1", "7", "10"].map((text) => isWithin(text, 1, 10))).toEqual([true, true, true]);
});

test("a shuffle can be checked as soon as its record may be read", () => {
  const deals = (recordOpens: "after deal" | "after match"): number[] =>
    [Phase.PLAYING, Phase.BETWEEN, Phase.FINISHED].map((phase) =>
      checkableDeal({ ...tan, recordOpens }, create(UpdateSchema, { state: { phase, deal: 3 } })),
    );
  expect(deals("after deal")).toEqual([2, 3, 3]);
  expect(deals("after match")).toEqual([0, 0, 3]);
});

test("a hand is sorted as its player likes, if the game knows that order", () => {
  prefer({ order: "suit" });
  expect(orderFor(["rank", "suit"])).toBe("suit");
  expect(orderFor(["rank", "melds"])).toBe("rank");
});
