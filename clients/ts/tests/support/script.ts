/** Updates of a made-up Tấn table, and a table that follows a script. */

import { create, equals } from "@bufbuild/protobuf";
import { type Answer, AnswerSchema } from "../../src/gen/chieu/gateway/v1/gateway_pb.js";
import { Reason } from "../../src/gen/chieu/table/v1/refusal_pb.js";
import { Phase } from "../../src/gen/chieu/table/v1/table_pb.js";
import {
  type AnswerReply,
  AnswerReplySchema,
  type Update,
  UpdateSchema,
} from "../../src/gen/chieu/table/v1/update_pb.js";
import { ChoicesSchema, ViewSchema } from "../../src/gen/chieu/tan/v1/tan_pb.js";
import { isSameBytes, isSameMoment } from "../../src/history.js";
import { cardNamed, pack } from "../support/client.js";

export const TABLE = "tan:01.x";

const encoder = new TextEncoder();

export function mark(seq: number, history = "a"): Uint8Array {
  return encoder.encode(`${history}${seq}`.padEnd(8, "."));
}

export function promptId(seq: number): Uint8Array {
  return encoder.encode(`prompt ${seq}`.padEnd(16, "."));
}

/** How an update differs from a plain one. */
export interface Twist {
  /** Cards that may be laid: the update asks its seat. */
  asks?: string[];
  phase?: Phase;
  history?: string;
  table?: string;
  seat?: number | undefined;
}

/** An update of seat 0; one that asks has a prompt whose id comes from `seq`. */
export function update(seq: number, twist: Twist = {}): Update {
  const { asks, phase = Phase.PLAYING, history = "a", table = TABLE } = twist;
  const seat = "seat" in twist ? twist.seat : 0;
  const now = Date.now();
  const choices = create(ChoicesSchema, {
    choices: { case: "attack", value: { fitting: asks?.map(cardNamed) ?? [], limit: 8, oneRank: true } },
  });
  return create(UpdateSchema, {
    table,
    seq: BigInt(seq),
    mark: mark(seq, history),
    serverMs: BigInt(now),
    ...(seat !== undefined && { seat }),
    state: { id: table, game: "tan", phase, deal: 1, scores: [0, 0] },
    view: pack(create(ViewSchema, { setNo: 1 })),
    ...(asks && {
      prompt: {
        promptId: promptId(seq),
        seat: 0,
        choices: pack(choices),
        deadlineMs: BigInt(now + 20_000),
        allowedMs: 20_000,
      },
    }),
  });
}

/** Updates so far, those to come, and the answers that counted. */
export class ScriptedTable {
  told: Update[];
  toCome: Update[] = [];
  counted: Answer[] = [];
  replies: AnswerReply[] = [];
  keepsSteps = true;

  constructor(
    readonly id: string,
    ...told: Update[]
  ) {
    this.told = told;
  }

  get last(): Update {
    return this.told.at(-1) as Update;
  }

  /** What an audience at this moment is told: steps, or a snapshot, or a snapshot that rewinds. */
  resume(place: { seq: bigint; mark: Uint8Array }): Update[] {
    const isKnown = this.told.some((one) => isSameMoment(one, place));
    if (isKnown && this.keepsSteps) {
      return this.told.filter((one) => one.seq > place.seq);
    }
    return [{ ...this.last, snapshot: true, rewound: place.seq > 0n && !isKnown, events: [] }];
  }

  /** The next scripted reply; else the answer counts once, if its prompt is open or it is the same one again. */
  reply(answer: Answer): AnswerReply {
    const scripted = this.replies.shift();
    if (scripted) {
      return scripted;
    }
    if (!this.counted.some((one) => equals(AnswerSchema, one, answer))) {
      if (!isSameBytes(this.last.prompt?.promptId ?? new Uint8Array(), answer.promptId)) {
        return refusing(Reason.STALE_PROMPT);
      }
      this.counted.push(answer);
      const next = this.toCome.shift();
      if (next) {
        this.told.push(next);
      }
    }
    return create(AnswerReplySchema, { outcome: { case: "accepted", value: { seq: this.last.seq } } });
  }
}

export function refusing(reason: Reason, rest: object = {}): AnswerReply {
  return create(AnswerReplySchema, { outcome: { case: "refusal", value: { reason, ...rest } } });
}
