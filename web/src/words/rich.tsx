/** Lines of the log: a sentence's key and what fills it, kept apart from any language, drawn and spoken in the player's. */

import type { ComponentChildren } from "preact";
import type { Pack } from "../cards/pack";
import { say, sentence } from ".";

/** What may fill a gap of a line. */
export type Part =
  | string
  | number
  | { readonly seat: number }
  | { readonly word: string }
  | { readonly cards: readonly number[] };

/** Something that happened, ready for any language. */
export interface Line {
  readonly key: string;
  readonly parts?: Readonly<Record<string, Part>>;
  /** How much it matters: a turn of the deal stands out. */
  readonly weight?: "head" | "strong";
}

/** What lines are read with: the seats' names, and the pack that their cards are of. */
export interface Reading {
  readonly names: readonly string[];
  readonly pack: Pack;
}

/** A line as plain text, for those who listen. */
export function spoken({ key, parts = {} }: Line, reading: Reading): string {
  const fillings = Object.entries(parts).map(([gap, part]) => [gap, spokenPart(part, reading)] as const);
  return say(key, Object.fromEntries(fillings));
}

/** A line as it is drawn. */
export function RichLine({ line, ...reading }: { line: Line } & Reading) {
  const pieces = sentence(line.key).split(/(\{\w+\})/);
  return <>{pieces.map((piece) => drawnPiece(piece, line.parts ?? {}, reading))}</>;
}

function drawnPiece(piece: string, parts: Readonly<Record<string, Part>>, reading: Reading): ComponentChildren {
  const part = piece.startsWith("{") ? parts[piece.slice(1, -1)] : piece;
  if (part === undefined) {
    return piece;
  }
  if (typeof part === "object" && "cards" in part) {
    return <reading.pack.Text cards={part.cards} />;
  }
  if (typeof part === "object" && "seat" in part) {
    return <b class="who">{spokenPart(part, reading)}</b>;
  }
  return spokenPart(part, reading);
}

function spokenPart(part: Part, { names, pack }: Reading): string {
  if (typeof part !== "object") {
    return String(part);
  }
  if ("seat" in part) {
    return names[part.seat] ?? say("who.seat", { seat: part.seat + 1 });
  }
  if ("word" in part) {
    return say(part.word);
  }
  return part.cards.map(pack.spoken).join(", ");
}
