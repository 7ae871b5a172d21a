/** Ways to cover a wave, out of what the prompt says beats what. Pure. */

import { create } from "@bufbuild/protobuf";
import { type Card, ChoicesSchema, type DefendChoices, legalMoves, type Move } from "@chieu/client/tan";

/** Covers by the card that they cover. */
export type Covers = ReadonlyMap<Card, Card>;

/** The one way to cover everything that keeps what is fixed; undefined if there is none, or more than one. */
export function onlyWay(offered: DefendChoices, fixed: Covers): Covers | undefined {
  const ways = waysToCover(offered, fixed);
  const first = ways.next().value;
  return first && ways.next().done ? first : undefined;
}

/** Whether everything can be covered with what is fixed. */
export function isCoverable(offered: DefendChoices, fixed: Covers): boolean {
  return waysToCover(offered, fixed).next().done !== true;
}

/**
 * The covers with one card added: on `target` if it is named, else on the first open card that it beats and that leaves
 * the rest coverable, else on the first that it beats. Where only one way is left then, it is that way.
 */
export function coversLeft(offered: DefendChoices, covers: Covers, card: Card, target?: Card): Covers {
  const beaten = offered.pending.filter(({ beaters }) => beaters.includes(card)).map(({ attack }) => attack);
  const open = beaten.filter((attacking) => !covers.has(attacking));
  const places = target === undefined ? [...open, ...beaten] : beaten.filter((attacking) => attacking === target);
  const ways = places.map((attacking) => new Map(covers).set(attacking, card));
  const way = ways.find((one) => isCoverable(offered, one)) ?? ways[0];
  return way ? (onlyWay(offered, way) ?? way) : covers;
}

/** Every way to cover everything that keeps what is fixed. */
function* waysToCover(offered: DefendChoices, fixed: Covers): Generator<Covers, undefined> {
  const used = new Set(fixed.values());
  const pending = offered.pending.map(({ attack, beaters }) => {
    const cover = fixed.get(attack);
    return { attack, beaters: cover === undefined ? beaters.filter((card) => !used.has(card)) : [cover] };
  });
  const narrowed = create(ChoicesSchema, { choices: { case: "defend", value: { pending, mayDefend: true } } });
  for (const { move } of legalMoves(narrowed) as Iterable<Move>) {
    if (move.case === "defend") {
      yield new Map(move.value.pairs.map(({ attack, defence }) => [attack, defence]));
    }
  }
}
