import { expect, test, vi } from "vitest";
import { Feed } from "../src/feed.js";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) {
    found.push(item);
  }
  return found;
}

test("each reader gets everything from its beginning on, and what is waiting after the end", async () => {
  const feed = new Feed<number>();
  const early = feed.read(0);
  feed.publish(1);
  const late = feed.read();
  feed.publish(2);
  feed.end();
  feed.publish(3);
  expect(await all(early)).toEqual([0, 1, 2]);
  expect(await all(late)).toEqual([2]);
});

test("a reader that waits is woken", async () => {
  const feed = new Feed<number>();
  const next = feed.read().next();
  feed.publish(7);
  expect(await next).toEqual({ done: false, value: 7 });
});

test("an error comes after what is still to read, and once", async () => {
  const feed = new Feed<number>();
  const reader = feed.read();
  feed.publish(1);
  feed.end(new Error("over"));
  expect((await reader.next()).value).toBe(1);
  await expect(reader.next()).rejects.toThrow("over");
  expect((await reader.next()).done).toBe(true);
});

test("a reader that has left gets nothing, also one that was waiting", async () => {
  const feed = new Feed<number>();
  const reader = feed.read();
  const waiting = reader.next();
  await reader.return?.();
  expect((await waiting).done).toBe(true);
  feed.publish(1);
  feed.end(new Error("over"));
  expect((await reader.next()).done).toBe(true);
});

test("a slow reader loses the oldest", async () => {
  const feed = new Feed<number>(2);
  const reader = feed.read();
  for (const item of [1, 2, 3]) {
    feed.publish(item);
  }
  feed.end();
  expect(await all(reader)).toEqual([2, 3]);
});

test("a listener gets what is there at once, until it has enough", () => {
  const feed = new Feed<number>();
  const heard: number[] = [];
  const enough = feed.listen((item) => heard.push(item), 0);
  feed.publish(1);
  enough();
  enough();
  feed.publish(2);
  expect(heard).toEqual([0, 1]);
});

test("a listener that throws hurts no other, and is reported", () => {
  const reported = vi.fn();
  vi.stubGlobal("reportError", reported);
  const feed = new Feed<number>();
  const heard: number[] = [];
  const error = new Error("mine");
  feed.listen(() => {
    throw error;
  });
  feed.listen((item) => heard.push(item));
  feed.publish(1);
  expect(heard).toEqual([1]);
  expect(reported).toHaveBeenCalledWith(error);
});
