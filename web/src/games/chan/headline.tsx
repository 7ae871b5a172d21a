/** The hand's number and whose rules hold, always in sight. */

import type { Update } from "@chieu/client";
import { chanView, House } from "@chieu/client/chan";
import { say } from "../../words";

/** A line over the table. */
export function Headline({ update }: { update: Update }) {
  const view = chanView(update);
  if (!view) {
    return null;
  }
  const house = view.options?.house === House.TRADITIONAL ? "traditional" : "seed";
  return (
    <span class="chan-headline">
      <b>{say("chan.hand_of", { hand: view.handNo, hands: view.options?.matchHands ?? "?" })}</b>
      <span class="house wide-words">{say(`chan.preset.${house}`)}</span>
    </span>
  );
}
