/**
 * The HTTP half of the contract: one message out, one message in, and patience in between.
 *
 * Every call may be repeated: reading changes nothing, and a changing call carries its request id.
 */

import {
  type DescMessage,
  fromJson,
  type JsonValue,
  type Message,
  type MessageShape,
  toJson,
} from "@bufbuild/protobuf";
import { Refused, SessionEnded, Unreachable } from "./errors.js";
import { registry } from "./games/registry.js";
import { Reason, type Refusal, RefusalSchema } from "./gen/chieu/table/v1/refusal_pb.js";
import { Backoff, type Patience } from "./patience.js";
import type { Token } from "./token.js";

const PROXY_TROUBLE: ReadonlySet<number> = new Set([502, 503, 504]);
const UNAUTHORIZED = 401;

/** What a call says. */
export interface Call {
  readonly method: "GET" | "POST";
  /** Below the server's address. */
  readonly path: string;
  readonly body?: JsonValue;
  readonly query?: Readonly<Record<string, string | number>>;
}

/** Calls below one address. */
export class Http {
  constructor(
    private readonly address: string,
    private readonly patience: Patience,
    private readonly fetch: typeof globalThis.fetch,
  ) {}

  /**
   * One call of the lobby. Rejects with Refused, Unreachable, or SessionEnded where the answer is none of the contract's.
   */
  async call<Reply extends DescMessage>(reply: Reply, call: Call, token: Token): Promise<MessageShape<Reply>> {
    return read(reply, await this.document(call, token));
  }

  /** One call, as JSON documents; tries again as `call` does. Without a token for calls that need none. */
  async document(call: Call, token?: Token): Promise<JsonValue> {
    const backoff = new Backoff(this.patience);
    const began = performance.now();
    for (;;) {
      const problem = await this.#once(call, token);
      if ("document" in problem) {
        return problem.document;
      }
      const { error } = problem;
      const isAnotherTokenWorthIt = problem.status === UNAUTHORIZED && token?.reject(problem.used);
      const mayRetry = error instanceof Unreachable || (error instanceof Refused && error.mayRetry);
      if (!isAnotherTokenWorthIt && (!mayRetry || performance.now() - began > this.patience.totalMs)) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, backoff.delay()));
    }
  }

  async #once({ method, path, body, query }: Call, token?: Token): Promise<Outcome> {
    const headers: Record<string, string> = {};
    const used = (await token?.get()) ?? "";
    if (used) {
      headers["Authorization"] = `Bearer ${used}`;
    }
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
    }
    const search = query ? `?${new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))}` : "";
    // A timer of ours: that of AbortSignal.timeout does not keep Node.js waiting for an answer that never comes.
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(new Error("no answer in time")), this.patience.replyMs);
    try {
      const response = await this.fetch(this.address + path + search, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body),
        signal: limit.signal,
      });
      const document = await documentOf(response);
      if (response.ok && document !== undefined) {
        token?.accept();
        return { document };
      }
      return { error: errorOf(path, response, document), status: response.status, used };
    } catch (error) {
      return { error: new Unreachable(`${this.address}: ${String(error)}`, { cause: error }), status: 0, used };
    } finally {
      clearTimeout(timer);
    }
  }
}

type Outcome =
  | { readonly document: JsonValue }
  | { readonly error: Refused | Unreachable | SessionEnded; readonly status: number; readonly used: string };

/** A message as its canonical JSON. */
export function write<Desc extends DescMessage>(schema: Desc, message: MessageShape<Desc>): JsonValue {
  return toJson(schema, message as Message as MessageShape<Desc>, { registry: registry() });
}

/** A message from its canonical JSON; fields of a later contract are passed over. */
export function read<Desc extends DescMessage>(schema: Desc, document: JsonValue): MessageShape<Desc> {
  return fromJson(schema, document, { registry: registry(), ignoreUnknownFields: true });
}

async function documentOf(response: Response): Promise<JsonValue | undefined> {
  const text = await response.text();
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

function errorOf(
  path: string,
  response: Response,
  document: JsonValue | undefined,
): Refused | Unreachable | SessionEnded {
  const refusal = refusalIn(document);
  if (refusal) {
    return new Refused(refusal);
  }
  const words = `${path}: ${response.status} ${response.statusText}`;
  return PROXY_TROUBLE.has(response.status) ? new Unreachable(words) : new SessionEnded(response.status, words);
}

function refusalIn(document: JsonValue | undefined): Refusal | undefined {
  try {
    const refusal = read(RefusalSchema, document ?? null);
    return refusal.reason === Reason.UNSPECIFIED ? undefined : refusal;
  } catch {
    return undefined;
  }
}
