/** Tells what happened in a set, an event a line; and how the seats stand. */

import type { Message } from "@bufbuild/protobuf";
import type { Update } from "@chieu/client";
import { type Event, isTanEvent, Phase, SeatStatus, type SeatView, tanView, type View } from "@chieu/client/tan";
import { letterOf } from "../../french/pack";
import { CardsText } from "../../french/text";
import { say } from "../../words";
import type { Line, Part } from "../../words/rich";
import type { Mark, SeatFace, Turn } from "../face";

/** A line of the log; undefined for what the picture shows well enough. */
export function tell(message: Message, update: Update): Line | undefined {
  return isTanEvent(message) ? lineOf(message.event, update) : undefined;
}

function lineOf({ case: kind, value }: Event["event"], update: Update): Line | undefined {
  switch (kind) {
    case "setStarted":
      return line(
        "set_started",
        { set_no: value.setNo, suit: { word: `card.suit.${letterOf(value.royal)}` }, who: at(value.leader) },
        "head",
      );
    case "roundStarted":
      return line(
        "round_started",
        { round_no: value.roundNo, main: at(value.main), defender: at(value.defender) },
        "strong",
      );
    case "waveAttacked":
      return line("attacks", { who: at(value.seat), cards: { cards: value.cards } });
    case "waveDefended":
      return line("defends", { who: at(value.seat), cards: { cards: value.pairs.map((pair) => pair.defence) } });
    case "attackStopped":
      return line("stops", { who: at(value.seat) });
    case "tableTaken":
      return line("takes", { who: at(value.seat), cards: { cards: value.cards } });
    case "tableDiscarded":
      return line("discarded", { count: value.cards.length });
    case "cardsDrawn":
      return value.cards.length
        ? line("draws_cards", { who: at(value.seat), cards: { cards: value.cards } })
        : line("draws", { who: at(value.seat), count: value.count });
    case "seatOut":
      return line("goes_out", { who: at(value.seat), rank: rank(value.rank, update) }, "strong");
    case "seatBusted":
      return line("busts", { who: at(value.seat), count: value.handCount, rank: rank(value.rank, update) }, "strong");
    case "leadSkipped":
      return line("lead_skipped", { who: at(value.seat) });
    case "stallWarning":
      return line("stall_warning", { rounds: value.roundsLeft }, "strong");
    case "tributePaid":
      return line("tribute_paid", { payer: at(value.payer), king: at(value.king), cards: { cards: [value.card] } });
    case "tributeSkipped":
      return line("tribute_skipped", { who: at(value.seat) });
    case "tributeReturned": {
      const who = { payer: at(value.payer), king: at(value.king) };
      return value.card
        ? line("tribute_returned_card", { ...who, cards: { cards: [value.card] } })
        : line("tribute_returned", who);
    }
    case "setEnded":
      return line("set_over", { reason: { word: `tan.end.${value.result?.reason ?? 0}` } }, "head");
    default:
      return undefined;
  }
}

function line(key: string, parts: Readonly<Record<string, Part>>, weight?: "head" | "strong"): Line {
  return { key: `tan.${key}`, parts, ...(weight && { weight }) };
}

function at(seat: number): Part {
  return { seat };
}

function rank(place: number, update: Update): Part {
  return { word: rankWord(place, update.state?.seats.length ?? 4) };
}

/** The word for a place in a set of so many seats. */
export function rankWord(place: number, seats: number): string {
  return place === seats && seats > 2 ? "tan.rank.last" : `tan.rank.${place}`;
}

/** How the seats stand. */
export function seatFaces(update: Update): SeatFace[] {
  const view = tanView(update);
  return view ? view.seats.map((seat) => faceOf(seat, view)) : [];
}

function faceOf(seat: SeatView, view: View): SeatFace {
  const isOver = view.phase === Phase.SET_OVER;
  const standing = standingOf(seat, view);
  const role = isOver || seat.rank > 0 ? undefined : roleOf(seat.seat, view);
  const outcome = outcomeOf(seat, standing, view);
  return {
    seat: seat.seat,
    count: seat.handCount,
    standing,
    knownCount: seat.known.length,
    known: seat.known.length > 0 && <CardsText cards={seat.known} />,
    marks: [role, outcome].filter((mark) => mark !== undefined),
  };
}

function standingOf({ status, seat, rank }: SeatView, view: View): SeatFace["standing"] {
  if (status === SeatStatus.OUT) {
    return rank < view.seats.length ? "done" : "playing";
  }
  return status === SeatStatus.BUSTED ? "lost" : view.dry.includes(seat) ? "waiting" : "playing";
}

function roleOf(seat: number, view: View): Mark | undefined {
  if (seat === view.defender) {
    return { words: say("tan.role.defends"), tone: "calm" };
  }
  const place = view.order.indexOf(seat);
  if (place < 0 || place < view.right) {
    return place < 0 ? undefined : { words: say("tan.role.stopped"), tone: "quiet" };
  }
  return place === view.right
    ? { words: say("tan.role.attacks"), tone: "strong" }
    : { words: say("tan.role.next"), tone: "quiet" };
}

function outcomeOf({ rank }: SeatView, standing: SeatFace["standing"], view: View): Mark | undefined {
  if (rank === 0) {
    return undefined;
  }
  const words = say(rankWord(rank, view.seats.length));
  return standing === "lost"
    ? { words: say("tan.bust", { rank: words }), tone: "lost" }
    : { words, tone: standing === "done" ? "won" : "quiet" };
}

/** Who is to move. */
export function turnOf(update: Update): Turn | undefined {
  const view = tanView(update);
  if (view?.turn === undefined) {
    return undefined;
  }
  const seconds = view.options?.turnSeconds;
  return { seat: view.turn, ...(seconds && { allowedMs: seconds * 1000 }) };
}

/** Whether an event gives somebody the turn. */
export function beginsTurn(message: Message): boolean {
  return isTanEvent(message) && message.event.case === "turnChanged";
}

/** The sound of an event. */
export function soundOf(message: Message): "card" | "sweep" | "win" | "lose" | undefined {
  if (!isTanEvent(message)) {
    return undefined;
  }
  switch (message.event.case) {
    case "waveAttacked":
    case "waveDefended":
      return "card";
    case "tableTaken":
    case "tableDiscarded":
    case "handDealt":
      return "sweep";
    case "seatOut":
      return "win";
    case "seatBusted":
      return "lose";
    default:
      return undefined;
  }
}
