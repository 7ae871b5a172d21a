/**
 * Answers on their way: each is said again until it is replied to, and every reply is believed.
 *
 * Saying an answer again is safe: the table keeps the replies of the last closed prompts, so a repetition gets the reply
 * that was lost, also when the prompt is gone by now.
 */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { type End, Refused } from "./errors.js";
import { type Answer, type ClientFrame, ClientFrameSchema } from "./gen/chieu/gateway/v1/gateway_pb.js";
import type { Refusal } from "./gen/chieu/table/v1/refusal_pb.js";
import { type Accepted, type AnswerReply, AnswerReplySchema } from "./gen/chieu/table/v1/update_pb.js";
import { Backoff, type Patience } from "./patience.js";

interface Waiting {
  readonly frame: ClientFrame;
  readonly settle: (reply: AnswerReply) => void;
  readonly fail: (error: End) => void;
}

/** The answers of one table that nobody has replied to yet. */
export class Answers {
  readonly #waiting = new Map<bigint, Waiting>();
  #ended: End | undefined;

  /** `send` loses what it cannot send. */
  constructor(
    private readonly send: (frame: ClientFrame) => void,
    private readonly patience: Patience,
  ) {}

  /**
   * Sends the answer until it is accepted. Rejects with Refused, or with what `failAll` was given.
   *
   * A refusal that advises to try again is tried again, for as long as the patience lasts.
   */
  async ask(corr: bigint, answer: Answer): Promise<Accepted> {
    const frame = create(ClientFrameSchema, { corr, frame: { case: "answer", value: answer } });
    const backoff = new Backoff(this.patience);
    const began = performance.now();
    for (;;) {
      const { outcome } = await this.#reply(corr, frame);
      if (outcome.case === "accepted") {
        return outcome.value;
      }
      const refused = new Refused(outcome.value as Refusal);
      if (!refused.mayRetry || performance.now() - began > this.patience.totalMs) {
        throw refused;
      }
      await new Promise((resolve) => setTimeout(resolve, backoff.delay()));
    }
  }

  /** Takes a reply; false if nobody waits for it, as for one that came twice. */
  onReply(corr: bigint, reply: AnswerReply): boolean {
    const waiting = this.#waiting.get(corr);
    waiting?.settle(reply);
    return waiting !== undefined;
  }

  /** Takes a refusal of the frame as such; false if nobody waits for it. */
  onRefusal(corr: bigint, refusal: Refusal): boolean {
    const outcome: MessageInitShape<typeof AnswerReplySchema>["outcome"] = { case: "refusal", value: refusal };
    return this.onReply(corr, create(AnswerReplySchema, { outcome }));
  }

  /** Sends everything that is not replied to once more: the table is open again. */
  sayAgain(): void {
    for (const { frame } of this.#waiting.values()) {
      this.send(frame);
    }
  }

  /** Nothing will be replied any more. */
  failAll(error: End): void {
    this.#ended ??= error;
    for (const { fail } of [...this.#waiting.values()]) {
      fail(error);
    }
  }

  async #reply(corr: bigint, frame: ClientFrame): Promise<AnswerReply> {
    if (this.#ended) {
      throw this.#ended;
    }
    const repeat = setInterval(() => this.send(frame), this.patience.replyMs);
    try {
      return await new Promise<AnswerReply>((settle, fail) => {
        this.#waiting.set(corr, { frame, settle, fail });
        this.send(frame);
      });
    } finally {
      clearInterval(repeat);
      this.#waiting.delete(corr);
    }
  }
}
