/**
 * Legal moves out of a prompt's choices. No rule stands here: what may be played is what the prompt says.
 */

import { isMessage, type Message } from "@bufbuild/protobuf";
import {
  type Choices,
  ChoicesSchema,
  type MeldChoices,
  type Move,
  type TurnChoices,
} from "../../gen/chieu/tonk/v1/tonk_pb.js";
import { below } from "../pairing.js";
import { decline, discard, draw, drawDiscard, hit, knock, spread } from "./moves.js";

const KNOCK_ONE_IN = 10;
const DECLINE_ONE_IN = 3;
const HOLD_BACK_ONE_IN = 3;

/** Every legal move, one by one: draws before what ends the hand; spreads, hits, then discards. */
export function* legalMoves(offered: Message): Generator<Move> {
  const { choices } = tonkChoices(offered);
  switch (choices.case) {
    case "turn":
      yield* draws(choices.value);
      yield* endings(choices.value);
      break;
    case "meld":
      yield* melds(choices.value);
      yield* choices.value.discards.map(discard);
      break;
    case undefined:
      throw new TypeError("expected choices that ask something");
  }
}

/** One legal move, drawn so that hands are played and yet end: knocks are rare, spreads and hits are not. */
export function randomMove(offered: Message, random: () => number = Math.random): Move {
  const { choices } = tonkChoices(offered);
  switch (choices.case) {
    case "turn":
      return randomStart(choices.value, random);
    case "meld":
      return randomRest(choices.value, random);
    case undefined:
      throw new TypeError("expected choices that ask something");
  }
}

/** What a Tonk prompt offers. Throws TypeError for another game's. */
export function tonkChoices(offered: Message): Choices {
  if (!isMessage(offered, ChoicesSchema)) {
    throw new TypeError(`expected choices of Tonk, got ${offered.$typeName}`);
  }
  return offered;
}

function draws({ mayDrawStock, mayDrawDiscard }: TurnChoices): Move[] {
  return [...(mayDrawStock ? [draw()] : []), ...(mayDrawDiscard ? [drawDiscard()] : [])];
}

function endings({ mayKnock, mayDecline }: TurnChoices): Move[] {
  return [...(mayKnock ? [knock()] : []), ...(mayDecline ? [decline()] : [])];
}

function melds({ spreads, hits }: MeldChoices): Move[] {
  return [...spreads.map(({ cards }) => spread(cards)), ...hits.map((one) => hit(one.card, one.spread))];
}

function randomStart(offered: TurnChoices, random: () => number): Move {
  const drawn = draws(offered);
  if (offered.mayKnock && below(KNOCK_ONE_IN, random) === 0) {
    return knock();
  }
  const mayGoOn = drawn.length > 0 && !(offered.mayDecline && below(DECLINE_ONE_IN, random) === 0);
  return oneOf(mayGoOn ? drawn : endings(offered), random);
}

function randomRest(offered: MeldChoices, random: () => number): Move {
  const thrown = offered.discards.map(discard);
  const laid = melds(offered);
  const holdsBack = thrown.length > 0 && below(HOLD_BACK_ONE_IN, random) === 0;
  return oneOf(laid.length && !holdsBack ? laid : thrown, random);
}

function oneOf(moves: readonly Move[], random: () => number): Move {
  return moves[below(moves.length, random)] as Move;
}
