/**
 * One open table: its updates in order, its prompts, and answers that get through.
 *
 * Theory of operation. A table is `Open`ed again whenever its stream may have a hole: on a new wire, after a gap, after a
 * `Closed` that advises to retry or resync, and when an `Open` itself stays unanswered. Each `Open` names the last update,
 * so what was missed comes as steps if the server still has them, else as a snapshot; the second `Open` in a row asks for
 * a snapshot outright. `history.ts` decides what an update is; only news and snapshots reach the readers.
 */

import { create, type Message } from "@bufbuild/protobuf";
import { Answers } from "./answers.js";
import type { ServerClock } from "./clock.js";
import type { Channel, Connection } from "./connection.js";
import { type End, Refused, TableEnded, Unreachable } from "./errors.js";
import { Feed, type Unsubscribe } from "./feed.js";
import { AnswerSchema, type ServerFrame } from "./gen/chieu/gateway/v1/gateway_pb.js";
import { Advice, Reason, type Refusal, RefusalSchema } from "./gen/chieu/table/v1/refusal_pb.js";
import { Phase } from "./gen/chieu/table/v1/table_pb.js";
import type { Accepted, Update } from "./gen/chieu/table/v1/update_pb.js";
import { isSameBytes, isSameMoment, NOWHERE, type Place, step } from "./history.js";
import { pack } from "./packing.js";
import { Backoff, type Patience } from "./patience.js";
import { Prompt } from "./prompt.js";

/** A table that this session follows; `Chieu.table` opens one. */
export class LiveTable {
  readonly #feed = new Feed<Update>();
  readonly #answers: Answers;
  readonly #backoff: Backoff;
  readonly #channel: Channel;
  readonly #corr: () => bigint;
  readonly #first: Promise<void>;
  readonly #over: Promise<End | undefined>;
  #settleFirst: { resolve: () => void; reject: (error: End) => void } | undefined;
  #settleOver: (error: End | undefined) => void = () => undefined;
  #latest: Update | undefined;
  #prompt: Prompt | undefined;
  #place: Place = NOWHERE;
  #histories = 0;
  #isOpen = false;
  #opens = 0;
  #openCorr = 0n;
  #lostAt = performance.now();
  #reopening: ReturnType<typeof setTimeout> | undefined;
  #ended: End | undefined;

  /** Begins to open it. Throws as `Connection.add`. */
  constructor(
    /** The table's id. */
    readonly tableId: string,
    private readonly connection: Connection,
    private readonly clock: ServerClock,
    private readonly patience: Patience,
  ) {
    this.#backoff = new Backoff(patience);
    this.#answers = new Answers((frame) => this.#isOpen && connection.sendFrame(frame), patience);
    this.#first = new Promise((resolve, reject) => {
      this.#settleFirst = { resolve, reject };
    });
    this.#first.catch(() => undefined); // nobody may be waiting
    this.#over = new Promise((resolve) => {
      this.#settleOver = resolve;
    });
    this.#channel = {
      tableId,
      onConnected: () => this.#onConnected(),
      onDisconnected: () => this.#onDisconnected(),
      onFrame: (frame) => this.#onFrame(frame),
      onSessionEnded: (error) => this.#onSessionEnded(error),
    };
    this.#corr = connection.add(this.#channel);
    if (connection.isUp) {
      this.#open();
    }
  }

  // What a caller does with it.

  /** The latest update: its view is all that may be known. Undefined before the first one came. */
  get latest(): Update | undefined {
    return this.#latest;
  }

  /** The own seat; undefined for a spectator. */
  get seat(): number | undefined {
    return this.#latest?.seat;
  }

  /** The own seat's open prompt, if there is one; the same object for as long as the latest update is the same. */
  get prompt(): Prompt | undefined {
    return this.#prompt;
  }

  /** Whether updates come in at present; false while it is being opened, and during a break. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the match has its result, or the table is closed without one. */
  get isOver(): boolean {
    const phase = this.#latest?.state?.phase;
    return phase === Phase.FINISHED || phase === Phase.CLOSED;
  }

  /** Settles when no update can come any more: with why, or with undefined when the match is over or the table let go. */
  get over(): Promise<End | undefined> {
    return this.#over;
  }

  /**
   * Resolves when the first update is there. Rejects with Refused if the table cannot be opened, with SessionEnded or
   * Unreachable if there is no connection.
   */
  async untilOpen(): Promise<this> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const tooLate = new Unreachable(`table ${this.tableId} could not be opened`);
      if (this.patience.totalMs < 2 ** 31) {
        timer = setTimeout(() => reject(tooLate), this.patience.totalMs);
      }
    });
    try {
      await Promise.race([this.#first, late]);
    } finally {
      clearTimeout(timer);
    }
    return this;
  }

  /**
   * Every update once and in order, the latest one first.
   *
   * Ends after the update that ends the match. Throws TableEnded, SessionEnded or Unreachable if no more can come. A
   * reader that falls hundreds of updates behind misses the oldest: look at `seq`.
   */
  updates(): AsyncIterableIterator<Update> {
    return this.#feed.read(this.#latest);
  }

  /** Calls back with every update once and in order, with the latest one at once. `over` says when no more will come. */
  onUpdate(listener: (update: Update) => void): Unsubscribe {
    return this.#feed.listen(listener, this.#latest);
  }

  /**
   * Each open prompt of the own seat once; those that closed while nobody looked are left out. Ends as `updates`.
   *
   * A prompt comes again if the server lost the moment in which it was answered.
   */
  async *prompts(): AsyncGenerator<Prompt, void, undefined> {
    let asked = "";
    for await (const _ of this.#feed.read(this.#latest)) {
      const key = this.#prompt ? `${this.#histories} ${this.#prompt.key}` : "";
      if (this.#prompt && key !== asked) {
        asked = key;
        yield this.#prompt;
      }
    }
  }

  /** Calls back with each open prompt of the own seat once, and with undefined when it is open no more. */
  onPrompt(listener: (prompt: Prompt | undefined) => void): Unsubscribe {
    let asked = "";
    return this.onUpdate(() => {
      const key = this.#prompt ? `${this.#histories} ${this.#prompt.key}` : "";
      if (key !== asked) {
        asked = key;
        listener(this.#prompt);
      }
    });
  }

  /**
   * Answers a prompt with the game's move. Resolves when the move counts; safe to repeat, also after an error.
   *
   * Rejects with Refused if it does not count and nothing changed; with TableEnded, SessionEnded or Unreachable if that
   * cannot be known any more.
   */
  async answer(prompt: Prompt, move: Message): Promise<Accepted> {
    const answer = create(AnswerSchema, { table: this.tableId, promptId: prompt.id, move: pack(move) });
    return await this.#answers.ask(this.#corr(), answer);
  }

  /** The first update that does not show this prompt any more, or the last one. Rejects as `updates` throws. */
  async untilGone(prompt: Prompt): Promise<Update | undefined> {
    for await (const update of this.updates()) {
      if (!this.#prompt || !isSameBytes(this.#prompt.id, prompt.id)) {
        return update;
      }
    }
    return this.#latest;
  }

  /** Lets the table go; the seat stays. Readers end. Twice is once. */
  close(): void {
    clearTimeout(this.#reopening);
    if (this.#isOpen) {
      this.connection.send({ case: "leave", value: { table: this.tableId } }, this.#corr());
    }
    this.connection.remove(this.#channel);
    this.#end(new TableEnded(this.tableId, create(RefusalSchema, { detail: "let go" })), "quietly");
  }

  // What the connection calls.

  #onConnected(): void {
    this.#opens = 0;
    this.#open();
  }

  #onDisconnected(): void {
    this.#isOpen = false;
    this.#lostAt = performance.now();
    clearTimeout(this.#reopening);
    this.#reopening = undefined;
  }

  #onSessionEnded(error: End): void {
    clearTimeout(this.#reopening);
    this.#end(error);
  }

  #onFrame({ corr, frame }: ServerFrame): void {
    switch (frame.case) {
      case "update":
        this.#onUpdate(frame.value);
        break;
      case "reply":
        this.#answers.onReply(corr, frame.value);
        break;
      case "opened":
        this.#onOpened(corr);
        break;
      case "closed":
        this.#onClosed(frame.value.refusal);
        break;
      case "refusal":
        if (corr === this.#openCorr) {
          this.#onClosed(frame.value);
        } else {
          this.#answers.onRefusal(corr, frame.value);
        }
        break;
      default:
        break;
    }
  }

  #onOpened(corr: bigint): void {
    if (corr !== 0n && corr !== this.#openCorr) {
      return;
    }
    this.#cancelReopening();
    this.#isOpen = true;
    this.#answers.sayAgain();
  }

  #onUpdate(update: Update): void {
    switch (step(this.#place, update)) {
      case "gap":
        this.#reopenSoon();
        break;
      case "news":
      case "snapshot":
        this.#onSound();
        this.#place = { seq: update.seq, mark: update.mark, seat: update.seat };
        this.#show(update);
        break;
      case "seen":
        if (update.snapshot) {
          this.#onSound();
        }
        break;
    }
  }

  /** The stream has no hole. */
  #onSound(): void {
    this.#opens = 0;
    if (this.#isOpen) {
      this.#cancelReopening();
      this.#backoff.reset();
    }
  }

  #show(update: Update): void {
    const before = this.#latest;
    if (before && isSameMoment(before, update)) {
      return; // asked for a snapshot outright, and nothing had been missed
    }
    if (before && (update.rewound || update.seq <= before.seq)) {
      this.#histories += 1;
    }
    this.#latest = update;
    this.#prompt = update.prompt && new Prompt(update, update.prompt, this.clock);
    this.#settleFirst?.resolve();
    this.#feed.publish(update);
    if (this.isOver) {
      this.#feed.end();
      this.#settleOver(undefined);
    }
  }

  #onClosed(refusal: Refusal | undefined): void {
    if (!refusal || refusal.reason === Reason.UNSPECIFIED) {
      return; // an echo of our own Leave
    }
    if (this.#isOpen) {
      this.#isOpen = false;
      this.#lostAt = performance.now();
    }
    const isFinal = refusal.advice === Advice.CHANGE || refusal.reason === Reason.SUPERSEDED;
    if (isFinal || performance.now() - this.#lostAt > this.patience.totalMs) {
      this.connection.remove(this.#channel);
      this.#cancelReopening();
      this.#end(this.#latest ? new TableEnded(this.tableId, refusal) : new Refused(refusal));
    } else {
      this.#reopenAfter(this.#backoff.delay());
    }
  }

  // Opening, and opening again.

  #open(): void {
    if (this.#opens) {
      this.#place = NOWHERE;
    }
    this.#opens += 1;
    this.#openCorr = this.#corr();
    const { seq, mark } = this.#place;
    this.connection.send({ case: "open", value: { table: this.tableId, seq, mark } }, this.#openCorr);
    this.#reopenAfter(this.patience.replyMs);
  }

  /** Opens again, unless that is under way: at once after a first gap, later and later from then on. */
  #reopenSoon(): void {
    if (this.#reopening !== undefined) {
      return;
    }
    if (this.#opens) {
      this.#reopenAfter(this.#backoff.delay());
    } else {
      this.#open();
    }
  }

  #reopenAfter(ms: number): void {
    this.#cancelReopening();
    if (this.connection.isUp) {
      this.#reopening = setTimeout(() => {
        this.#reopening = undefined;
        this.#open();
      }, ms);
    }
  }

  #cancelReopening(): void {
    clearTimeout(this.#reopening);
    this.#reopening = undefined;
  }

  #end(error: End, how: "quietly" | "loudly" = "loudly"): void {
    this.#isOpen = false;
    this.#ended ??= error;
    this.#answers.failAll(this.#ended);
    this.#feed.end(how === "quietly" ? undefined : error);
    this.#settleOver(how === "quietly" ? undefined : error);
    this.#settleFirst?.reject(error);
  }
}
