/** The client as tests use it: impatient, and with a WebSocket wherever they run. */

import { WebSocket } from "ws";
import { Chieu, type ChieuOptions, type Patience } from "../../src/index.js";
import type { ScriptedGateway } from "./gateway.js";

export { cardNamed } from "../../src/games/cards.js";
export { pack } from "../../src/index.js";

export const IMPATIENT: Patience = { firstMs: 10, longestMs: 50, totalMs: 5000, replyMs: 300, wakeMs: 300 };

const sessions: Chieu[] = [];

/** A session of An at that gateway, closed by `closeAll`. */
export function sessionAt(gateway: ScriptedGateway, options: Partial<ChieuOptions> = {}): Chieu {
  const session = new Chieu({
    address: gateway.address,
    ...(options.guest === undefined && { token: "t" }),
    patience: IMPATIENT,
    WebSocket,
    ...options,
  });
  sessions.push(session);
  return session;
}

export function closeAll(): void {
  for (const session of sessions.splice(0)) {
    session.close();
  }
}
