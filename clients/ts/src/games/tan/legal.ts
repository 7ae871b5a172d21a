/**
 * Legal moves out of a prompt's choices. No rule stands here: what may be played is what the prompt says.
 */

import { isMessage, type Message } from "@bufbuild/protobuf";
import type { Card } from "../../gen/chieu/cards/v1/cards_pb.js";
import {
  type AttackChoices,
  type Choices,
  ChoicesSchema,
  type DefendChoices,
  type Move,
} from "../../gen/chieu/tan/v1/tan_pb.js";
import { rankOf } from "../cards.js";
import { below, combinations, onePairing, pairings, shuffled } from "../pairing.js";
import { attack, defend, returnTribute, stop, take } from "./moves.js";

const STOP_ONE_IN = 3;
const TAKE_ONE_IN = 5;

/** Every legal move, one by one: small waves before large ones, then stop; defences, then take. */
export function* legalMoves(offered: Message): Generator<Move> {
  const { choices } = tanChoices(offered);
  switch (choices.case) {
    case "attack":
      yield* attacks(choices.value);
      break;
    case "defend":
      yield* defences(choices.value);
      break;
    case "returnTribute":
      yield* choices.value.cards.map(returnTribute);
      break;
    case undefined:
      throw new TypeError("expected choices that ask something");
  }
}

/** One legal move, drawn so that games come to an end: stops and takes are not too frequent. */
export function randomMove(offered: Message, random: () => number = Math.random): Move {
  const { choices } = tanChoices(offered);
  switch (choices.case) {
    case "attack":
      return randomAttack(choices.value, random);
    case "defend":
      return randomDefence(choices.value, random);
    case "returnTribute":
      return returnTribute(choices.value.cards[below(choices.value.cards.length, random)] as Card);
    case undefined:
      throw new TypeError("expected choices that ask something");
  }
}

/** What a Tấn prompt offers. Throws TypeError for another game's. */
export function tanChoices(offered: Message): Choices {
  if (!isMessage(offered, ChoicesSchema)) {
    throw new TypeError(`expected choices of Tấn, got ${offered.$typeName}`);
  }
  return offered;
}

function* attacks(offered: AttackChoices): Generator<Move> {
  for (let size = 1; size <= offered.limit; size += 1) {
    const large = size === 1 ? [offered.fitting] : groups(offered).filter((group) => group.length >= size);
    if (!large.length) {
      break;
    }
    for (const group of large) {
      for (const cards of combinations(group, size)) {
        yield attack(cards);
      }
    }
  }
  if (offered.mayStop) {
    yield stop();
  }
}

function* defences(offered: DefendChoices): Generator<Move> {
  if (offered.mayDefend) {
    for (const pairing of pairings(beaters(offered))) {
      yield defend(pairing);
    }
  }
  yield take();
}

function randomAttack(offered: AttackChoices, random: () => number): Move {
  const fitting = groups(offered);
  const group = fitting[below(fitting.length, random)];
  if (!group || (offered.mayStop && below(STOP_ONE_IN, random) === 0)) {
    return stop();
  }
  const size = 1 + below(Math.min(group.length, offered.limit), random);
  return attack(shuffled(group, random).slice(0, size));
}

function randomDefence(offered: DefendChoices, random: () => number): Move {
  if (!offered.mayDefend || below(TAKE_ONE_IN, random) === 0) {
    return take();
  }
  const offers = [...beaters(offered)].map(([card, beating]) => [card, shuffled(beating, random)] as const);
  const pairing = onePairing(new Map(offers));
  return pairing ? defend(pairing) : take();
}

/** The cards among which a wave is chosen: rank by rank where it must have one rank. */
function groups(offered: AttackChoices): Card[][] {
  if (!offered.oneRank) {
    return offered.fitting.length ? [offered.fitting] : [];
  }
  const byRank = new Map<number, Card[]>();
  for (const card of offered.fitting) {
    byRank.set(rankOf(card), [...(byRank.get(rankOf(card)) ?? []), card]);
  }
  return [...byRank.values()];
}

function beaters(offered: DefendChoices): Map<Card, Card[]> {
  return new Map(offered.pending.map((pending) => [pending.attack, pending.beaters]));
}
