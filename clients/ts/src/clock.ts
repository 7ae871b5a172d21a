/**
 * The server's time, as far as a client can know it.
 *
 * A pong says what the server's clock showed at some moment between our ping and now, so half the round trip bounds the
 * error; the shortest of the last round trips counts. Before the first pong the stamps of other messages give a lower
 * bound: they were made before they came.
 */

const KEPT = 8;

interface Measured {
  readonly trip: number;
  readonly offset: number;
}

/** Turns local moments into server time. Milliseconds since 1970 on the server's side, any origin on ours. */
export class ServerClock {
  #pongs: Measured[] = [];
  #bound: number | undefined;
  #isDoubted = false;

  constructor(private readonly localMs: () => number = () => performance.now()) {}

  /** What to put into a ping, so that its pong can be used. */
  pingMs(): bigint {
    return BigInt(Math.floor(this.localMs()));
  }

  /** Takes a pong into account. One that claims to come from the future is left out. */
  pong(clientMs: bigint, serverMs: bigint): void {
    const now = this.localMs();
    const sent = Number(clientMs);
    if (now < sent) {
      return;
    }
    if (this.#isDoubted) {
      this.restart();
    }
    this.#pongs.push({ trip: now - sent, offset: Number(serverMs) - (now + sent) / 2 });
    this.#pongs.splice(0, this.#pongs.length - KEPT);
  }

  /** Takes a message's time stamp into account. */
  stamp(serverMs: bigint): void {
    const bound = Number(serverMs) - this.localMs();
    this.#bound = Math.max(bound, this.#bound ?? bound);
  }

  /** Forgets all as soon as something better comes: this device may have slept, and its clock with it. */
  doubt(): void {
    this.#isDoubted = true;
  }

  /** Forgets all: after a break the device may have slept, or another server may answer. */
  restart(): void {
    this.#pongs = [];
    this.#bound = undefined;
    this.#isDoubted = false;
  }

  /** Server time minus local time; undefined before anything is known. */
  get offsetMs(): number | undefined {
    const [first, ...rest] = this.#pongs;
    return first ? rest.reduce((best, other) => (other.trip < best.trip ? other : best), first).offset : this.#bound;
  }

  /** The server's time now; undefined before anything is known. */
  nowMs(): number | undefined {
    const offset = this.offsetMs;
    return offset === undefined ? undefined : this.localMs() + offset;
  }

  /** Milliseconds from now to a moment of server time, 0 when it has passed; undefined before anything is known. */
  msUntil(serverMs: number | bigint): number | undefined {
    const now = this.nowMs();
    return now === undefined ? undefined : Math.max(0, Number(serverMs) - now);
  }
}
