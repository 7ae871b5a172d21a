/** A table that this window follows, as state: the latest update, what has just happened, and how it ends. */

import type { Message } from "@bufbuild/protobuf";
import { type End, eventsOf, type LiveTable, TableEnded, type Update } from "@chieu/client";
import { useEffect, useMemo } from "preact/hooks";
import { Cell, useCell } from "../state/cell";
import { liveSession } from "./session";

/** One moment of a table. */
export interface Moment {
  readonly update: Update;
  /** What happened with it; empty for a snapshot. */
  readonly events: readonly Message[];
}

/** A table that is followed. */
export interface Followed {
  readonly live: LiveTable | undefined;
  readonly moment: Moment | undefined;
  /** Why nothing more will come; undefined while it may, and after the match's own end. */
  readonly end: End | undefined;
}

/** Follows one table; `again` opens it anew, for instance as the player of a seat that was just taken. */
export class Follower {
  readonly state = new Cell<Followed>({ live: undefined, moment: undefined, end: undefined });
  #onNews: ((moment: Moment) => void) | undefined;
  #isOver = false;

  constructor(readonly table: string) {}

  /** Calls back with every moment, before it is drawn. One listener. */
  onNews(listener: (moment: Moment) => void): void {
    this.#onNews = listener;
  }

  /** Opens the table. */
  open(): void {
    this.#isOver = false;
    try {
      const live = liveSession().table(this.table);
      this.state.set({ live, moment: undefined, end: undefined });
      live.onUpdate((update) => this.#show(live, update));
      void live.over.then((end) => this.#finish(live, end));
      live.untilOpen().catch((end: End) => this.#finish(live, end));
    } catch (error) {
      this.state.set({ ...this.state.value, live: undefined, end: error as End });
    }
  }

  /** Lets it go and opens it anew. */
  again(): void {
    this.#letGo();
    this.open();
  }

  /** Lets it go for good. */
  close(): void {
    this.#isOver = true;
    this.#letGo();
  }

  #letGo(): void {
    const { live } = this.state.value;
    this.state.set({ ...this.state.value, live: undefined });
    live?.close();
  }

  #show(live: LiveTable, update: Update): void {
    if (this.#isOver || this.state.value.live !== live) {
      return;
    }
    const moment = { update, events: update.snapshot ? [] : eventsOf(update) };
    this.#onNews?.(moment);
    this.state.set({ ...this.state.value, moment });
  }

  #finish(live: LiveTable, end: End | undefined): void {
    if (!this.#isOver && this.state.value.live === live && end) {
      this.state.set({ ...this.state.value, end });
    }
  }
}

/** Follows a table for as long as the component is there. */
export function useTable(table: string): [Follower, Followed] {
  const follower = useMemo(() => new Follower(table), [table]);
  useEffect(() => {
    follower.open();
    return () => follower.close();
  }, [follower]);
  return [follower, useCell(follower.state)];
}

/** Whether a newer window of the same player has taken the seat's updates over. */
export function isElsewhere(end: End | undefined): boolean {
  return end instanceof TableEnded && end.isSuperseded;
}
