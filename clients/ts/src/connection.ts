/**
 * One session's connection, for as long as the session lives: it comes back until it is told not to.
 *
 * Theory of operation.
 *
 *     phase     what happens                            next
 *     idle      the first channel                       dialling
 *     dialling  Welcome                                 up
 *     dialling  closed, or no Welcome in time           waiting, or over
 *     up        closed, or silence                      waiting, or over
 *     waiting   the delay has passed, or the device     dialling
 *               wakes up
 *     any       `close`                                 over
 *
 * Tables are channels: each has a number, which is the upper half of every `corr` that it sends, so that replies find
 * their table without a map. A channel is told when a wire is there, when it is gone, and when the session is over; what
 * to say again is the channel's own business. A pong proves that the far end is well, and only that resets the back-off: a
 * server that greets and hangs up must not be hammered.
 */

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import type { ServerClock } from "./clock.js";
import { type Closing, mayComeBack, wantsAnotherToken } from "./closing.js";
import { type End, Refused, SessionEnded, Unreachable } from "./errors.js";
import { Feed, type Unsubscribe } from "./feed.js";
import {
  type ClientFrame,
  ClientFrameSchema,
  type ServerFrame,
  type Welcome,
} from "./gen/chieu/gateway/v1/gateway_pb.js";
import { Backoff, type Patience } from "./patience.js";
import type { Token } from "./token.js";
import type { Surroundings } from "./wake.js";
import { type SocketClass, Wire } from "./wire.js";

const CHANNEL_SHIFT = 32n;
const DEFAULT_HEARTBEAT_MS = 30_000;
const PINGS_A_HEARTBEAT = 3;

/**
 * Where a session's connection stands. `idle`: no table was opened yet. `connecting`: for the first time. `connected`:
 * the server has greeted. `reconnecting`: it was, and will be again. `ended`: it will not come back.
 */
export type ConnectionState = "idle" | "connecting" | "connected" | "reconnecting" | "ended";

/** A change of the connection's state. */
export interface ConnectionStatus {
  readonly state: ConnectionState;
  /** With `ended`: why. */
  readonly error?: End;
}

/** What a client says, without its envelope. */
export type Saying = NonNullable<MessageInitShape<typeof ClientFrameSchema>["frame"]>;

/** What the connection carries for one table. */
export interface Channel {
  /** The table's id. */
  readonly tableId: string;
  /** A wire is there; nothing of what was said on an older one is known at the far end. */
  onConnected(): void;
  /** The wire is gone; another one may come. */
  onDisconnected(): void;
  /** A frame for this channel. */
  onFrame(frame: ServerFrame): void;
  /** Nothing will come any more. */
  onSessionEnded(error: End): void;
}

/** What a connection is made of. */
export interface Means {
  readonly url: string;
  readonly token: Token;
  readonly clock: ServerClock;
  readonly patience: Patience;
  readonly surroundings: Surroundings;
  /** Throws where this program has no WebSocket. */
  readonly socketClass: () => SocketClass;
}

type Phase = "idle" | "dialling" | "up" | "waiting" | "over";

/** Dials, greets, beats and comes back. */
export class Connection {
  /** What the server said last about this client. */
  welcome: Welcome | undefined;

  readonly #backoff: Backoff;
  readonly #status = new Feed<ConnectionStatus>();
  readonly #channels = new Map<bigint, Channel>();
  readonly #byTable = new Map<string, Channel>();
  #nextChannel = 1n;
  #phase: Phase = "idle";
  #wasUp = false;
  #last: ConnectionStatus = { state: "idle" };
  #dials = 0;
  #used = "";
  #wire: Wire | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #beat: ReturnType<typeof setInterval> | undefined;
  #look: ReturnType<typeof setTimeout> | undefined;
  #askedMs = 0n;
  #dialledAt = 0;
  #heardAt = 0;
  #lostAt = 0;
  #stopLooking: Unsubscribe | undefined;
  #ended: End | undefined;

  constructor(private readonly means: Means) {
    this.#backoff = new Backoff(means.patience);
  }

  /** Whether the server has greeted the present wire. */
  get isUp(): boolean {
    return this.#phase === "up";
  }

  /** Where it stands. */
  get status(): ConnectionStatus {
    return this.#last;
  }

  /** Calls back with every change. */
  onStatus(listener: (status: ConnectionStatus) => void): Unsubscribe {
    return this.#status.listen(listener);
  }

  /**
   * Carries a channel from now on; returns what draws its `corr` numbers. Dials if nobody has yet.
   *
   * Throws an Error if the table has a channel already, and what the session ended with if it has.
   */
  add(channel: Channel): () => bigint {
    if (this.#ended) {
      throw this.#ended;
    }
    if (this.#byTable.has(channel.tableId)) {
      throw new Error(`table ${channel.tableId} is open in this session already`);
    }
    let corr = this.#nextChannel << CHANNEL_SHIFT;
    this.#channels.set(this.#nextChannel, channel);
    this.#byTable.set(channel.tableId, channel);
    this.#nextChannel += 1n;
    if (this.#phase === "idle") {
      this.#begin();
    }
    return () => {
      corr += 1n;
      return corr;
    };
  }

  /** Carries the channel no longer. Twice is once. */
  remove(channel: Channel): void {
    if (this.#byTable.get(channel.tableId) !== channel) {
      return;
    }
    this.#byTable.delete(channel.tableId);
    for (const [number, other] of this.#channels) {
      if (other === channel) {
        this.#channels.delete(number);
      }
    }
  }

  /** Says something if the wire is up; else it is lost, and `onConnected` is the moment to say it again. */
  send(frame: Saying, corr = 0n): void {
    this.sendFrame(create(ClientFrameSchema, { corr, frame }));
  }

  /** As `send`, for a frame that may be said again. */
  sendFrame(frame: ClientFrame): void {
    if (this.isUp) {
      this.#wire?.send(frame);
    }
  }

  /** Says goodbye and ends every channel. Twice is once. */
  close(): void {
    this.#end(new SessionEnded(0, "the session was closed"));
  }

  // Dialling.

  #begin(): void {
    this.#lostAt = performance.now();
    this.#stopLooking = this.means.surroundings.onWake(() => this.#onWake());
    this.#dial();
  }

  #dial(): void {
    const dial = ++this.#dials;
    this.#dialledAt = performance.now();
    this.#enter("dialling");
    this.#timer = setTimeout(() => this.#giveUp(), this.means.patience.replyMs);
    this.means.token.get().then(
      (token) => dial === this.#dials && this.#connect(token),
      (error: unknown) => dial === this.#dials && this.#onNoToken(error),
    );
  }

  #connect(token: string): void {
    this.#used = token;
    const hello: Saying = { case: "hello", value: { token } };
    try {
      const wire = new Wire(this.means.socketClass(), this.means.url, {
        onOpen: () => wire.send(create(ClientFrameSchema, { frame: hello })),
        onFrame: (frame) => this.#onFrame(frame),
        onClosed: (closing) => this.#onClosed(closing),
      });
      this.#wire = wire;
    } catch (error) {
      this.#end(error instanceof SessionEnded ? error : new SessionEnded(0, String(error)));
    }
  }

  /** This try takes too long, whatever it waits for. */
  #giveUp(): void {
    this.#dials += 1;
    if (this.#wire) {
      this.#wire.drop();
    } else {
      this.#comeBack();
    }
  }

  #onNoToken(error: unknown): void {
    if (error instanceof Refused || error instanceof SessionEnded || error instanceof Unreachable) {
      this.#end(error);
    } else {
      this.#comeBack();
    }
  }

  #onWelcome(welcome: Welcome): void {
    if (this.#phase !== "dialling") {
      return;
    }
    const { clock, token } = this.means;
    this.welcome = welcome;
    clock.restart();
    clock.stamp(welcome.serverMs);
    token.accept();
    this.#wasUp = true;
    this.#enter("up");
    this.#ping();
    const heartbeatMs = welcome.heartbeatSeconds * 1000 || DEFAULT_HEARTBEAT_MS;
    this.#beat = setInterval(() => this.#onBeat(heartbeatMs), heartbeatMs / PINGS_A_HEARTBEAT);
    for (const channel of [...this.#channels.values()]) {
      channel.onConnected();
    }
  }

  // Being up.

  #onBeat(heartbeatMs: number): void {
    if (performance.now() - this.#heardAt >= heartbeatMs) {
      this.#wire?.drop();
    } else {
      this.#ping();
    }
  }

  #ping(): void {
    this.send({ case: "ping", value: { clientMs: this.means.clock.pingMs() } });
  }

  #onFrame(frame: ServerFrame): void {
    this.#heardAt = performance.now();
    const { case: kind, value } = frame.frame;
    switch (kind) {
      case "update":
        this.means.clock.stamp(value.serverMs);
        this.#byTable.get(value.table)?.onFrame(frame);
        break;
      case "opened":
      case "closed":
        this.#byTable.get(value.table)?.onFrame(frame);
        break;
      case "reply":
      case "refusal":
        this.#channels.get(frame.corr >> CHANNEL_SHIFT)?.onFrame(frame);
        break;
      case "welcome":
        this.#onWelcome(value);
        break;
      case "pong":
        this.means.clock.pong(value.clientMs, value.serverMs);
        this.#backoff.reset();
        if (value.clientMs >= this.#askedMs) {
          clearTimeout(this.#look);
        }
        break;
      case undefined: // a frame of a later contract
        break;
    }
  }

  // Coming back.

  #onClosed(closing: Closing): void {
    this.#wire = undefined;
    if (this.#ended) {
      return;
    }
    if (this.isUp) {
      this.#lostAt = performance.now();
    }
    const isRenewable = wantsAnotherToken(closing.code) && this.means.token.reject(this.#used);
    if (isRenewable || mayComeBack(closing.code)) {
      this.#comeBack();
    } else {
      this.#end(new SessionEnded(closing.code, closing.words || "the server ended the session"));
    }
  }

  #comeBack(): void {
    const { patience, surroundings, url } = this.means;
    if (performance.now() - this.#lostAt > patience.totalMs && !surroundings.isOffline()) {
      this.#end(new Unreachable(`${url} has not answered for ${patience.totalMs / 1000} s`));
      return;
    }
    this.#enter("waiting");
    this.#timer = setTimeout(() => this.#dial(), this.#backoff.delay());
  }

  /** The device may have slept: what is up may be dead without a word, and waiting any longer is for nothing. */
  #onWake(): void {
    const { clock, surroundings } = this.means;
    clock.doubt();
    if (this.isUp) {
      this.#lookWhetherAlive();
    } else if (!surroundings.isOffline()) {
      this.#lostAt = performance.now();
      this.#dialNow();
    }
  }

  #dialNow(): void {
    if (this.#phase === "waiting") {
      this.#dial();
    } else if (this.#phase === "dialling" && performance.now() - this.#dialledAt > this.means.patience.wakeMs) {
      this.#backoff.reset();
      this.#giveUp();
    }
  }

  /** Only the pong to a ping from now on counts: what was under way before the sleep may still come out of a buffer. */
  #lookWhetherAlive(): void {
    this.#askedMs = this.means.clock.pingMs();
    this.#ping();
    clearTimeout(this.#look);
    this.#look = setTimeout(() => {
      this.#backoff.reset();
      this.#wire?.drop();
    }, this.means.patience.wakeMs);
  }

  // Phases.

  /** Every change of phase: what belonged to the one before ends here. */
  #enter(phase: Phase): void {
    const wasUp = this.isUp;
    this.#phase = phase;
    clearTimeout(this.#timer);
    clearTimeout(this.#look);
    clearInterval(this.#beat);
    if (wasUp && phase !== "over") {
      for (const channel of [...this.#channels.values()]) {
        channel.onDisconnected();
      }
    }
    if (phase !== "over") {
      const away = this.#wasUp ? "reconnecting" : "connecting";
      this.#tell({ state: phase === "up" ? "connected" : away });
    }
  }

  #tell(status: ConnectionStatus): void {
    if (status.state !== this.#last.state) {
      this.#last = status;
      this.#status.publish(status);
    }
  }

  #end(error: End): void {
    if (this.#ended) {
      return;
    }
    this.#ended = error;
    this.#dials += 1;
    this.#enter("over");
    this.#stopLooking?.();
    this.#wire?.drop();
    for (const channel of [...this.#channels.values()]) {
      channel.onSessionEnded(error);
    }
    this.#tell({ state: "ended", error });
    this.#status.end();
  }
}
