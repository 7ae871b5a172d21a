/**
 * Tấn for clients, `@chieu/client/tan`: the game's messages (`View`, `Choices`, `Event`, `Move`, `Options`, …), its
 * cards, its moves, and legal moves out of a prompt's choices.
 */

import type { Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import type { Update } from "../../gen/chieu/table/v1/update_pb.js";
import { type Event, EventSchema, type View, ViewSchema } from "../../gen/chieu/tan/v1/tan_pb.js";
import { unpackAs } from "../../packing.js";

export * from "../../gen/chieu/tan/v1/tan_pb.js";
export * from "../cards.js";
export { TAN } from "./game.js";
export { legalMoves, randomMove, tanChoices } from "./legal.js";
export { attack, defend, returnTribute, stop, take } from "./moves.js";

/** What an update's audience may know of the set; undefined before the first. Throws UnknownType for another game's. */
export function tanView(update: Update): View | undefined {
  return update.view && unpackAs(ViewSchema, update.view);
}

/** Whether something that happened (`eventsOf`) is Tấn's. */
export function isTanEvent(event: Message): event is Event {
  return isMessage(event, EventSchema);
}
