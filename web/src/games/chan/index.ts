/** Chắn as the page knows it. */

import type { GameFace } from "../face";
import { Board } from "./board";
import { KINDS_PACK } from "./cards";
import { Headline } from "./headline";
import { FIELDS, optionsOf, PRESETS, settingsOf } from "./options";
import { Result } from "./result";
import { beginsTurn, isDrawn, seatFaces, soundOf, tell, turnOf } from "./telling";
import en from "./words/en.json";
import vi from "./words/vi.json";

/** Chắn: pairs from the 100-card pack, 4 seats. */
export const chan: GameFace = {
  name: "chan",
  words: { en, vi },
  pack: KINDS_PACK,
  seatCounts: [4],
  presets: PRESETS,
  fields: FIELDS,
  orders: ["rank", "suit"],
  score: { short: "score.points", long: "score.in_match" },
  recordOpens: "after deal",
  options: optionsOf,
  settings: settingsOf,
  Board,
  Headline,
  Result,
  seats: seatFaces,
  turn: turnOf,
  beginsTurn,
  tell,
  isDrawn,
  soundOf,
};
