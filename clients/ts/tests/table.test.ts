import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { attack, Card } from "../src/games/tan/index.js";
import { Advice, AnsweredBy, Reason } from "../src/gen/chieu/table/v1/refusal_pb.js";
import { Phase } from "../src/gen/chieu/table/v1/table_pb.js";
import type { Update } from "../src/gen/chieu/table/v1/update_pb.js";
import {
  firstLegal,
  type LiveTable,
  type Patience,
  type Prompt,
  playAt,
  Refused,
  SessionEnded,
  TableEnded,
} from "../src/index.js";
import { closeAll, IMPATIENT, sessionAt } from "./support/client.js";
import { ScriptedGateway } from "./support/gateway.js";
import { mark, promptId, refusing, ScriptedTable, TABLE, update } from "./support/script.js";
import { rejection, until } from "./support/until.js";

let gateway: ScriptedGateway;
const seen: number[] = [];

beforeEach(async () => {
  gateway = await new ScriptedGateway().start();
  seen.length = 0;
});

afterEach(async () => {
  closeAll();
  await gateway.stop();
});

function scripted(...told: Update[]): ScriptedTable {
  return gateway.add(new ScriptedTable(told[0]?.table ?? TABLE, ...told));
}

/** Opens the table and notes the `seq` of all that it shows. */
async function followed(patience: Patience = IMPATIENT): Promise<LiveTable> {
  const live = sessionAt(gateway, { patience }).table(TABLE);
  live.onUpdate(({ seq }) => seen.push(Number(seq)));
  return await live.untilOpen();
}

const seven = attack([Card.CARD_7C]);

describe("updates", () => {
  test("come once and in order, the first one as a snapshot", async () => {
    scripted(update(3));
    const live = await followed();
    expect([live.latest?.seq, live.latest?.snapshot, live.seat]).toEqual([3n, true, 0]);
    gateway.tell(update(4));
    gateway.tell(update(5));
    await until(() => seen.length === 3);
    expect(seen).toEqual([3, 4, 5]);
  });

  test("that come twice are dropped", async () => {
    gateway.copies = 2;
    scripted(update(1));
    await followed();
    gateway.tell(update(2));
    gateway.tell(update(3));
    await until(() => seen.includes(3));
    expect(seen).toEqual([1, 2, 3]);
  });

  test("are read by an iterator, which ends with the match", async () => {
    scripted(update(1));
    const live = await followed();
    gateway.tell(update(2));
    gateway.tell(update(3, { phase: Phase.FINISHED }));
    const read: bigint[] = [];
    for await (const { seq } of live.updates()) {
      read.push(seq);
    }
    expect(read.at(-1)).toBe(3n);
    expect(live.isOver).toBe(true);
    expect(await live.over).toBeUndefined();
  });

  test("a gap is repaired by opening again from the last update", async () => {
    const table = scripted(update(1));
    await followed();
    table.told.push(update(2));
    gateway.tell(update(3));
    await until(() => seen.includes(3));
    expect(seen).toEqual([1, 2, 3]);
    expect(gateway.said("open").map(({ seq }) => seq)).toEqual([0n, 1n]);
  });

  test("a gap that stays makes the second Open ask for a snapshot", async () => {
    const table = scripted(update(1));
    await followed();
    table.resume = ({ seq }) => (seq ? [] : [{ ...table.last, snapshot: true }]);
    table.told.push(update(2));
    gateway.tell(update(3));
    await until(() => gateway.said("open").length === 2);
    gateway.tell(update(4));
    await until(() => seen.includes(4));
    expect(seen).toEqual([1, 4]);
    expect(gateway.said("open").map(({ seq }) => seq)).toEqual([0n, 1n, 0n]);
  });

  test("a spectator has no seat", async () => {
    scripted(update(1, { seat: undefined }));
    expect((await followed()).seat).toBeUndefined();
  });

  test("several tables share one connection", async () => {
    scripted(update(1, { table: "tan:01.a" }));
    scripted(update(7, { table: "tan:02.b" }));
    const session = sessionAt(gateway);
    const one = await session.table("tan:01.a").untilOpen();
    const other = await session.table("tan:02.b").untilOpen();
    gateway.tell(update(8, { table: "tan:02.b" }));
    await until(() => other.latest?.seq === 8n);
    expect(one.latest?.seq).toBe(1n);
    expect(gateway.peers).toHaveLength(1);
    expect(() => session.table("tan:01.a")).toThrow("open in this session already");
  });
});

describe("after a break", () => {
  test("it resumes with seq and mark, and misses nothing", async () => {
    const table = scripted(update(1));
    await followed();
    gateway.tell(update(2));
    await until(() => seen.includes(2));
    gateway.live[0]?.cut();
    table.told.push(update(3), update(4));
    await until(() => seen.includes(4));
    expect(seen).toEqual([1, 2, 3, 4]);
    expect(gateway.said("open").at(-1)).toMatchObject({ seq: 2n, mark: mark(2) });
  });

  test("a snapshot alone does where the steps are gone", async () => {
    const table = scripted(update(1));
    await followed();
    table.keepsSteps = false;
    gateway.live[0]?.cut();
    table.told.push(update(2), update(3));
    await until(() => seen.includes(3));
    expect(seen).toEqual([1, 3]);
  });

  test("a lost moment rewinds, and its prompt is asked again", async () => {
    const table = scripted(update(1), update(2, { asks: ["7C"] }));
    const live = await followed();
    const asked: Prompt[] = [];
    live.onPrompt((prompt) => prompt && asked.push(prompt));
    gateway.tell(update(3, { asks: ["8C"] }));
    await until(() => asked.length === 2);
    gateway.live[0]?.cut();
    table.told = [update(1), update(2, { history: "b", asks: ["7C"] })];
    await until(() => asked.length === 3);
    expect(live.latest?.rewound).toBe(true);
    expect(seen).toEqual([2, 3, 2]);
    gateway.tell(update(3, { history: "b" }));
    await until(() => seen.length === 4);
    expect(seen).toEqual([2, 3, 2, 3]);
  });

  test("a prompt that the server has open again after it lost its answer is asked again", async () => {
    const table = scripted(update(1), update(2, { asks: ["7C"] }));
    const live = await followed();
    const asked: (string | undefined)[] = [];
    live.onPrompt((prompt) => asked.push(prompt?.key));
    gateway.live[0]?.cut();
    table.told = [update(1), update(2, { history: "b", asks: ["7C"] })];
    await until(() => live.latest?.rewound);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toBe(asked[1]);
  });

  test("an Open that is swallowed is said again", async () => {
    scripted(update(1));
    let swallowed = 0;
    gateway.swallow = ({ frame }) => (frame.case === "opened" || frame.case === "update") && swallowed++ < 2;
    await followed();
    expect(gateway.said("open").length).toBeGreaterThan(1);
  });

  test("tables that are let go are not opened again", async () => {
    scripted(update(1));
    const live = await followed();
    live.close();
    live.close();
    await until(() => gateway.said("leave").length === 1);
    gateway.live[0]?.cut();
    await until(() => gateway.peers.length === 2 && gateway.said("ping").length > 1);
    expect(gateway.said("open")).toHaveLength(1);
    expect(await live.over).toBeUndefined();
  });
});

describe("an end", () => {
  test("a newer connection supersedes this one for that table alone", async () => {
    scripted(update(1));
    const live = await followed();
    const reading = rejection(
      live
        .updates()
        .next()
        .then(() => live.answer({ id: promptId(1) } as Prompt, seven)),
    );
    gateway.swallow = ({ frame }) => frame.case === "reply";
    gateway.closeTable(TABLE, { reason: Reason.SUPERSEDED, advice: Advice.RESYNC });
    const end = await live.over;
    expect(end).toBeInstanceOf(TableEnded);
    expect(end).toMatchObject({ isSuperseded: true, reason: "SUPERSEDED", table: TABLE });
    expect(await reading).toBe(end);
    expect(gateway.said("open")).toHaveLength(1);
    expect(gateway.live).toHaveLength(1);
    expect(await rejection(live.answer({ id: promptId(1) } as Prompt, seven))).toBe(end);
  });

  test("a table that advises to come back is opened again", async () => {
    const table = scripted(update(1));
    await followed();
    gateway.closeTable(TABLE, { reason: Reason.UNAVAILABLE, advice: Advice.RETRY });
    table.told.push(update(2));
    await until(() => seen.includes(2));
    expect(seen).toEqual([1, 2]);
  });

  test("a table that is not there is refused", async () => {
    const refused = await rejection(sessionAt(gateway).table("tan:09.no").untilOpen());
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({ reason: "NO_SUCH_TABLE", advice: "CHANGE" });
  });

  test("closing the session ends readers and answers with it", async () => {
    scripted(update(1));
    const session = sessionAt(gateway);
    const live = await session.table(TABLE).untilOpen();
    const reader = live.updates();
    await reader.next();
    const next = rejection(reader.next());
    session.close();
    expect(await next).toBeInstanceOf(SessionEnded);
    expect(await live.over).toMatchObject({ code: 0 });
    expect(() => session.table(TABLE)).toThrow(SessionEnded);
  });
});

describe("an answer", () => {
  async function asked(patience = IMPATIENT): Promise<{ table: ScriptedTable; live: LiveTable; prompt: Prompt }> {
    const table = scripted(update(1, { asks: ["7C", "9H"] }));
    table.toCome.push(update(2));
    const live = await followed(patience);
    return { table, live, prompt: live.prompt as Prompt };
  }

  test("is accepted, and its update follows", async () => {
    const { live, prompt, table } = await asked();
    expect(await live.answer(prompt, firstLegal(prompt))).toMatchObject({ seq: 2n });
    expect((await live.untilGone(prompt))?.seq).toBe(2n);
    expect(live.prompt).toBeUndefined();
    expect(table.counted).toHaveLength(1);
  });

  test("whose reply is lost with the connection is said again at once, and counts once", async () => {
    const { live, prompt, table } = await asked({ ...IMPATIENT, replyMs: 60_000 });
    let cuts = 0;
    gateway.beforeReply = (peer) => {
      if (cuts++ === 0) {
        peer.cut();
      }
    };
    expect(await live.answer(prompt, seven)).toMatchObject({ seq: 2n });
    expect([gateway.answers().length, table.counted.length]).toEqual([2, 1]);
  });

  test("that nobody replies to is said again on the same connection", async () => {
    const { live, prompt, table } = await asked();
    let swallowed = 0;
    gateway.swallow = ({ frame }) => frame.case === "reply" && swallowed++ === 0;
    await live.answer(prompt, seven);
    expect([gateway.peers.length, gateway.answers().length, table.counted.length]).toEqual([1, 2, 1]);
  });

  test("that is given during a break waits for the next connection", async () => {
    const { live, prompt } = await asked({ ...IMPATIENT, replyMs: 60_000 });
    gateway.live[0]?.cut();
    await until(() => !live.isOpen);
    expect(await live.answer(prompt, seven)).toMatchObject({ seq: 2n });
  });

  test("against the rules is refused with the rulebook's code", async () => {
    const { live, prompt, table } = await asked();
    table.replies.push(
      refusing(Reason.ILLEGAL_MOVE, { advice: Advice.CHANGE, rule: "RANKS_DIFFER", detail: "one rank" }),
    );
    const refused = await rejection(live.answer(prompt, seven));
    expect(refused).toBeInstanceOf(Refused);
    expect(refused).toMatchObject({
      reason: "ILLEGAL_MOVE",
      advice: "CHANGE",
      rule: "RANKS_DIFFER",
      detail: "one rank",
    });
  });

  test("that came too late says who answered", async () => {
    const { live, prompt, table } = await asked();
    const late = { advice: Advice.RESYNC, answeredBy: AnsweredBy.CLOCK };
    table.replies.push(refusing(Reason.STALE_PROMPT, late));
    expect(await rejection(live.answer(prompt, seven))).toMatchObject({ reason: "STALE_PROMPT", answeredBy: "CLOCK" });
  });

  test("that may be tried again is tried again", async () => {
    const { live, prompt, table } = await asked();
    table.replies.push(refusing(Reason.TABLE_BUSY, { advice: Advice.RETRY }));
    await live.answer(prompt, seven);
    expect(gateway.answers()).toHaveLength(2);
  });

  test("a reason of a later contract has a name too", async () => {
    const { live, prompt, table } = await asked();
    table.replies.push(refusing(99 as Reason, { advice: 9 }));
    expect(await rejection(live.answer(prompt, seven))).toMatchObject({ reason: "REASON_99", advice: "ADVICE_9" });
  });
});

describe("prompts", () => {
  test("come once each, however often they are shown", async () => {
    scripted(update(1, { asks: ["7C"] }));
    const live = await followed();
    const shown: (string | undefined)[] = [];
    live.onPrompt((prompt) => shown.push(prompt?.key));
    const again = update(2, { asks: ["7C"] });
    (again.prompt as NonNullable<Update["prompt"]>).promptId = promptId(1);
    gateway.tell(again);
    gateway.tell(update(3));
    gateway.tell(update(4, { asks: ["8C"] }));
    await until(() => shown.length === 3);
    expect(shown[1]).toBeUndefined();
    expect(new Set(shown).size).toBe(3);
  });

  test("know their choices, their view and their time", async () => {
    gateway.aheadMs = 3_600_000;
    const asking = update(1, { asks: ["7C"] });
    (asking.prompt as NonNullable<Update["prompt"]>).deadlineMs = BigInt(Date.now() + 3_600_000 + 20_000);
    scripted(asking);
    const { prompt } = await followed();
    expect(prompt).toMatchObject({ seat: 0, game: "tan", allowedMs: 20_000 });
    expect([prompt?.choices.$typeName, prompt?.view?.$typeName]).toEqual(["chieu.tan.v1.Choices", "chieu.tan.v1.View"]);
    expect(prompt?.msLeft).toBeGreaterThan(15_000);
    expect(prompt?.msLeft).toBeLessThanOrEqual(20_100);
  });

  test("are played to the end of the match", async () => {
    const table = scripted(update(1, { asks: ["7C"] }));
    table.toCome.push(update(2, { asks: ["8C"] }), update(3, { phase: Phase.FINISHED }));
    const ended = await playAt(await followed(), firstLegal);
    expect(ended?.phase).toBe(Phase.FINISHED);
    expect(table.counted).toHaveLength(2);
  });
});
