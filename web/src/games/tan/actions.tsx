/** What may be done now, under the thumb: the plain words of the prompt, and its buttons. */

import { stop, take } from "@chieu/client/tan";
import { say } from "../../words";
import { moveOf } from "./plan";
import type { Playing } from "./playing";

/** The line over the buttons: what is asked of the player. */
export function askedWords({ choices, plan }: Playing): string {
  const asked = choices?.choices;
  switch (asked?.case) {
    case "attack":
      if (!asked.value.fitting.length) {
        return say("tan.ask.nothing_fits");
      }
      return say(asked.value.oneRank ? "tan.ask.open" : "tan.ask.attack", { limit: asked.value.limit });
    case "defend":
      if (!asked.value.mayDefend) {
        return say("tan.ask.must_take");
      }
      return say(plan?.kind === "covers" && plan.isSuggested ? "tan.ask.only_way" : "tan.ask.defend", {
        count: asked.value.pending.length,
      });
    case "returnTribute":
      return say("tan.ask.return");
    default:
      return "";
  }
}

/** Plays what is chosen, or says what is missing. */
export function playChosen(playing: Playing): void {
  const { choices, plan } = playing;
  const move = choices && plan && moveOf(choices, plan);
  if (move) {
    playing.send(move);
  } else if (choices?.choices.case === "defend" && !choices.choices.value.mayDefend) {
    playing.complain(say("tan.ask.must_take"));
  } else if (plan) {
    playing.complain(say(plan.kind === "covers" ? "tan.rule.INCOMPLETE_DEFENCE" : "tan.rule.EMPTY_CARDS"));
  }
}

/** Gives up: takes, or stops attacking; says why where that may not be. */
export function giveWay(playing: Playing): void {
  const asked = playing.choices?.choices;
  if (asked?.case === "defend") {
    playing.send(take());
  } else if (asked?.case === "attack" && asked.value.mayStop) {
    playing.send(stop());
  } else if (asked?.case === "attack") {
    playing.complain(say("tan.rule.MUST_OPEN"));
  }
}

/** The buttons. */
export function Actions({ playing }: { playing: Playing }) {
  const { choices, plan, isSending } = playing;
  const asked = choices?.choices;
  if (!choices || !asked?.case || !plan) {
    return null;
  }
  const isReady = moveOf(choices, plan) !== undefined;
  const count = plan.kind === "wave" ? plan.cards.length : plan.kind === "covers" ? plan.covers.size : 0;
  const mayGiveWay = asked.case === "defend" || (asked.case === "attack" && asked.value.mayStop);
  const nothingToPlay =
    (asked.case === "defend" && !asked.value.mayDefend) || (asked.case === "attack" && !asked.value.fitting.length);
  return (
    <div class="actions" aria-busy={isSending}>
      {mayGiveWay && (
        <button
          type="button"
          class={`button ${nothingToPlay ? "primary" : "plain"}`}
          aria-keyshortcuts={asked.case === "defend" ? "T" : "S"}
          disabled={isSending}
          onClick={() => giveWay(playing)}
        >
          {say(asked.case === "defend" ? "tan.do.take" : "tan.do.stop")}
        </button>
      )}
      {!nothingToPlay && (
        <button
          type="button"
          class={`button primary ${isReady ? "" : "unready"}`}
          aria-keyshortcuts="Enter"
          disabled={isSending}
          onClick={() => playChosen(playing)}
        >
          {isSending ? say("table.sending") : primaryWords(asked.case, count)}
        </button>
      )}
    </div>
  );
}

function primaryWords(asked: "attack" | "defend" | "returnTribute", count: number): string {
  switch (asked) {
    case "attack":
      return count ? say("tan.do.attack_with", { count }) : say("tan.do.attack");
    case "defend":
      return say("tan.do.defend");
    case "returnTribute":
      return say("tan.do.return");
  }
}
