/** Everything that was said of a table, newest at the bottom; and the newest for those who listen. */

import type { Message } from "@bufbuild/protobuf";
import type { Update } from "@chieu/client";
import { useEffect, useRef } from "preact/hooks";
import type { GameFace } from "../games/face";
import { forThisWindow } from "../state/keep";
import { say } from "../words";
import { type Line, type Reading, RichLine, spoken } from "../words/rich";
import { tellTable } from "./news";

const KEPT = 160;

/** A line and the update that brought it. */
export interface Logged extends Line {
  readonly id: string;
}

/** The lines of one table, kept in this window over reloads. */
export class Log {
  #lines: readonly Logged[];

  constructor(private readonly table: string) {
    this.#lines = forThisWindow.read<Logged[]>(`log:${table}`, []);
  }

  /** All lines, oldest first. */
  get lines(): readonly Logged[] {
    return this.#lines;
  }

  /** Adds what an update brought; returns the new lines. */
  add(game: GameFace, events: readonly Message[], update: Update): readonly Logged[] {
    const told = events.map((event) => game.tell(event, update) ?? tellTable(event, game.isDrawn?.(update) ?? false));
    const fresh = told.flatMap((line, place) => (line ? [{ ...line, id: `${update.seq}.${place}` }] : []));
    const known = new Set(this.#lines.map(({ id }) => id));
    const added = fresh.filter(({ id }) => !known.has(id));
    if (added.length) {
      this.#lines = [...this.#lines, ...added].slice(-KEPT);
      forThisWindow.write(`log:${this.table}`, this.#lines);
    }
    return added;
  }
}

/** The log as it is read. */
export function LogView({ lines, ...reading }: { lines: readonly Logged[] } & Reading) {
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    end.current?.scrollTo({ top: end.current.scrollHeight });
  }, [lines.length]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="log" ref={end} aria-label={say("log")} tabIndex={0}>
      {lines.length === 0 && <li class="quiet">{say("log.empty")}</li>}
      {lines.map((line) => (
        <li key={line.id} class={line.weight ?? ""}>
          <RichLine line={line} {...reading} />
        </li>
      ))}
    </ol>
  );
}

/** The newest lines, spoken. */
export function Announcer({ fresh, ...reading }: { fresh: readonly Line[] } & Reading) {
  return (
    <p class="spoken" aria-live="polite" aria-atomic="true" data-testid="announcer">
      {fresh.map((line) => spoken(line, reading)).join(" ")}
    </p>
  );
}
