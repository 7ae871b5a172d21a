/** The French pack, with two jokers. */

import type { Pack } from "../cards/pack";
import { spokenName } from "./pack";
import { CardSymbols } from "./symbols";
import { CardsText } from "./text";

/** The pack as the frame knows it. */
export const FRENCH: Pack = { Symbols: CardSymbols, Text: CardsText, spoken: spokenName };
