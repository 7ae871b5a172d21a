/**
 * Chắn for clients, `@chieu/client/chan`: the game's messages (`View`, `Choices`, `Event`, `Move`, `Options`, …), its
 * kinds, its moves, and legal moves out of a prompt's choices.
 */

import type { Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import { type Event, EventSchema, type View, ViewSchema } from "../../gen/chieu/chan/v1/chan_pb.js";
import type { Update } from "../../gen/chieu/table/v1/update_pb.js";
import { unpackAs } from "../../packing.js";

export * from "../../gen/chieu/chan/v1/chan_pb.js";
export { CHAN } from "./game.js";
export { isRed, KINDS, type KindSuit, kindName, kindNamed, kindRank, kindSuit, vietnameseName } from "./kinds.js";
export { chanChoices, legalMoves, randomMove } from "./legal.js";
export { ca, chan, chiu, discard, pass, win } from "./moves.js";

/** What an update's audience may know of the hand; undefined before the first. Throws UnknownType for another game's. */
export function chanView(update: Update): View | undefined {
  return update.view && unpackAs(ViewSchema, update.view);
}

/** Whether something that happened (`eventsOf`) is Chắn's. */
export function isChanEvent(event: Message): event is Event {
  return isMessage(event, EventSchema);
}
