/** A question that the table asks, as a chooser or a person gets it. */

import type { Message } from "@bufbuild/protobuf";
import type { ServerClock } from "./clock.js";
import type { Prompt as PromptMessage, Update } from "./gen/chieu/table/v1/update_pb.js";
import { unpack, viewOf } from "./packing.js";

/** An open prompt of the own seat. */
export class Prompt {
  #choices: Message | undefined;

  /** Of an update that shows a prompt. */
  constructor(
    /** The update that showed it. */
    readonly update: Update,
    private readonly shown: PromptMessage,
    private readonly clock: ServerClock,
  ) {}

  /** 16 random bytes; an answer names them. */
  get id(): Uint8Array {
    return this.shown.promptId;
  }

  /** `id` in hexadecimal, to compare and to key by. */
  get key(): string {
    return hex(this.id);
  }

  /** The seat that is asked. */
  get seat(): number {
    return this.shown.seat;
  }

  /** The game's name. */
  get game(): string {
    return this.update.state?.game ?? "";
  }

  /** `chieu.<game>.v1.Choices`: every legal move, as moves or as what makes them. Throws UnknownType. */
  get choices(): Message {
    if (!this.#choices) {
      if (!this.shown.choices) {
        throw new TypeError("expected a prompt with choices");
      }
      this.#choices = unpack(this.shown.choices);
    }
    return this.#choices;
  }

  /** All that the seat may know of the deal, `chieu.<game>.v1.View`. Throws UnknownType. */
  get view(): Message | undefined {
    return viewOf(this.update);
  }

  /** Server time in milliseconds since 1970 when the clock answers; undefined without a deadline. */
  get deadlineMs(): number | undefined {
    return Number(this.shown.deadlineMs) || undefined;
  }

  /** The whole time that the seat was given. */
  get allowedMs(): number {
    return this.shown.allowedMs;
  }

  /** Milliseconds until the clock answers, by the server's time; 0 when it has, undefined without a deadline. */
  get msLeft(): number | undefined {
    return this.deadlineMs === undefined ? undefined : this.clock.msUntil(this.deadlineMs);
  }
}

/** Bytes as text. */
export function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
