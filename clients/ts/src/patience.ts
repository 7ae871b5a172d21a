/**
 * How long to try, how fast, and how unevenly: exponential back-off with full jitter.
 *
 * Full jitter (a delay drawn evenly from nothing to the ceiling) keeps clients that lost one gateway together from
 * coming back together.
 */

/** Milliseconds, all of them. The defaults suit a person at a table. */
export interface Patience {
  /** Ceiling of the first delay; each further ceiling is twice the one before. */
  readonly firstMs: number;
  /** No ceiling is higher. */
  readonly longestMs: number;
  /**
   * Trying in vain for longer than this ends in `Unreachable` or the last refusal. `Infinity`: never. The time begins
   * anew when a device wakes up, and does not end while it knows that it is offline.
   */
  readonly totalMs: number;
  /** Silence after which a question is asked again: every question may be repeated. */
  readonly replyMs: number;
  /** Silence after which a connection is given up that had to prove itself, since the device has just woken up. */
  readonly wakeMs: number;
}

/** What counts where nothing else is said. */
export const DEFAULT_PATIENCE: Patience = {
  firstMs: 250,
  longestMs: 10_000,
  totalMs: 120_000,
  replyMs: 10_000,
  wakeMs: 3_000,
};

/** The delays of one series of failures. */
export class Backoff {
  #failures = 0;

  constructor(
    private readonly patience: Patience,
    private readonly random: () => number = Math.random,
  ) {}

  /** Failures in a row so far. */
  get failures(): number {
    return this.#failures;
  }

  /** Milliseconds to wait before the next try; counts a failure. */
  delay(): number {
    const ceiling = Math.min(this.patience.longestMs, this.patience.firstMs * 2 ** Math.min(this.#failures, 30));
    this.#failures += 1;
    return this.random() * ceiling;
  }

  /** Says that it worked: the next delay is a first one again. */
  reset(): void {
    this.#failures = 0;
  }
}
