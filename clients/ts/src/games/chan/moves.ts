/** Chắn's moves, ready to be an answer. */

import { create } from "@bufbuild/protobuf";
import { type Kind, type Move, MoveSchema } from "../../gen/chieu/chan/v1/chan_pb.js";

/** Claims the win (ù). */
export function win(): Move {
  return create(MoveSchema, { move: { case: "win", value: {} } });
}

/** Claims the live card with three alike (chíu). */
export function chiu(): Move {
  return create(MoveSchema, { move: { case: "chiu", value: {} } });
}

/** Takes the live card with one of its kind (ăn chắn). */
export function chan(): Move {
  return create(MoveSchema, { move: { case: "chan", value: {} } });
}

/** Takes the live card with a hand card of its rank and another suit (ăn cạ). */
export function ca(partner: Kind): Move {
  return create(MoveSchema, { move: { case: "ca", value: { partner } } });
}

/** Lets the card go (dưới). */
export function pass(): Move {
  return create(MoveSchema, { move: { case: "letPass", value: {} } });
}

/** Puts a hand card down (đánh). */
export function discard(card: Kind): Move {
  return create(MoveSchema, { move: { case: "discard", value: { card } } });
}
