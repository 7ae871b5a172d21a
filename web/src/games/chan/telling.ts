/** Tells what happened in a hand, an event a line; and how the seats stand. */

import type { Message } from "@bufbuild/protobuf";
import type { Update } from "@chieu/client";
import {
  chanView,
  DiscardReason,
  EndReason,
  type Event,
  isChanEvent,
  MeldForm,
  NextStep,
  type SeatView,
  Stage,
  type View,
} from "@chieu/client/chan";
import { say } from "../../words";
import type { Line, Part } from "../../words/rich";
import type { Mark, SeatFace, Turn } from "../face";

/** A line of the log; undefined for what the picture shows well enough. */
export function tell(message: Message): Line | undefined {
  return isChanEvent(message) ? lineOf(message.event) : undefined;
}

function lineOf({ case: kind, value }: Event["event"]): Line | undefined {
  switch (kind) {
    case "handStarted":
      return line("hand_started", { hand: value.handNo, who: at(value.dealer) }, "head");
    case "discarded":
      return value.reason === DiscardReason.RETURN
        ? line("returns", { who: at(value.seat), card: card(value.card), door: at(value.door) })
        : line("discards", { who: at(value.seat), card: card(value.card) });
    case "stockRevealed":
      return line("reveals", { who: at(value.seat), card: card(value.card) });
    case "passed": {
      const next = value.nextStep === NextStep.OFFER_NEXT ? "passes_on" : "passes";
      return line(value.locked ? "passes_locked" : next, { who: at(value.seat), card: card(value.card) });
    }
    case "captured":
      return line(value.form === MeldForm.CHAN ? "takes_chan" : "takes_ca", {
        who: at(value.seat),
        card: card(value.card),
        with: card(value.handCard),
      });
    case "chiued":
      return line("chius", { who: at(value.seat), card: card(value.card) }, "strong");
    case "deadHand":
      return line("dead_hand", { who: at(value.seat) }, "strong");
    case "claimed":
      return line("claimed", { who: at(value.seat), claim: { word: `chan.claim.${value.claim}` } });
    case "handEnded":
      return value.result?.reason === EndReason.WON
        ? line("won", { who: at(value.result.winner ?? 0), points: value.result.points }, "head")
        : line("drawn", {}, "head");
    default:
      return undefined;
  }
}

function line(key: string, parts: Readonly<Record<string, Part>>, weight?: "head" | "strong"): Line {
  return { key: `chan.tell.${key}`, parts, ...(weight && { weight }) };
}

function at(seat: number): Part {
  return { seat };
}

function card(kind: number): Part {
  return { cards: [kind] };
}

/** How the seats stand. */
export function seatFaces(update: Update): SeatFace[] {
  const view = chanView(update);
  return view ? view.seats.map((seat) => faceOf(seat, view)) : [];
}

function faceOf({ seat, handCount, isDead }: SeatView, view: View): SeatFace {
  const hasWon = view.result?.winner === seat;
  const marks: Mark[] = [];
  if (hasWon) {
    marks.push({ words: say("chan.has_won"), tone: "won" });
  }
  if (seat === view.dealer) {
    marks.push({ words: say("chan.role.dealer"), tone: "quiet" });
  }
  if (isDead) {
    marks.push({ words: say("chan.role.dead"), tone: "lost" });
  }
  return { seat, count: handCount, standing: hasWon ? "done" : "playing", marks };
}

/** Who is to move, or the window. */
export function turnOf(update: Update): Turn | undefined {
  const view = chanView(update);
  if (!view || view.stage === Stage.OVER) {
    return undefined;
  }
  if (view.stage === Stage.CLAIMS) {
    return { allowedMs: 1000 * (update.state?.settings?.claimSeconds ?? 0) };
  }
  const seconds = view.options?.turnSeconds;
  return view.seat === undefined ? undefined : { seat: view.seat, ...(seconds && { allowedMs: seconds * 1000 }) };
}

/** Whether an event gives somebody the turn, or opens a window. */
export function beginsTurn(message: Message): boolean {
  const kind = isChanEvent(message) ? message.event.case : undefined;
  return kind === "decision" || kind === "discarded" || kind === "stockRevealed";
}

/** Whether nobody stands better than anybody else. */
export function isDrawn({ state }: Update): boolean {
  return state?.scores.every((score) => score === state.scores[0]) === true;
}

/** The sound of an event. */
export function soundOf(message: Message): "card" | "sweep" | "win" | "lose" | undefined {
  switch (isChanEvent(message) ? message.event.case : undefined) {
    case "discarded":
    case "stockRevealed":
    case "captured":
      return "card";
    case "handStarted":
    case "chiued":
      return "sweep";
    case "handEnded":
      return "win";
    default:
      return undefined;
  }
}
