/** One WebSocket connection: frames in, frames out, and how it ended. It never comes back; `connection.ts` does that. */

import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { BROKEN, type Closing } from "./closing.js";
import {
  type ClientFrame,
  ClientFrameSchema,
  type ServerFrame,
  ServerFrameSchema,
} from "./gen/chieu/gateway/v1/gateway_pb.js";

/** The binary encoding of the contract. */
export const SUBPROTOCOL = "chieu.v1.proto";

/** As much of the standard's WebSocket as is used here: the browser's, Node.js 22's, or the `ws` package's. */
export interface Socket {
  binaryType: string;
  readonly readyState: number;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: never) => void) | null;
  onclose: ((event: never) => void) | null;
  onerror: ((event: never) => void) | null;
  send(data: Uint8Array): void;
  close(code?: number, reason?: string): void;
}

/** A constructor of WebSockets. */
export type SocketClass = new (url: string, protocol: string) => Socket;

/** Who listens to a wire. */
export interface Ear {
  /** The upgrade is done. */
  onOpen(): void;
  /** A frame came. */
  onFrame(frame: ServerFrame): void;
  /** The connection is over, whoever ended it. Comes once, and nothing comes after it. */
  onClosed(closing: Closing): void;
}

const OPEN = 1;

/** A WebSocket that is being opened or is open. */
export class Wire {
  readonly #socket: Socket;
  #isOver = false;

  /** Begins to connect. Throws what the constructor throws, for instance a SyntaxError for a bad address. */
  constructor(
    Socket: SocketClass,
    url: string,
    private readonly ear: Ear,
  ) {
    const socket = new Socket(url, SUBPROTOCOL);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => this.#isOver || ear.onOpen();
    socket.onmessage = (event: MessageEvent<unknown>) => this.#take(event.data);
    socket.onclose = (event: CloseEvent) => this.#end({ code: event.code, words: event.reason });
    socket.onerror = () => undefined; // says nothing; the close that follows does
    this.#socket = socket;
  }

  /** Writes a frame; lost without a word if the connection is not open, as it may be a moment later anyway. */
  send(frame: ClientFrame): void {
    if (!this.#isOver && this.#socket.readyState === OPEN) {
      this.#socket.send(toBinary(ClientFrameSchema, frame));
    }
  }

  /**
   * Ends the connection as seen from here at once; `onClosed` is called before this returns. The closing handshake may
   * take its time, or never come to an end where the network is gone.
   */
  drop(closing: Closing = BROKEN): void {
    this.#end(closing);
    this.#socket.close(1000);
  }

  #take(data: unknown): void {
    if (this.#isOver) {
      return;
    }
    let frame: ServerFrame;
    try {
      frame = fromBinary(ServerFrameSchema, new Uint8Array(data as ArrayBuffer));
    } catch {
      this.drop();
      return;
    }
    this.ear.onFrame(frame);
  }

  #end(closing: Closing): void {
    if (!this.#isOver) {
      this.#isOver = true;
      this.ear.onClosed(closing);
    }
  }
}
