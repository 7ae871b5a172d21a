/** A player's session: who he is, the lobby, and one connection for all his tables. */

import { ServerClock } from "./clock.js";
import { Connection, type ConnectionStatus } from "./connection.js";
import { SessionEnded } from "./errors.js";
import type { Unsubscribe } from "./feed.js";
import { Http } from "./http.js";
import { Lobby } from "./lobby.js";
import { DEFAULT_PATIENCE, type Patience } from "./patience.js";
import { LiveTable } from "./table.js";
import { Token, type TokenSource } from "./token.js";
import { BROWSER, type Surroundings } from "./wake.js";
import type { SocketClass } from "./wire.js";

/** What a session needs to know. Either `token` or `guest`. */
export interface ChieuOptions {
  /** The server, for instance `https://play.example.org`. In a browser the page's own origin if it is not given. */
  readonly address?: string;
  /** A JSON Web Token of the integrator's backend, or what gets one, also a newer one when it has run out. */
  readonly token?: TokenSource;
  /** A name, for a server that takes guests. */
  readonly guest?: string;
  /** How long to try, and how fast. */
  readonly patience?: Partial<Patience>;
  /** Where the platform has none (Node.js before 22): a constructor, such as that of the `ws` package. */
  readonly WebSocket?: unknown;
  /** Instead of the platform's. */
  readonly fetch?: typeof globalThis.fetch;
  /** Instead of the browser's events: what says that the device woke up or found a network. */
  readonly surroundings?: Surroundings;
}

/** What the server said about a guest. */
interface Guest {
  readonly token: string;
  readonly subject: string;
  readonly name: string;
}

/**
 * A session with a Chiếu server: `new Chieu({ address: "http://127.0.0.1:8080", guest: "An" })`.
 *
 * The WebSocket is dialled when the first table is opened; `close` ends it.
 */
export class Chieu {
  /** The server's time. */
  readonly clock = new ServerClock();
  /** Tables before and beside the play. */
  readonly lobby: Lobby;
  /** Where the server is. */
  readonly address: string;

  readonly #http: Http;
  readonly #token: Token;
  readonly #connection: Connection;
  readonly #patience: Patience;
  #guest: Guest | undefined;

  /** Throws a TypeError for options that do not go together. */
  constructor(options: ChieuOptions) {
    const { token, guest, fetch = (input, init) => globalThis.fetch(input, init) } = options;
    if ((token === undefined) === (guest === undefined)) {
      throw new TypeError("expected either a token or a guest's name");
    }
    this.address = addressOf(options.address);
    this.#patience = { ...DEFAULT_PATIENCE, ...options.patience };
    this.#http = new Http(this.address, this.#patience, fetch);
    this.#token = token === undefined ? new Token(() => this.#enterAsGuest(guest ?? ""), false) : new Token(token);
    this.lobby = new Lobby(this.#http, this.#token);
    this.#connection = new Connection({
      url: `ws${this.address.slice("http".length)}/ws`,
      token: this.#token,
      clock: this.clock,
      patience: this.#patience,
      surroundings: options.surroundings ?? BROWSER,
      socketClass: () => socketClassOf(options.WebSocket),
    });
  }

  /** The token in use; for guests it is there after `login`, and good for coming back as the same guest. */
  get token(): string {
    return this.#token.current;
  }

  /** The player's id, once the server has said it. */
  get subject(): string | undefined {
    return this.#connection.welcome?.subject ?? this.#guest?.subject;
  }

  /** The name that others see, once the server has said it. */
  get name(): string | undefined {
    return this.#connection.welcome?.name ?? this.#guest?.name;
  }

  /** Where the connection stands. */
  get status(): ConnectionStatus {
    return this.#connection.status;
  }

  /** Calls back with every change of the connection: connecting, connected, reconnecting, ended. */
  onStatus(listener: (status: ConnectionStatus) => void): Unsubscribe {
    return this.#connection.onStatus(listener);
  }

  /**
   * Gets the token now, which the first call or table would do too. Twice is once. Rejects with Refused where guests are
   * not taken, and with what the token's source rejects with.
   */
  async login(): Promise<void> {
    await this.#token.get();
  }

  /**
   * Follows a table: as the seat that this player holds there, else as a spectator. Several tables may be open at once,
   * each once.
   *
   * Returns at once; `untilOpen` says when the first update is there. Throws an Error for a table that is open already,
   * and what the session ended with.
   */
  table(tableId: string): LiveTable {
    return new LiveTable(tableId, this.#connection, this.clock, this.#patience);
  }

  /** Ends the connection and everything that waits on it. Twice is once. */
  close(): void {
    this.#connection.close();
  }

  async #enterAsGuest(name: string): Promise<string> {
    const document = await this.#http.document({ method: "POST", path: "/v1/guest", body: { name } });
    const guest = document as Partial<Guest> | null;
    if (typeof guest?.token !== "string") {
      throw new SessionEnded(0, "the server gave no token");
    }
    this.#guest = { token: guest.token, subject: String(guest.subject ?? ""), name: String(guest.name ?? name) };
    return guest.token;
  }
}

function addressOf(given: string | undefined): string {
  const address = given ?? (globalThis as { location?: { origin?: string } }).location?.origin;
  if (!address || !/^https?:\/\//.test(address)) {
    throw new TypeError(`expected an address with http: or https:, got ${address}`);
  }
  return address.replace(/\/+$/, "");
}

function socketClassOf(given: unknown): SocketClass {
  const found = given ?? (globalThis as { WebSocket?: unknown }).WebSocket;
  if (typeof found !== "function") {
    throw new SessionEnded(0, "this platform has no WebSocket: give one as an option");
  }
  return found as SocketClass;
}
