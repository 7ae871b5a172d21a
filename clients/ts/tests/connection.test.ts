import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ChieuOptions, type ConnectionStatus, type LiveTable, SessionEnded, Unreachable } from "../src/index.js";
import { closeAll, IMPATIENT, sessionAt } from "./support/client.js";
import { ScriptedGateway } from "./support/gateway.js";
import { ScriptedTable, TABLE, update } from "./support/script.js";
import { rejection, until } from "./support/until.js";

let gateway: ScriptedGateway;
const told: ConnectionStatus[] = [];

beforeEach(async () => {
  gateway = await new ScriptedGateway().start();
  gateway.add(new ScriptedTable(TABLE, update(1)));
  told.length = 0;
});

afterEach(async () => {
  closeAll();
  await gateway.stop();
});

/** Opens the table in a session whose states are noted. */
function begin(options: Partial<ChieuOptions> = {}): LiveTable {
  const session = sessionAt(gateway, options);
  session.onStatus((status) => told.push(status));
  return session.table(TABLE);
}

const states = (): string[] => told.map(({ state }) => state);
const lastError = (): unknown => told.at(-1)?.error;

describe("states", () => {
  test("are told as they come", async () => {
    const live = await begin().untilOpen();
    expect(states()).toEqual(["connecting", "connected"]);
    gateway.live[0]?.cut();
    await until(() => states().length === 4);
    expect(states()).toEqual(["connecting", "connected", "reconnecting", "connected"]);
    closeAll();
    expect(states().at(-1)).toBe("ended");
    expect(await live.over).toBeInstanceOf(SessionEnded);
  });

  test("nothing is dialled before a table is opened", () => {
    expect(sessionAt(gateway).status).toEqual({ state: "idle" });
    expect(gateway.peers).toHaveLength(0);
  });

  test("the token is said in the first frame, never in the address", async () => {
    await begin({ token: "secret" }).untilOpen();
    expect(gateway.frames[0]?.frame).toMatchObject({ case: "hello", value: { token: "secret" } });
    expect(gateway.peers[0]?.socket.protocol).toBe("chieu.v1.proto");
  });
});

describe("coming back", () => {
  test.each([4000, 4003, 1012])("after %i it does", async (code) => {
    await begin().untilOpen();
    gateway.live[0]?.close(code);
    await until(() => gateway.peers.length === 2 && states().at(-1) === "connected");
  });

  test.each([4200, 4202, 4299, 1002, 1009])("after %i it does not", async (code) => {
    const live = await begin().untilOpen();
    gateway.live[0]?.close(code, "go away");
    expect(await live.over).toMatchObject({ code, words: "go away", wantsAnotherToken: false });
    expect(states().at(-1)).toBe("ended");
    expect(gateway.peers).toHaveLength(1);
  });

  test("a server that was away is found again", async () => {
    await begin().untilOpen();
    await gateway.stop();
    await until(() => states().at(-1) === "reconnecting");
    await gateway.start();
    await until(() => states().at(-1) === "connected");
  });

  test("a server that stays away ends in Unreachable", async () => {
    const live = await begin({ patience: { ...IMPATIENT, totalMs: 100 } }).untilOpen();
    await gateway.stop();
    expect(await live.over).toBeInstanceOf(Unreachable);
    await gateway.start();
  });

  test("a device that knows to be offline does not give up", async () => {
    let isOffline = true;
    const surroundings = { onWake: () => () => undefined, isOffline: () => isOffline };
    const live = await begin({ patience: { ...IMPATIENT, totalMs: 50 }, surroundings }).untilOpen();
    await gateway.stop();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(states().at(-1)).toBe("reconnecting");
    isOffline = false;
    expect(await live.over).toBeInstanceOf(Unreachable);
    await gateway.start();
  });

  test("a server that greets and hangs up is not hammered", async () => {
    gateway.swallow = ({ frame }) => frame.case === "pong";
    gateway.onPeer = (peer) => void setTimeout(() => peer.cut(), 5);
    begin({ patience: { ...IMPATIENT, firstMs: 40, longestMs: 10_000, totalMs: 60_000 } });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(gateway.peers.length).toBeLessThan(25);
    expect(states()).toContain("reconnecting");
  });

  test("a server that does not greet is tried again", async () => {
    gateway.greets = false;
    const live = begin();
    await until(() => gateway.peers.length === 2);
    gateway.greets = true;
    await live.untilOpen();
  });

  test("a server that falls silent is left", async () => {
    gateway.heartbeatSeconds = 1;
    await begin().untilOpen();
    gateway.isMute = true;
    await until(() => states().at(-1) === "reconnecting");
    gateway.isMute = false;
    await until(() => states().at(-1) === "connected");
  });

  test("bytes that are no frame end the connection, not the session", async () => {
    await begin().untilOpen();
    gateway.live[0]?.socket.send(Buffer.from([0xff, 0xff, 0xff]));
    await until(() => gateway.peers.length === 2 && states().at(-1) === "connected");
  });
});

describe("tokens", () => {
  test("a token that is not valid ends the session, and says that another would do", async () => {
    gateway.refusedTokens.set("t", 4100);
    expect(await rejection(begin().untilOpen())).toMatchObject({ code: 4100, wantsAnotherToken: true });
  });

  test("where tokens come from is asked for another one", async () => {
    gateway.refusedTokens.set("old", 4101);
    const token = vi.fn<() => Promise<string>>().mockResolvedValueOnce("old").mockResolvedValue("new");
    await begin({ token }).untilOpen();
    expect(token).toHaveBeenCalledTimes(2);
    expect(gateway.said("hello").map((hello) => hello.token)).toEqual(["old", "new"]);
  });

  test("two tokens in a row that are not valid are enough", async () => {
    gateway.refusedTokens.set("old", 4101);
    expect(await rejection(begin({ token: () => "old" }).untilOpen())).toMatchObject({ code: 4101 });
    expect(gateway.said("hello")).toHaveLength(2);
  });

  test("a source that fails is asked again later", async () => {
    const token = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network")).mockResolvedValue("t");
    await begin({ token }).untilOpen();
    expect(token).toHaveBeenCalledTimes(2);
  });

  test("a platform without WebSocket says so", async () => {
    vi.stubGlobal("WebSocket", undefined);
    const failed = await rejection(begin({ WebSocket: undefined }).untilOpen());
    expect(failed).toBeInstanceOf(SessionEnded);
    expect(lastError()).toBe(failed);
  });
});

describe("a device that wakes up", () => {
  let wake: () => void = () => undefined;
  const surroundings = {
    onWake: (look: () => void) => {
      wake = look;
      return () => undefined;
    },
    isOffline: () => false,
  };

  test("dials at once, whatever the delay was", async () => {
    const patience = { ...IMPATIENT, firstMs: 600_000, longestMs: 600_000 };
    vi.spyOn(Math, "random").mockReturnValue(0.9);
    await begin({ patience, surroundings }).untilOpen();
    gateway.live[0]?.cut();
    await until(() => states().at(-1) === "reconnecting");
    wake();
    await until(() => states().at(-1) === "connected");
  });

  test("asks whether its connection lives, and leaves a dead one within seconds", async () => {
    await begin({ surroundings }).untilOpen();
    const pings = gateway.said("ping").length;
    wake();
    await until(() => gateway.said("ping").length > pings);
    expect(gateway.peers).toHaveLength(1);
    gateway.isMute = true;
    wake();
    await until(() => states().at(-1) === "reconnecting");
    gateway.isMute = false;
    await until(() => states().at(-1) === "connected");
  });
});
