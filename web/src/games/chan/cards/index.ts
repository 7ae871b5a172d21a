/** The cards of Chắn: 25 kinds of the Tổ tôm pack. */

import { type Kind, vietnameseName } from "@chieu/client/chan";
import type { Pack } from "../../../cards/pack";
import { KindSymbols } from "./symbols";
import { KindsText } from "./text";

/** The pack as the frame knows it. */
export const KINDS_PACK: Pack = {
  Symbols: KindSymbols,
  Text: KindsText,
  spoken: (card) => vietnameseName(card as Kind),
};
