/** Tấn's moves, ready to be an answer. */

import { create } from "@bufbuild/protobuf";
import type { Card } from "../../gen/chieu/cards/v1/cards_pb.js";
import { type Move, MoveSchema } from "../../gen/chieu/tan/v1/tan_pb.js";

/** Lays a wave. */
export function attack(cards: readonly Card[]): Move {
  return create(MoveSchema, { move: { case: "attack", value: { cards: [...cards] } } });
}

/** Covers a wave: attacking card to covering card. */
export function defend(pairing: ReadonlyMap<Card, Card>): Move {
  const pairs = [...pairing].map(([attacking, covering]) => ({ attack: attacking, defence: covering }));
  return create(MoveSchema, { move: { case: "defend", value: { pairs } } });
}

/** Picks every card on the table up. */
export function take(): Move {
  return create(MoveSchema, { move: { case: "take", value: {} } });
}

/** Gives the attack right up for the rest of the round. */
export function stop(): Move {
  return create(MoveSchema, { move: { case: "stop", value: {} } });
}

/** Gives a card back for the tribute. */
export function returnTribute(card: Card): Move {
  return create(MoveSchema, { move: { case: "returnTribute", value: { card } } });
}
