/**
 * Where an audience stands in a table's history, and what an update is to it. Pure.
 *
 *     update                          place (seq, mark)          step
 *     snapshot                        another seat's, or nobody's snapshot: every audience counts for itself
 *     step                            another seat's, or nobody's gap
 *     snapshot, rewound               another moment             snapshot: what was seen since may not have happened
 *     snapshot                        seq is new                 snapshot
 *     any                             the same moment, or before seen: a repetition, dropped
 *     step, seq = place + 1                                      news
 *     step, the same seq              another mark               gap: another history
 *     step, seq > place + 1                                      gap: something is missing
 *
 * Edit the table and `step` together.
 */

import type { Update } from "./gen/chieu/table/v1/update_pb.js";

/** What an update is to somebody at a place. */
export type Step = "news" | "snapshot" | "seen" | "gap";

/** A moment of one history: the last update's `seq` and `mark`, and the seat that it was for; none: the spectators. */
export interface Place {
  readonly seq: bigint;
  readonly mark: Uint8Array;
  readonly seat?: number | undefined;
}

/** What an update says of its moment. */
export type Moment = Pick<Update, "seq" | "mark" | "seat" | "snapshot" | "rewound">;

/** Nothing is known yet. */
export const NOWHERE: Place = { seq: 0n, mark: new Uint8Array() };

/** What this update is to somebody who has everything up to `place`. */
export function step(place: Place, update: Moment): Step {
  if (place !== NOWHERE && update.seat !== place.seat) {
    return update.snapshot ? "snapshot" : "gap";
  }
  const isSame = isSameMoment(place, update);
  if (update.snapshot) {
    const isNew = update.rewound ? !isSame : update.seq > place.seq;
    return place === NOWHERE || isNew ? "snapshot" : "seen";
  }
  if (update.seq === place.seq + 1n) {
    return "news";
  }
  return isSame || update.seq < place.seq ? "seen" : "gap";
}

/** Whether both name one moment of one history. */
export function isSameMoment(one: Place, other: Place): boolean {
  return one.seq === other.seq && isSameBytes(one.mark, other.mark);
}

/** Whether two byte strings are equal. */
export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
