/**
 * Plays a match of a game to its end, as any program would, and prints what it saw as JSON.
 *
 *     node examples/play.mjs ADDRESS [TOKEN] [--game tan|chan|tonk]
 *
 * Without a token it plays as a guest. With `--takes-over` a second connection of the same player takes the seat over
 * after some moves and plays on; with `--thinks MS` each move takes a while. Everything that it prints, a test compares
 * with the record: clients/ts of tests/clients.
 */

import { parseArgs } from "node:util";
import { create } from "@bufbuild/protobuf";
import { AnsweredBy, Chieu, pack, Refused, randomLegal } from "@chieu/client";
import * as chan from "@chieu/client/chan";
import * as tan from "@chieu/client/tan";
import * as tonk from "@chieu/client/tonk";
import { WebSocket } from "ws";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    game: { type: "string", default: "tan" },
    seats: { type: "string", default: "2" },
    deals: { type: "string", default: "1" },
    thinks: { type: "string", default: "0" },
    "takes-over": { type: "boolean", default: false },
  },
});
const [address, token] = positionals;

/** A match of so many deals, by each game's options. */
const OPTIONS = {
  tan: (matchSets) => create(tan.OptionsSchema, { matchSets }),
  chan: (matchHands) => create(chan.OptionsSchema, { matchHands }),
  tonk: (matchHands) => create(tonk.OptionsSchema, { matchHands }),
};
const choose = randomLegal();
const who = token ? { token } : { guest: "An" };
const patience = { firstMs: 20, longestMs: 500, replyMs: 3000 };

const seen = { accepted: 0, stale: 0, updates: 0, snapshots: 0, gaps: 0, repeated: 0, connected: 0 };
let last = 0n;

/** Counts what comes, and what should not. */
function look(update) {
  seen.updates += 1;
  if (update.snapshot) {
    seen.snapshots += 1;
  } else if (last && update.seq > last + 1n) {
    seen.gaps += 1;
  }
  if (update.seq <= last && !update.rewound) {
    seen.repeated += 1;
  }
  last = update.seq;
}

/** A session of the player, whose connections are counted. */
function enter(given) {
  const session = new Chieu({ address, ...given, patience, WebSocket });
  session.onStatus(({ state }) => {
    seen.connected += state === "connected" ? 1 : 0;
  });
  return session;
}

/** Answers prompts until the match is over, or until so many moves are made. */
async function play(table, most = Number.POSITIVE_INFINITY) {
  for await (const prompt of table.prompts()) {
    await new Promise((resolve) => setTimeout(resolve, Number(values.thinks)));
    try {
      await table.answer(prompt, choose(prompt));
      seen.accepted += 1;
    } catch (error) {
      if (!(error instanceof Refused && error.reason === "STALE_PROMPT")) {
        throw error;
      }
      seen.stale += 1;
    }
    if (seen.accepted >= most) {
      return;
    }
  }
}

const session = enter(who);
const options = OPTIONS[values.game](Number(values.deals));
const settings = { seats: Number(values.seats), botPaceMs: 0, betweenSeconds: 0 };
const { id } = await session.lobby.create(values.game, settings, { options: pack(options), botLevel: "easy" });

let table = await session.table(id).untilOpen();
let takenOver = false;
let player = session;
if (values["takes-over"]) {
  await play(table, 3);
  player = enter({ token: session.token });
  const newer = await player.table(id).untilOpen();
  takenOver = (await table.over)?.isSuperseded ?? false;
  table = newer;
}
table.onUpdate(look);
await play(table);

const { state } = table.latest;
const records = await Promise.all((await player.lobby.records(id)).map((deal) => player.lobby.record(id, deal)));
const moves = records
  .flatMap(({ entries }) => entries)
  .filter(({ seat, by }) => seat === 0 && by === AnsweredBy.PLAYER);
session.close();
player.close();

process.stdout.write(
  `${JSON.stringify({ ...seen, takenOver, moves: moves.length, deals: records.length, ranking: state.ranking, phase: state.phase })}\n`,
);
