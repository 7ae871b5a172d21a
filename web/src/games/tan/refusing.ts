/** What the prompt already says against a card, in plain words. */

import { type Card, isJoker } from "@chieu/client/tan";
import { say } from "../../words";
import type { Misfit } from "./plan";

/** Why a card does not fit. */
export function misfitWords(misfit: Misfit, card: Card): string {
  return say(isJoker(card) && misfit !== "tan.rule.CARD_TOO_WEAK" ? "tan.rule.JOKER_CANNOT_ATTACK" : misfit);
}
