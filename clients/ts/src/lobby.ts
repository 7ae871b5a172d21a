/**
 * Tables before and beside the play: make, find, sit, start, read records. `chieu.table.v1.TableService` over HTTP.
 *
 * Every changing call draws its request id once and keeps it over its own retries; give `requestId` to make a call safe
 * to repeat over a restart of the caller too.
 */

import { create, type DescMessage, type Message, type MessageInitShape, type MessageShape } from "@bufbuild/protobuf";
import type { Record as DealRecord } from "./gen/chieu/table/v1/record_pb.js";
import { type SettingsSchema, type Table, Visibility } from "./gen/chieu/table/v1/table_pb.js";
import * as service from "./gen/chieu/table/v1/table_service_pb.js";
import { type Http, write } from "./http.js";
import { pack } from "./packing.js";
import { hex } from "./prompt.js";
import type { Token } from "./token.js";

/** The table's own rules; `seats` is required. */
export type SettingsInit = MessageInitShape<typeof SettingsSchema> & { seats: number };

/** What a changing call may also say. */
export interface Repeatable {
  /** 1 to 64 characters, makes the call safe to repeat. Drawn if it is not given. */
  readonly requestId?: string;
}

/** What may be added to the next shuffle. */
export interface WithEntropy {
  /** At most 32 bytes. */
  readonly entropy?: Uint8Array;
}

/** How a new table shall be, beside its game and settings. */
export interface Wishes extends Repeatable, WithEntropy {
  /** The game's options, `chieu.<game>.v1.Options`. Its defaults if they are not given. */
  readonly options?: Message;
  /** Who may find it. Unlisted if it is not given. */
  readonly visibility?: Visibility;
  /** A title to show, at most 60 characters. */
  readonly title?: string;
  /** Whether the caller takes seat 0 at once. True if it is not given. */
  readonly takeSeat?: boolean;
  /** Gives every other seat a bot: `easy`, `normal` or `hard`. With `takeSeat` the match starts. */
  readonly botLevel?: string;
}

/** Every call rejects with Refused for a "no" and with Unreachable when nobody answers. */
export class Lobby {
  constructor(
    private readonly http: Http,
    private readonly token: Token,
  ) {}

  /** Makes a table. */
  async create(game: string, settings: SettingsInit, wishes: Wishes = {}): Promise<Table> {
    const { options, requestId = freshId(), visibility = Visibility.UNLISTED, takeSeat = true, ...rest } = wishes;
    const request = create(service.CreateTableRequestSchema, {
      ...rest,
      game,
      requestId,
      settings,
      visibility,
      takeSeat,
    });
    if (options) {
      request.options = pack(options);
    }
    const schema = service.CreateTableRequestSchema;
    return tableIn(await this.#post("/v1/tables", schema, request, service.CreateTableResponseSchema));
  }

  /** Public tables with free seats, newest first; at most `limit`. A hint: taking a seat asks the table. */
  async tables(game: string, limit?: number): Promise<Table[]> {
    const query = limit ? { game, limit } : { game };
    return (await this.#get("/v1/tables", service.ListTablesResponseSchema, query)).tables;
  }

  /** A table by its id, and the caller's seat at it, if any. */
  find(table: string): Promise<service.GetTableResponse> {
    return this.#get(pathOf(table), service.GetTableResponseSchema);
  }

  /** A table by its six-letter code, and the caller's seat at it, if any. */
  findCode(code: string, game: string): Promise<service.GetTableResponse> {
    const path = `/v1/codes/${encodeURIComponent(code.toUpperCase())}`;
    return this.#get(path, service.GetTableResponseSchema, { game });
  }

  /** Takes a seat: the first free one, unless one is named. */
  takeSeat(
    table: string,
    wishes: Repeatable & WithEntropy & { seat?: number } = {},
  ): Promise<service.TakeSeatResponse> {
    const request = create(service.TakeSeatRequestSchema, { requestId: freshId(), ...wishes, table });
    return this.#post(pathOf(table, "seat"), service.TakeSeatRequestSchema, request, service.TakeSeatResponseSchema);
  }

  /** Gives the seat up while gathering; later the absent policy plays it and the seat goes on scoring. */
  async leaveSeat(table: string, { requestId = freshId() }: Repeatable = {}): Promise<Table> {
    const request = create(service.LeaveSeatRequestSchema, { requestId, table });
    const schema = service.LeaveSeatRequestSchema;
    return tableIn(await this.#post(pathOf(table, "leave"), schema, request, service.LeaveSeatResponseSchema));
  }

  /** Takes the seat back from the absent policy. */
  async resumeSeat(table: string, { requestId = freshId() }: Repeatable = {}): Promise<Table> {
    const request = create(service.ResumeSeatRequestSchema, { requestId, table });
    const schema = service.ResumeSeatRequestSchema;
    return tableIn(await this.#post(pathOf(table, "resume"), schema, request, service.ResumeSeatResponseSchema));
  }

  /** Puts a bot on a free seat while gathering; an empty level takes it off. The owner only. */
  async setController(
    table: string,
    seat: number,
    botLevel: string,
    { requestId = freshId() }: Repeatable = {},
  ): Promise<Table> {
    const request = create(service.SetControllerRequestSchema, { requestId, table, seat, botLevel });
    const schema = service.SetControllerRequestSchema;
    return tableIn(await this.#post(pathOf(table, "controller"), schema, request, service.SetControllerResponseSchema));
  }

  /** Says that the caller is ready for the next deal, or takes it back. */
  async setReady(table: string, ready = true, wishes: Repeatable & WithEntropy = {}): Promise<Table> {
    const request = create(service.SetReadyRequestSchema, { requestId: freshId(), ...wishes, table, ready });
    const schema = service.SetReadyRequestSchema;
    return tableIn(await this.#post(pathOf(table, "ready"), schema, request, service.SetReadyResponseSchema));
  }

  /** Starts a deal by its number, so twice is once; free seats get bots. The owner only, before the first deal. */
  async start(table: string, deal = 1, wishes: Repeatable & { botLevel?: string } = {}): Promise<Table> {
    const request = create(service.StartDealRequestSchema, { requestId: freshId(), ...wishes, table, deal });
    const schema = service.StartDealRequestSchema;
    return tableIn(await this.#post(pathOf(table, "start"), schema, request, service.StartDealResponseSchema));
  }

  /** Takes a free seat at a fitting public table, or makes one. */
  quickSeat(
    game: string,
    seats: number,
    { requestId = freshId() }: Repeatable = {},
  ): Promise<service.QuickSeatResponse> {
    const request = create(service.QuickSeatRequestSchema, { requestId, game, seats });
    return this.#post("/v1/quick-seat", service.QuickSeatRequestSchema, request, service.QuickSeatResponseSchema);
  }

  /** Closes a table without a result. The owner only. */
  async close(table: string, { requestId = freshId() }: Repeatable = {}): Promise<Table> {
    const request = create(service.CloseTableRequestSchema, { requestId, table });
    const schema = service.CloseTableRequestSchema;
    return tableIn(await this.#post(pathOf(table, "close"), schema, request, service.CloseTableResponseSchema));
  }

  /** Numbers of the deals whose records are kept, rising. */
  async records(table: string): Promise<number[]> {
    return (await this.#get(pathOf(table, "records"), service.ListRecordsResponseSchema)).deals;
  }

  /** One finished deal. */
  async record(table: string, deal: number): Promise<DealRecord> {
    const { record } = await this.#get(pathOf(table, `records/${deal}`), service.GetRecordResponseSchema);
    return record ?? missing("record");
  }

  #get<Reply extends DescMessage>(path: string, reply: Reply, query?: Record<string, string | number>) {
    return this.http.call(reply, { method: "GET", path, ...(query && { query }) }, this.token);
  }

  #post<Asked extends DescMessage, Reply extends DescMessage>(
    path: string,
    schema: Asked,
    request: MessageShape<Asked>,
    reply: Reply,
  ): Promise<MessageShape<Reply>> {
    return this.http.call(reply, { method: "POST", path, body: write(schema, request) }, this.token);
  }
}

function tableIn({ table }: { table?: Table | undefined }): Table {
  return table ?? missing("table");
}

function missing(what: string): never {
  throw new TypeError(`expected a ${what} in the server's answer`);
}

function freshId(): string {
  return hex(crypto.getRandomValues(new Uint8Array(16)));
}

function pathOf(table: string, rest = ""): string {
  const path = `/v1/tables/${encodeURIComponent(table)}`;
  return rest ? `${path}/${rest}` : path;
}
