/** Why an answer does not count, in plain words. */

import { Refused } from "@chieu/client";
import { hasSentence, say } from "../words";

/** The words for what an answer was rejected with; a rule's own are `<game>.rule.<RULE>`. */
export function refusalWords(game: string, error: unknown): string {
  if (!(error instanceof Refused)) {
    return say("refusal.UNREACHABLE");
  }
  if (error.reason === "STALE_PROMPT") {
    return say("refusal.too_late", { by: say(`refusal.by.${error.answeredBy}`) });
  }
  const rule = `${game}.rule.${error.rule}`;
  return error.rule && hasSentence(rule) ? say(rule) : say(`refusal.${error.reason}`);
}
