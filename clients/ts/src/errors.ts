/** What can go wrong for a caller: a refusal is an answer of the table, the rest are ends of a connection. */

import { wantsAnotherToken } from "./closing.js";
import { Advice, AnsweredBy, Reason, type Refusal } from "./gen/chieu/table/v1/refusal_pb.js";

/** Why, by the contract's name without its prefix; a number that this client does not know is `REASON_99`. */
export type ReasonName = keyof typeof Reason | `REASON_${number}`;

/** What to do next: what you know is old; the same will always be refused; the same may succeed later. */
export type AdviceName = keyof typeof Advice | `ADVICE_${number}`;

/** Who closed a prompt. */
export type AnsweredByName = keyof typeof AnsweredBy | `ANSWERED_BY_${number}`;

/** A typed "no" that changed nothing. */
export class Refused extends Error {
  override readonly name: string = "Refused";

  constructor(
    /** The refusal as it came. */
    readonly refusal: Refusal,
  ) {
    super(describe(refusal));
  }

  /** Why, for instance `ILLEGAL_MOVE`. */
  get reason(): ReasonName {
    return reasonName(this.refusal);
  }

  /** What to do next: `RESYNC`, `CHANGE` or `RETRY`. */
  get advice(): AdviceName {
    const { advice } = this.refusal;
    return (Advice[advice] as AdviceName | undefined) ?? `ADVICE_${advice as number}`;
  }

  /** With `ILLEGAL_MOVE`: the rulebook's code, for instance `MUST_OPEN`. Else empty. */
  get rule(): string {
    return this.refusal.rule;
  }

  /** What was expected and what came, in words. May be empty. */
  get detail(): string {
    return this.refusal.detail;
  }

  /** With `STALE_PROMPT`: who closed it; `UNSPECIFIED` if that is not known. */
  get answeredBy(): AnsweredByName {
    const { answeredBy } = this.refusal;
    return (AnsweredBy[answeredBy] as AnsweredByName | undefined) ?? `ANSWERED_BY_${answeredBy as number}`;
  }

  /** Whether the same request may succeed later. */
  get mayRetry(): boolean {
    return this.refusal.advice === Advice.RETRY;
  }
}

/** This session does not get a table's updates any more; other tables go on. */
export class TableEnded extends Error {
  override readonly name: string = "TableEnded";

  constructor(
    readonly table: string,
    /** Why. `REASON_UNSPECIFIED`: this side let the table go. */
    readonly refusal: Refusal,
  ) {
    super(`table ${table}: ${describe(refusal)}`);
  }

  /** Why, for instance `TABLE_CLOSED`. */
  get reason(): ReasonName {
    return reasonName(this.refusal);
  }

  /** Whether a newer connection of the same player took this seat's updates over. */
  get isSuperseded(): boolean {
    return this.refusal.reason === Reason.SUPERSEDED;
  }
}

/** The connection is over and coming back would not help. */
export class SessionEnded extends Error {
  override readonly name: string = "SessionEnded";

  constructor(
    /** The WebSocket close code or the HTTP status that said so; 0 when this side closed the session. */
    readonly code: number,
    readonly words: string,
  ) {
    super(code ? `${words} (${code})` : words);
  }

  /** Whether a new session with another token would be let in. */
  get wantsAnotherToken(): boolean {
    return wantsAnotherToken(this.code);
  }
}

/** Nothing answered for as long as this session was told to be patient. */
export class Unreachable extends Error {
  override readonly name: string = "Unreachable";
}

/** What ends a table or a session. */
export type End = Refused | TableEnded | SessionEnded | Unreachable;

/** One line for logs: reason, rule and detail, as far as they are there. */
export function describe(refusal: Refusal): string {
  return [reasonName(refusal), refusal.rule, refusal.detail].filter(Boolean).join(": ");
}

function reasonName({ reason }: Refusal): ReasonName {
  return (Reason[reason] as ReasonName | undefined) ?? `REASON_${reason as number}`;
}
