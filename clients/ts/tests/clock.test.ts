import { expect, test } from "vitest";
import { ServerClock } from "../src/clock.js";

function clockAt(): { clock: ServerClock; now: { ms: number } } {
  const now = { ms: 1000 };
  return { clock: new ServerClock(() => now.ms), now };
}

test("nothing is known before the first message", () => {
  const { clock } = clockAt();
  expect(clock.nowMs()).toBeUndefined();
  expect(clock.msUntil(5)).toBeUndefined();
});

test("half the round trip is taken off a pong", () => {
  const { clock, now } = clockAt();
  const sent = clock.pingMs();
  now.ms += 200;
  clock.pong(sent, 50_100n);
  expect(clock.nowMs()).toBe(50_200);
});

test("the shortest of the last round trips counts, and an old one is forgotten", () => {
  const { clock, now } = clockAt();
  const pong = (trip: number, offset: number): void => {
    const sent = clock.pingMs();
    now.ms += trip;
    clock.pong(sent, BigInt(Number(sent) + trip / 2 + offset));
  };
  pong(10, 7000);
  pong(400, 9000);
  expect(clock.offsetMs).toBe(7000);
  for (let later = 0; later < 8; later += 1) {
    pong(20, 8000);
  }
  expect(clock.offsetMs).toBe(8000);
});

test("stamps give a lower bound until a pong comes", () => {
  const { clock, now } = clockAt();
  clock.stamp(5000n);
  now.ms += 100;
  clock.stamp(5050n);
  expect(clock.nowMs()).toBe(5100);
});

test("a pong from the future is left out", () => {
  const { clock } = clockAt();
  clock.pong(2000n, 9000n);
  expect(clock.offsetMs).toBeUndefined();
});

test("a doubted clock goes on until something better comes, which then counts alone", () => {
  const { clock, now } = clockAt();
  clock.pong(clock.pingMs(), 50_000n);
  clock.doubt();
  expect(clock.nowMs()).toBe(50_000);
  const sent = clock.pingMs();
  now.ms += 100;
  clock.pong(sent, 90_000n);
  expect(clock.nowMs()).toBe(90_050);
});

test("time that has passed is 0, not negative", () => {
  const { clock } = clockAt();
  clock.pong(clock.pingMs(), 50_000n);
  expect(clock.msUntil(49_000)).toBe(0);
  expect(clock.msUntil(50_500n)).toBe(500);
});
