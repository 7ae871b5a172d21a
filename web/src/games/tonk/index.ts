/** Tonk as the page knows it. */

import { FRENCH } from "../../french";
import type { GameFace } from "../face";
import { Board } from "./board";
import { FIELDS, optionsOf, PRESETS } from "./options";
import { Headline, isDrawn, Result } from "./result";
import { ORDERS } from "./sorting";
import { beginsTurn, seatFaces, soundOf, tell, turnOf } from "./telling";
import en from "./words/en.json";
import vi from "./words/vi.json";

/** Tonk: knock rummy, 2 to 4 seats. */
export const tonk: GameFace = {
  name: "tonk",
  words: { en, vi },
  pack: FRENCH,
  seatCounts: [2, 3, 4],
  presets: PRESETS,
  fields: FIELDS,
  orders: ORDERS,
  score: { short: "tonk.chips_short", long: "tonk.chips" },
  recordOpens: "after match",
  options: optionsOf,
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
