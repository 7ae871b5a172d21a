import { create } from "@bufbuild/protobuf";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OptionsSchema, Preset } from "../src/games/tan/index.js";
import { Refused, SessionEnded, Unreachable, Visibility } from "../src/index.js";
import { closeAll, IMPATIENT, sessionAt } from "./support/client.js";
import { ScriptedGateway } from "./support/gateway.js";
import { rejection } from "./support/until.js";

let gateway: ScriptedGateway;

beforeEach(async () => {
  gateway = await new ScriptedGateway().start();
});

afterEach(async () => {
  closeAll();
  await gateway.stop();
});

function answer(call: string, ...answers: [number, unknown][]): void {
  gateway.responses.set(
    call,
    answers.map(([status, document]) => ({ status, document })),
  );
}

const made = { table: { id: "tan:01.x", game: "tan", phase: "PHASE_PLAYING", aFieldOfLater: 1 } };

test("a table is made with what was wished, and read with what is known", async () => {
  answer("POST /v1/tables", [200, made]);
  const options = create(OptionsSchema, { preset: Preset.TRADITIONAL });
  const table = await sessionAt(gateway).lobby.create("tan", { seats: 3 }, { options, botLevel: "easy", title: "Tết" });
  expect(table.id).toBe("tan:01.x");
  const [asked] = gateway.asked;
  expect(asked?.authorization).toBe("Bearer t");
  expect(asked?.body).toMatchObject({
    game: "tan",
    settings: { seats: 3 },
    options: { "@type": "type.googleapis.com/chieu.tan.v1.Options", preset: "PRESET_TRADITIONAL" },
    visibility: "VISIBILITY_UNLISTED",
    takeSeat: true,
    botLevel: "easy",
    title: "Tết",
    requestId: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test("a call is repeated with the same request id until somebody answers", async () => {
  answer(
    "POST /v1/tables",
    [0, ""],
    [503, "busy"],
    [429, { reason: "REASON_RATE_LIMITED", advice: "ADVICE_RETRY" }],
    [200, made],
  );
  await sessionAt(gateway).lobby.create("tan", { seats: 2 }, { requestId: "order-17", visibility: Visibility.PUBLIC });
  expect(gateway.asked.map(({ body }) => (body as { requestId: string }).requestId)).toEqual(Array(4).fill("order-17"));
});

test("a refusal is typed", async () => {
  answer("POST /v1/tables/tan%3A01.x/seat", [
    409,
    { reason: "REASON_SEAT_TAKEN", advice: "ADVICE_CHANGE", detail: "seat 1" },
  ]);
  const refused = await rejection(sessionAt(gateway).lobby.takeSeat("tan:01.x", { seat: 1 }));
  expect(refused).toBeInstanceOf(Refused);
  expect(refused).toMatchObject({ reason: "SEAT_TAKEN", detail: "seat 1" });
  expect(gateway.asked[0]?.body).toMatchObject({ table: "tan:01.x", seat: 1 });
});

test("what is none of the contract's says its status", async () => {
  const failed = await rejection(sessionAt(gateway).lobby.find("tan:01.x"));
  expect(failed).toBeInstanceOf(SessionEnded);
  expect(failed).toMatchObject({ code: 404 });
});

test("nobody answering is Unreachable in the end", async () => {
  answer("GET /v1/tables/x/records", [502, "bad gateway"]);
  const session = sessionAt(gateway, { patience: { ...IMPATIENT, totalMs: 60 } });
  expect(await rejection(session.lobby.records("x"))).toBeInstanceOf(Unreachable);
});

test("reading calls say what they ask in the query", async () => {
  answer("GET /v1/tables?game=tan&limit=5", [200, { tables: [made.table] }]);
  answer("GET /v1/codes/ABCDEF?game=tan", [200, { ...made, seat: 0 }]);
  const { lobby } = sessionAt(gateway);
  expect(await lobby.tables("tan", 5)).toHaveLength(1);
  expect((await lobby.findCode("abcdef", "tan")).seat).toBe(0);
});

test("every other call goes where the gateway has it", async () => {
  const at = "/v1/tables/tan%3A01.x";
  for (const call of ["leave", "resume", "controller", "ready", "start", "close"]) {
    answer(`POST ${at}/${call}`, [200, made]);
  }
  answer("POST /v1/quick-seat", [200, { ...made, seat: 1 }]);
  answer(`GET ${at}/records`, [200, { deals: [1, 2] }]);
  answer(`GET ${at}/records/2`, [200, { record: { table: "tan:01.x", deal: 2 } }]);
  const { lobby } = sessionAt(gateway);
  await lobby.leaveSeat("tan:01.x");
  await lobby.resumeSeat("tan:01.x");
  await lobby.setController("tan:01.x", 2, "hard");
  await lobby.setReady("tan:01.x", false);
  await lobby.start("tan:01.x", 1, { botLevel: "easy" });
  await lobby.close("tan:01.x");
  expect((await lobby.quickSeat("tan", 4)).seat).toBe(1);
  expect(await lobby.records("tan:01.x")).toEqual([1, 2]);
  expect((await lobby.record("tan:01.x", 2)).deal).toBe(2);
  expect(gateway.asked.map(({ body }) => body)).toMatchObject([
    { table: "tan:01.x" },
    { table: "tan:01.x" },
    { seat: 2, botLevel: "hard" },
    { table: "tan:01.x" },
    { deal: 1, botLevel: "easy" },
    { table: "tan:01.x" },
    { game: "tan", seats: 4 },
    undefined,
    undefined,
  ]);
});

test("a guest gets a token once, and keeps it", async () => {
  answer("POST /v1/guest", [200, { token: "g", subject: "guest-1", name: "Guest 1", seconds: 60 }]);
  answer("GET /v1/tables?game=tan", [200, {}]);
  const session = sessionAt(gateway, { guest: "An" });
  await session.lobby.tables("tan");
  await session.lobby.tables("tan");
  expect([session.token, session.subject, session.name]).toEqual(["g", "guest-1", "Guest 1"]);
  expect(gateway.asked.map(({ authorization }) => authorization)).toEqual([undefined, "Bearer g", "Bearer g"]);
});

test("guests that are not taken are told so", async () => {
  expect(await rejection(sessionAt(gateway, { guest: "An" }).login())).toMatchObject({ code: 404 });
});

test("a call whose token has run out is made again with another one", async () => {
  const unauthenticated = { reason: "REASON_UNAUTHENTICATED", advice: "ADVICE_CHANGE" };
  answer("GET /v1/tables?game=tan", [401, unauthenticated], [200, {}]);
  const token = vi.fn<() => string>().mockReturnValueOnce("old").mockReturnValue("new");
  await sessionAt(gateway, { token }).lobby.tables("tan");
  expect(gateway.asked.map(({ authorization }) => authorization)).toEqual(["Bearer old", "Bearer new"]);
  answer("GET /v1/tables?game=tan", [401, unauthenticated]);
  expect(await rejection(sessionAt(gateway).lobby.tables("tan"))).toMatchObject({ reason: "UNAUTHENTICATED" });
});

test("two calls whose token has run out together both get another one, which is asked for once", async () => {
  const unauthenticated = { reason: "REASON_UNAUTHENTICATED", advice: "ADVICE_CHANGE" };
  answer("GET /v1/tables?game=tan", [401, unauthenticated], [401, unauthenticated], [200, {}]);
  const token = vi.fn<() => string>().mockReturnValueOnce("old").mockReturnValue("new");
  const { lobby } = sessionAt(gateway, { token });
  await Promise.all([lobby.tables("tan"), lobby.tables("tan")]);
  expect(token).toHaveBeenCalledTimes(2);
});

test.each([
  [{ address: "http://x" }],
  [{ address: "http://x", token: "t", guest: "An" }],
  [{ address: "x:8080", token: "t" }],
  [{ token: "t" }],
])("%j is no session", async (options) => {
  const { Chieu } = await import("../src/index.js");
  expect(() => new Chieu(options)).toThrow(TypeError);
});
