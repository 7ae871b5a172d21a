/** Tells what happened in a hand, an event a line; and how the seats stand. */

import type { Message } from "@bufbuild/protobuf";
import type { Update } from "@chieu/client";
import {
  type Event,
  isTonkEvent,
  Phase,
  type SeatView,
  type Settlement,
  Source,
  tonkView,
  type View,
} from "@chieu/client/tonk";
import { createElement } from "preact";
import { spokenName } from "../../french/pack";
import { CardsText } from "../../french/text";
import { say, signed } from "../../words";
import type { Line, Part } from "../../words/rich";
import type { Mark, SeatFace, Turn } from "../face";

/** A line of the log; undefined for what the picture shows well enough. */
export function tell(message: Message): Line | undefined {
  return isTonkEvent(message) ? lineOf(message.event) : undefined;
}

function lineOf({ case: kind, value }: Event["event"]): Line | undefined {
  switch (kind) {
    case "dealerDrawn":
      return line("dealer_drawn", { who: at(value.dealer), cards: { cards: value.cards } });
    case "handStarted":
      return line("hand_started", { hand_no: value.handNo, who: at(value.dealer) }, "head");
    case "seatShort":
      return line("seat_short", { who: at(value.seat), chips: Number(value.bankroll), cover: Number(value.cover) });
    case "seatLeft":
      return line("seat_left", { who: at(value.seat) }, "strong");
    case "upcardTurned":
      return line("upcard", { cards: { cards: [value.card] } });
    case "drawn":
      return value.source === Source.DISCARD || value.card
        ? line(value.source === Source.DISCARD ? "takes" : "draws_card", {
            who: at(value.seat),
            cards: { cards: [value.card] },
          })
        : line("draws", { who: at(value.seat) });
    case "spreadLaid":
      return line("lays", { who: at(value.seat), cards: { cards: value.cards } });
    case "spreadHit":
      return line("hits", { who: at(value.seat), cards: { cards: [value.card] }, owner: at(value.owner) });
    case "discarded":
      return line("discards", { who: at(value.seat), cards: { cards: [value.card] } });
    case "knocked":
      return line("knocks", { who: at(value.seat) });
    case "declined":
      return line("declines", { who: at(value.seat) });
    case "handEnded":
      return line("hand_over", { reason: { word: `tonk.end.${value.ending?.reason ?? 0}` } }, "head");
    case "settled":
      return value.settlement && settledLine(value.settlement);
    default:
      return undefined;
  }
}

/** What each seat won or lost; only those for whom anything changed. */
function settledLine({ net }: Settlement): Line | undefined {
  const changed = net.flatMap((chips, seat) => (chips ? [{ seat, chips }] : []));
  const parts = changed.flatMap(({ seat, chips }, place) => [
    [`who${place}`, at(seat)] as const,
    [`chips${place}`, signed(chips)] as const,
  ]);
  return changed.length ? line(`settled.${changed.length}`, Object.fromEntries(parts)) : line("settled.0", {});
}

function line(key: string, parts: Readonly<Record<string, Part>>, weight?: "head" | "strong"): Line {
  return { key: `tonk.${key}`, parts, ...(weight && { weight }) };
}

function at(seat: number): Part {
  return { seat };
}

/** How the seats stand. */
export function seatFaces(update: Update): SeatFace[] {
  const view = tonkView(update);
  return view ? view.seats.map((seat) => faceOf(seat, view)) : [];
}

function faceOf({ seat, handCount, block }: SeatView, view: View): SeatFace {
  const isIn = view.order.includes(seat);
  const shown = view.result?.ending?.hands[seat];
  const cards = shown?.shown ? shown.cards : [];
  return {
    seat,
    count: handCount,
    standing: isIn ? "playing" : "lost",
    marks: isIn ? marksOf(seat, block, view) : [{ words: say("tonk.mark.out"), tone: "quiet" }],
    ...(cards.length > 0 && {
      shown: { cards: createElement(CardsText, { cards }), words: cards.map(spokenName).join(", ") },
    }),
  };
}

function marksOf(seat: number, block: number, view: View): Mark[] {
  const marks: (Mark | false)[] = [
    seat === view.dealer && { words: say("tonk.mark.dealer"), tone: "quiet" },
    // the own turn is said by its steps
    seat === view.turn &&
      seat !== view.audience && {
        words: say(view.phase === Phase.TURN_START ? "tonk.mark.draws" : "tonk.mark.plays"),
        tone: "strong",
      },
    block > 0 && { words: say("tonk.mark.blocked", { turns: block }), tone: "lost" },
    view.result?.ending?.winners.includes(seat) === true && { words: say("tonk.mark.won"), tone: "won" },
    view.result?.ending?.knocker === seat && { words: say("tonk.mark.knocked"), tone: "quiet" },
  ];
  return marks.filter((mark) => mark !== false);
}

/** Who is to move. */
export function turnOf(update: Update): Turn | undefined {
  const view = tonkView(update);
  if (view?.turn === undefined) {
    return undefined;
  }
  const seconds = view.options?.turnSeconds;
  return { seat: view.turn, ...(seconds && { allowedMs: seconds * 1000 }) };
}

/** Whether an event gives somebody the turn. */
export function beginsTurn(message: Message): boolean {
  return isTonkEvent(message) && message.event.case === "turnStarted";
}

/** The sound of an event. */
export function soundOf(message: Message): "card" | "sweep" | "win" | "lose" | undefined {
  if (!isTonkEvent(message)) {
    return undefined;
  }
  switch (message.event.case) {
    case "drawn":
    case "spreadLaid":
    case "spreadHit":
    case "discarded":
      return "card";
    case "cardsDealt":
      return "sweep";
    case "handEnded":
      return "win";
    default:
      return undefined;
  }
}
