/**
 * The two sessions of this window: `desk` asks and gives up soon, since a person waits before a button; `live` follows
 * tables and never gives up, since a sleeping laptop is no reason to lose a seat.
 */

import { Chieu, type ConnectionStatus, type Lobby } from "@chieu/client";
import { Cell } from "../state/cell";
import { player, tokenSource } from "./player";

const DESK_PATIENCE_MS = 12_000;

let desk: Chieu | undefined;
let live: Chieu | undefined;
let who = player.value?.subject;

/** Where the live connection stands. */
export const connection = new Cell<ConnectionStatus>({ state: "idle" });

/** The lobby's calls. */
export function lobby(): Lobby {
  desk ??= new Chieu({ token: tokenSource(), patience: { totalMs: DESK_PATIENCE_MS, replyMs: 6_000 } });
  return desk.lobby;
}

/** The session that carries open tables; a new one where the last one has ended. */
export function liveSession(): Chieu {
  if (!live || live.status.state === "ended") {
    const session = new Chieu({ token: tokenSource(), patience: { totalMs: Number.POSITIVE_INFINITY } });
    live = session;
    connection.set(session.status);
    session.onStatus((status) => session === live && connection.set(status));
  }
  return live;
}

/** Lets both sessions go: the next use makes new ones. */
export function restartSessions(): void {
  const ending = [desk, live];
  desk = undefined;
  live = undefined;
  connection.set({ state: "idle" });
  for (const session of ending) {
    session?.close();
  }
}

player.watch(() => {
  if (who !== undefined && player.value?.subject !== who) {
    restartSessions();
  }
  who = player.value?.subject;
});
