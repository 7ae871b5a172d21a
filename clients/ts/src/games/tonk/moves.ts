/** Tonk's moves, ready to be an answer. A turn is a knock or a decline alone, or a draw, spreads and hits, and a discard. */

import { create } from "@bufbuild/protobuf";
import type { Card } from "../../gen/chieu/cards/v1/cards_pb.js";
import { type Move, MoveSchema, Source } from "../../gen/chieu/tonk/v1/tonk_pb.js";

/** Stops the play, claiming the lowest count. */
export function knock(): Move {
  return create(MoveSchema, { move: { case: "knock", value: {} } });
}

/** Takes the top card of the stock. */
export function draw(): Move {
  return create(MoveSchema, { move: { case: "draw", value: { source: Source.STOCK } } });
}

/** Takes the top card of the discard pile. */
export function drawDiscard(): Move {
  return create(MoveSchema, { move: { case: "draw", value: { source: Source.DISCARD } } });
}

/** Refuses the top discard when the stock is empty; ends the hand. */
export function decline(): Move {
  return create(MoveSchema, { move: { case: "decline", value: {} } });
}

/** Lays a book or a run, its cards in any order. */
export function spread(cards: readonly Card[]): Move {
  return create(MoveSchema, { move: { case: "spread", value: { cards: [...cards] } } });
}

/** Adds a card to the spread of that id, from 1. */
export function hit(card: Card, on: number): Move {
  return create(MoveSchema, { move: { case: "hit", value: { card, spread: on } } });
}

/** Throws a card, which ends the turn. */
export function discard(card: Card): Move {
  return create(MoveSchema, { move: { case: "discard", value: { card } } });
}
