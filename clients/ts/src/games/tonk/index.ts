/**
 * Tonk for clients, `@chieu/client/tonk`: the game's messages (`View`, `Choices`, `Event`, `Move`, `Options`, …), its
 * cards, its moves, and legal moves out of a prompt's choices.
 */

import type { Message } from "@bufbuild/protobuf";
import { isMessage } from "@bufbuild/protobuf";
import type { Update } from "../../gen/chieu/table/v1/update_pb.js";
import { type Event, EventSchema, type View, ViewSchema } from "../../gen/chieu/tonk/v1/tonk_pb.js";
import { unpackAs } from "../../packing.js";

export * from "../../gen/chieu/tonk/v1/tonk_pb.js";
export * from "../cards.js";
export { TONK } from "./game.js";
export { legalMoves, randomMove, tonkChoices } from "./legal.js";
export { decline, discard, draw, drawDiscard, hit, knock, spread } from "./moves.js";

/** What an update's audience may know of the hand; undefined before the first. Throws UnknownType for another game's. */
export function tonkView(update: Update): View | undefined {
  return update.view && unpackAs(ViewSchema, update.view);
}

/** Whether something that happened (`eventsOf`) is Tonk's. */
export function isTonkEvent(event: Message): event is Event {
  return isMessage(event, EventSchema);
}
