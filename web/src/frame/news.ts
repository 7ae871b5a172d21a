/** What happened at the table itself, as lines of the log. */

import { isMessage, type Message } from "@bufbuild/protobuf";
import { type TableEvent, TableEventSchema } from "@chieu/client";
import type { Line } from "../words/rich";

/** A line; undefined for what is seen well enough, and for a game's events. `isDrawn`: nobody has won the match. */
export function tellTable(message: Message, isDrawn: boolean): Line | undefined {
  return isMessage(message, TableEventSchema) ? lineOf(message.event, isDrawn) : undefined;
}

function lineOf({ case: kind, value }: TableEvent["event"], isDrawn: boolean): Line | undefined {
  switch (kind) {
    case "seatChanged": {
      const { number = 0, controller } = value.seat ?? {};
      return { key: controller?.case ? "news.sits" : "news.frees", parts: { who: { seat: number }, seat: number + 1 } };
    }
    case "awayChanged":
      return { key: value.away ? "news.away" : "news.back", parts: { who: { seat: value.seat } } };
    case "turnTimedOut":
      return { key: "news.timed_out", parts: { who: { seat: value.seat } } };
    case "readyChanged":
      return value.ready ? { key: "news.ready", parts: { who: { seat: value.seat } } } : undefined;
    case "matchEnded":
      if (isDrawn) {
        return { key: "news.match_drawn", weight: "head" };
      }
      return { key: "news.match_over", parts: { who: { seat: value.ranking[0] ?? 0 } }, weight: "head" };
    case "tableClosed":
      return { key: "news.closed", parts: { reason: { word: `end.${value.reason}` } }, weight: "head" };
    default:
      return undefined;
  }
}
