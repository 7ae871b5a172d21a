/** Whose clock runs, and when it ends, in server time. */

import { isMessage } from "@bufbuild/protobuf";
import { type LiveTable, TableEventSchema, type Update } from "@chieu/client";
import type { GameFace } from "../games/face";
import type { Moment } from "../net/follow";
import { liveSession } from "../net/session";

/** A running clock; without a seat it is a window's. Without a deadline nobody knows when it ends. */
export interface TurnClock {
  readonly seat: number | undefined;
  readonly deadlineMs?: number;
  readonly allowedMs: number;
}

/** Below this share of the time, and this many seconds, a clock warns. */
export const WARN = { share: 0.3, seconds: 6 } as const;

/**
 * The clock of an update. The own prompt says when it ends; of others' turns, and of windows, only their beginning is
 * seen, so after a snapshot their end is not known. `before`: the clock that ran until now.
 */
export function clockOf(
  game: GameFace,
  { update, events }: Moment,
  live: LiveTable | undefined,
  before?: TurnClock,
): TurnClock | undefined {
  const turn = game.turn(update);
  if (!turn) {
    return undefined;
  }
  const prompt = live?.prompt?.update === update ? live.prompt : undefined;
  if (prompt?.deadlineMs !== undefined) {
    return { seat: prompt.seat, deadlineMs: prompt.deadlineMs, allowedMs: prompt.allowedMs };
  }
  const { seat } = turn;
  const allowedMs = turn.allowedMs ?? 0;
  const isTimed = seat === undefined ? playersOf(update) > 1 : isPlayers(update, seat);
  const hasBegun = events.some((event) => game.beginsTurn(event));
  if (allowedMs && isTimed && hasBegun) {
    return { seat, deadlineMs: Number(update.serverMs) + allowedMs, allowedMs };
  }
  if (!before || events.some(isTable)) {
    return { seat, allowedMs };
  }
  if (seat === undefined && before.seat === update.seat && !hasBegun) {
    return { ...before, seat }; // the own claim is made, and its window goes on
  }
  return before.seat === seat ? before : { seat, allowedMs };
}

/** Milliseconds that are left, by the server's time; undefined where nobody knows. */
export function msLeft({ deadlineMs }: TurnClock): number | undefined {
  return deadlineMs === undefined ? undefined : liveSession().clock.msUntil(deadlineMs);
}

/** Whether so little is left that the player should hurry. */
export function isPressing(clock: TurnClock, left: number): boolean {
  return left < WARN.seconds * 1000 || left < clock.allowedMs * WARN.share * 0.5;
}

function isPlayers({ state }: Update, seat: number): boolean {
  const at = state?.seats[seat];
  return at?.controller.case === "player" && !at.away;
}

/** A window lasts its whole time only where several players sit; for one alone it ends with his answer. */
function playersOf({ state }: Update): number {
  return (state?.seats ?? []).filter(({ controller }) => controller.case === "player").length;
}

function isTable(event: unknown): boolean {
  return isMessage(event, TableEventSchema);
}
