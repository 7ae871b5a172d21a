/** A refusal in plain words: the table's, or what the prompt already says against a card. */

import type { Refused } from "@chieu/client";
import { type Card, isJoker } from "@chieu/client/tan";
import { hasSentence, say } from "../../words";

/** The words for a refusal, or for a key of the words. */
export function refusalWords(refusal: Refused | string, card?: Card): string {
  if (typeof refusal === "string") {
    return say(
      card !== undefined && isJoker(card) && refusal !== "tan.rule.CARD_TOO_WEAK"
        ? "tan.rule.JOKER_CANNOT_ATTACK"
        : refusal,
    );
  }
  if (refusal.reason === "STALE_PROMPT") {
    return say("refusal.too_late", { by: say(`refusal.by.${refusal.answeredBy}`) });
  }
  const rule = `tan.rule.${refusal.rule}`;
  return refusal.rule && hasSentence(rule) ? say(rule) : say(`refusal.${refusal.reason}`);
}
