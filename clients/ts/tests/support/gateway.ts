/** A gateway that follows a script: real sockets, no rules, and every kind of bad connection on demand. */

import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { create, fromBinary, type MessageInitShape, toBinary } from "@bufbuild/protobuf";
import { type WebSocket, WebSocketServer } from "ws";
import {
  type Answer,
  type ClientFrame,
  ClientFrameSchema,
  type ServerFrame,
  ServerFrameSchema,
} from "../../src/gen/chieu/gateway/v1/gateway_pb.js";
import { Advice, Reason, type RefusalSchema } from "../../src/gen/chieu/table/v1/refusal_pb.js";
import type { Update } from "../../src/gen/chieu/table/v1/update_pb.js";
import type { ScriptedTable } from "./script.js";

type FrameInit = MessageInitShape<typeof ServerFrameSchema>;

/** One HTTP request, as it came. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

/** One WebSocket connection, seen from the gateway. */
export class Peer {
  readonly tables = new Set<string>();

  constructor(
    private readonly gateway: ScriptedGateway,
    readonly socket: WebSocket,
  ) {}

  get isOver(): boolean {
    return this.socket.readyState !== this.socket.OPEN;
  }

  send(init: FrameInit): void {
    const frame = create(ServerFrameSchema, init);
    if (this.gateway.isMute || this.gateway.swallow(frame) || this.isOver) {
      return;
    }
    for (let copy = 0; copy < this.gateway.copies; copy += 1) {
      this.socket.send(toBinary(ServerFrameSchema, frame));
    }
  }

  close(code: number, words = ""): void {
    this.socket.close(code, words);
  }

  cut(): void {
    this.socket.terminate();
  }
}

/** Knobs: `copies` of each frame, `isMute`, `swallow`, `greets`, `refusesTokens`, `heartbeatSeconds`, `aheadMs`, `onPeer`. */
export class ScriptedGateway {
  readonly tables = new Map<string, ScriptedTable>();
  readonly peers: Peer[] = [];
  readonly frames: ClientFrame[] = [];
  readonly asked: Asked[] = [];
  readonly responses = new Map<string, { status: number; document: unknown }[]>();
  readonly refusedTokens = new Map<string, number>();
  copies = 1;
  isMute = false;
  greets = true;
  heartbeatSeconds = 30;
  aheadMs = 0;
  swallow: (frame: ServerFrame) => boolean = () => false;
  beforeReply: (peer: Peer) => void = () => undefined;
  onPeer: (peer: Peer) => void = () => undefined;
  port = 0;
  #server: Server | undefined;
  #sockets: WebSocketServer | undefined;

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get live(): Peer[] {
    return this.peers.filter((peer) => !peer.isOver);
  }

  add(table: ScriptedTable): ScriptedTable {
    this.tables.set(table.id, table);
    return table;
  }

  said<Case extends NonNullable<ClientFrame["frame"]["case"]>>(kind: Case) {
    type Value = Extract<ClientFrame["frame"], { case: Case }>["value"];
    return this.frames.flatMap(({ frame }) => (frame.case === kind ? [frame.value as Value] : []));
  }

  answers(): Answer[] {
    return this.said("answer");
  }

  async start(): Promise<this> {
    const server = createServer((request, response) => void this.#respond(request, response));
    this.#sockets = new WebSocketServer({ server, path: "/ws" });
    this.#sockets.on("connection", (socket) => this.#meet(socket));
    await new Promise<void>((resolve) => server.listen(this.port, "127.0.0.1", resolve));
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
    return this;
  }

  async stop(): Promise<void> {
    for (const peer of this.peers) {
      peer.cut();
    }
    this.#sockets?.close();
    this.#server?.closeAllConnections();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  /** Adds an update and sends it to whoever has the table open. */
  tell(update: Update): void {
    this.tables.get(update.table)?.told.push(update);
    this.send(update);
  }

  /** Sends an update to whoever has the table open. */
  send(update: Update): void {
    for (const peer of this.live) {
      if (peer.tables.has(update.table)) {
        peer.send({ frame: { case: "update", value: update } });
      }
    }
  }

  closeTable(table: string, refusal: MessageInitShape<typeof RefusalSchema>): void {
    for (const peer of this.live) {
      if (peer.tables.delete(table)) {
        peer.send({ frame: { case: "closed", value: { table, refusal } } });
      }
    }
  }

  #meet(socket: WebSocket): void {
    const peer = new Peer(this, socket);
    this.peers.push(peer);
    this.onPeer(peer);
    socket.on("message", (data: Buffer) => this.#take(peer, fromBinary(ClientFrameSchema, new Uint8Array(data))));
    socket.on("error", () => undefined);
  }

  #take(peer: Peer, { corr, frame }: ClientFrame): void {
    this.frames.push(create(ClientFrameSchema, { corr, frame }));
    switch (frame.case) {
      case "hello":
        this.#greet(peer, corr, frame.value.token);
        break;
      case "open":
        this.#open(peer, corr, frame.value);
        break;
      case "leave":
        peer.tables.delete(frame.value.table);
        peer.send({ corr, frame: { case: "closed", value: { table: frame.value.table } } });
        break;
      case "answer":
        this.#answer(peer, corr, frame.value);
        break;
      case "ping": {
        const serverMs = BigInt(Date.now() + this.aheadMs);
        peer.send({ corr, frame: { case: "pong", value: { clientMs: frame.value.clientMs, serverMs } } });
        break;
      }
      default:
        break;
    }
  }

  #greet(peer: Peer, corr: bigint, token: string): void {
    const code = this.refusedTokens.get(token);
    if (code) {
      peer.close(code);
    } else if (this.greets) {
      const { heartbeatSeconds } = this;
      const serverMs = BigInt(Date.now() + this.aheadMs);
      peer.send({ corr, frame: { case: "welcome", value: { subject: "an", name: "An", serverMs, heartbeatSeconds } } });
    }
  }

  #open(peer: Peer, corr: bigint, place: { table: string; seq: bigint; mark: Uint8Array }): void {
    const table = this.tables.get(place.table);
    if (!table) {
      const refusal = { reason: Reason.NO_SUCH_TABLE, advice: Advice.CHANGE };
      peer.send({ corr, frame: { case: "closed", value: { table: place.table, refusal } } });
      return;
    }
    peer.tables.add(table.id);
    const { seat } = table.last;
    const opened = seat === undefined ? { table: table.id } : { table: table.id, seat };
    peer.send({ corr, frame: { case: "opened", value: opened } });
    for (const update of table.resume(place)) {
      peer.send({ frame: { case: "update", value: update } });
    }
  }

  #answer(peer: Peer, corr: bigint, answer: Answer): void {
    const table = this.tables.get(answer.table) as ScriptedTable;
    const known = table.told.length;
    const reply = table.reply(answer);
    this.beforeReply(peer);
    peer.send({ corr, frame: { case: "reply", value: reply } });
    for (const update of table.told.slice(known)) {
      this.send(update);
    }
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request) {
      parts.push(part as Buffer);
    }
    const text = Buffer.concat(parts).toString();
    const { method = "", url = "" } = request;
    const { authorization } = request.headers;
    this.asked.push({ method, path: url, authorization, body: text ? JSON.parse(text) : undefined });
    const script = this.responses.get(`${method} ${url}`) ?? [{ status: 404, document: {} }];
    const { status, document } = (script.length > 1 ? script.shift() : script[0]) as (typeof script)[0];
    if (!status) {
      response.destroy();
      return;
    }
    const body = typeof document === "string" ? document : JSON.stringify(document);
    response.writeHead(status, { "Content-Type": "application/json", Connection: "close" }).end(body);
  }
}
