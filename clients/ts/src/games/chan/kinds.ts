/** Chắn's 25 kinds for clients: names, ranks, suits and colours, as the rulebook has them (1.2). */

import { Kind } from "../../gen/chieu/chan/v1/chan_pb.js";

/** A suit by its letter: Vạn, Sách, Văn. */
export type KindSuit = "v" | "s" | "n";

const PREFIX = "KIND_";
const SUITS: readonly KindSuit[] = ["v", "s", "n"];
const SUIT_NAMES: Readonly<Record<KindSuit, string>> = { v: "Vạn", s: "Sách", n: "Văn" };
const NUMBERS = ["Nhị", "Tam", "Tứ", "Ngũ", "Lục", "Thất", "Bát", "Cửu"];
const RED: ReadonlySet<Kind> = new Set([Kind.KIND_8V, Kind.KIND_9V, Kind.KIND_8S, Kind.KIND_9S, Kind.KIND_CC]);

/** Every kind in play, in ascending order. */
export const KINDS: readonly Kind[] = Array.from({ length: Kind.KIND_CC }, (_, index) => (index + 1) as Kind);

/** The kind of that code, in any case: `8v`, `cc`. Throws RangeError if there is none. */
export function kindNamed(text: string): Kind {
  const kind = Kind[`${PREFIX}${text.trim().toUpperCase()}` as keyof typeof Kind] as Kind | undefined;
  if (!kind) {
    throw new RangeError(`expected a kind such as 8v, 2n or cc, got "${text}"`);
  }
  return kind;
}

/** A kind's code; `??` for a card that may not be seen. */
export function kindName(kind: Kind): string {
  const name = Kind[kind] as string | undefined;
  return kind && name ? name.slice(PREFIX.length).toLowerCase() : "??";
}

/** A kind as players call it: "Bát Vạn", "Chi chi"; `??` for a card that may not be seen. */
export function vietnameseName(kind: Kind): string {
  const suit = kindSuit(kind);
  if (suit) {
    return `${NUMBERS[kindRank(kind) - 2]} ${SUIT_NAMES[suit]}`;
  }
  return kind === Kind.KIND_CC ? "Chi chi" : "??";
}

/** A kind's suit; undefined for Chi chi, which has none, and for hidden cards. */
export function kindSuit(kind: Kind): KindSuit | undefined {
  return isSuited(kind) ? SUITS[(kind - 1) % SUITS.length] : undefined;
}

/** A kind's rank, 2 to 9; 0 for Chi chi, a rank of its own, and for hidden cards. */
export function kindRank(kind: Kind): number {
  return isSuited(kind) ? 2 + Math.floor((kind - 1) / SUITS.length) : 0;
}

/** Whether the kind is red. */
export function isRed(kind: Kind): boolean {
  return RED.has(kind);
}

function isSuited(kind: Kind): boolean {
  return kind >= Kind.KIND_2V && kind <= Kind.KIND_9N;
}
