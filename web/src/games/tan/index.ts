/** Tấn as the page knows it. */

import { FRENCH } from "../../french";
import type { GameFace } from "../face";
import { Board } from "./board";
import { FIELDS, optionsOf, PRESETS } from "./options";
import { Headline, Result } from "./result";
import { beginsTurn, seatFaces, soundOf, tell, turnOf } from "./telling";
import en from "./words/en.json";
import vi from "./words/vi.json";

/** Tấn: attack and defence, 2 to 4 seats. */
export const tan: GameFace = {
  name: "tan",
  words: { en, vi },
  pack: FRENCH,
  seatCounts: [2, 3, 4],
  presets: PRESETS,
  fields: FIELDS,
  orders: ["rank", "suit"],
  score: { short: "score.points", long: "score.in_match" },
  recordOpens: "after deal",
  options: optionsOf,
  Board,
  Headline,
  Result,
  seats: seatFaces,
  turn: turnOf,
  beginsTurn,
  tell,
  soundOf,
};
