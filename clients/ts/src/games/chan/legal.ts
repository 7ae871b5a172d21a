/**
 * Legal moves out of a prompt's choices. No rule stands here: what may be played is what the prompt says.
 */

import { isMessage, type Message } from "@bufbuild/protobuf";
import { type Choices, ChoicesSchema, type Move } from "../../gen/chieu/chan/v1/chan_pb.js";
import { below } from "../pairing.js";
import { ca, chan, chiu, discard, pass, win } from "./moves.js";

/** Every legal move in the rulebook's order: win, Chíu, Chắn, Cạ, pass; or the discards. */
export function legalMoves(offered: Message): Move[] {
  const { choices } = chanChoices(offered);
  switch (choices.case) {
    case "heaven":
      return [win(), pass()];
    case "claim": {
      const { win: mayWin, chiu: mayChiu } = choices.value;
      return [...(mayWin ? [win()] : []), ...(mayChiu ? [chiu()] : []), pass()];
    }
    case "take": {
      const { win: mayWin, chiu: mayChiu, chan: mayChan, partner } = choices.value;
      return [
        ...(mayWin ? [win()] : []),
        ...(mayChiu ? [chiu()] : []),
        ...(mayChan ? [chan()] : []),
        ...(partner ? [ca(partner)] : []),
        pass(),
      ];
    }
    case "discard":
      return choices.value.cards.map(discard);
    case undefined:
      throw new TypeError("expected choices that ask something");
  }
}

/** One legal move, all equally likely. */
export function randomMove(offered: Message, random: () => number = Math.random): Move {
  const moves = legalMoves(offered);
  return moves[below(moves.length, random)] as Move;
}

/** What a Chắn prompt offers. Throws TypeError for another game's. */
export function chanChoices(offered: Message): Choices {
  if (!isMessage(offered, ChoicesSchema)) {
    throw new TypeError(`expected choices of Chắn, got ${offered.$typeName}`);
  }
  return offered;
}
