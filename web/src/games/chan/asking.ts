/** What is asked of the player, and whom the others wait for, as lines. Pure. */

import { type Choices, Claim, type Kind, Stage, type View } from "@chieu/client/chan";
import type { Line } from "../../words/rich";

/** What the player is asked. */
export function askedLine({ choices }: Choices, view: View): Line | undefined {
  const card = { card: { cards: [view.live?.card ?? 0] } };
  switch (choices.case) {
    case "heaven":
      return { key: "chan.ask.heaven" };
    case "claim":
      return { key: "chan.ask.claim", parts: card };
    case "take": {
      const { win, chiu, chan, partner } = choices.value;
      return { key: win || chiu || chan || partner ? "chan.ask.take" : "chan.ask.only_pass", parts: card };
    }
    case "discard":
      return discardLine(view);
    case undefined:
      return undefined;
  }
}

function discardLine(view: View): Line {
  if (view.returnDoor !== undefined) {
    return { key: "chan.ask.return", parts: { who: { seat: view.returnDoor } } };
  }
  return { key: view.doors.length || view.melds.length ? "chan.ask.discard" : "chan.ask.opening" };
}

/** What everybody waits for; the own answer while its window is open. */
export function waitingLine(view: View): Line | undefined {
  const card = { card: { cards: [view.live?.card ?? (0 as Kind)] } };
  const who = { who: { seat: view.seat ?? 0 } };
  switch (view.stage) {
    case Stage.CLAIMS:
      return view.claim === Claim.UNSPECIFIED
        ? { key: "chan.wait.claims", parts: card }
        : { key: `chan.wait.claimed.${view.claim}`, parts: card };
    case Stage.TAKE:
      return { key: "chan.wait.take", parts: { ...card, ...who } };
    case Stage.DISCARD:
    case Stage.HEAVEN:
      return { key: "chan.wait.discard", parts: who };
    default:
      return undefined;
  }
}
