/** One producer, any number of readers and listeners, each at its own pace and each bounded. */

const LIMIT = 256;

/** Stops a listener. Twice is once. */
export type Unsubscribe = () => void;

class Reader<T> implements AsyncIterableIterator<T> {
  items: T[] = [];
  #wake: (() => void) | undefined;
  #isReturned = false;

  constructor(private readonly feed: Feed<T>) {}

  push(item: T, limit: number): void {
    this.items.push(item);
    if (this.items.length > limit) {
      this.items.shift();
    }
    this.wake();
  }

  wake(): void {
    this.#wake?.();
    this.#wake = undefined;
  }

  async next(): Promise<IteratorResult<T, undefined>> {
    while (!this.#isReturned && !this.items.length && !this.feed.hasEnded) {
      await new Promise<void>((wake) => {
        const earlier = this.#wake;
        this.#wake = () => {
          earlier?.();
          wake();
        };
      });
    }
    if (this.items.length && !this.#isReturned) {
      return { done: false, value: this.items.shift() as T };
    }
    this.feed.forget(this);
    if (this.feed.error && !this.#isReturned) {
      this.#isReturned = true;
      throw this.feed.error;
    }
    return { done: true, value: undefined };
  }

  async return(): Promise<IteratorResult<T, undefined>> {
    this.#isReturned = true;
    this.feed.forget(this);
    this.wake();
    return { done: true, value: undefined };
  }

  [Symbol.asyncIterator](): this {
    return this;
  }
}

/** Hands items on until it ends. A reader that falls `limit` items behind loses the oldest ones. */
export class Feed<T> {
  readonly #readers = new Set<Reader<T>>();
  readonly #listeners = new Set<(item: T) => void>();
  #hasEnded = false;
  #error: Error | undefined;

  constructor(private readonly limit: number = LIMIT) {}

  /** Whether nothing can be published any more. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** What it ended with, if that was an error. */
  get error(): Error | undefined {
    return this.#error;
  }

  /** Hands an item to everybody. Ignored after the end. */
  publish(item: T): void {
    if (this.#hasEnded) {
      return;
    }
    for (const reader of this.#readers) {
      reader.push(item, this.limit);
    }
    for (const listener of [...this.#listeners]) {
      tell(listener, item);
    }
  }

  /** Ends every reader, after what it still has to read; with an error it is thrown there. The first end counts. */
  end(error?: Error): void {
    if (this.#hasEnded) {
      return;
    }
    this.#hasEnded = true;
    this.#error = error;
    this.#listeners.clear();
    for (const reader of this.#readers) {
      reader.wake();
    }
  }

  /** Everything from now on, after `first` if given. Throws what the feed ended with. */
  read(first?: T): AsyncIterableIterator<T> {
    const reader = new Reader<T>(this);
    if (first !== undefined) {
      reader.items.push(first);
    }
    this.#readers.add(reader);
    return reader;
  }

  /** Calls the listener with everything from now on, after `first` if given. What it throws stops nothing. */
  listen(listener: (item: T) => void, first?: T): Unsubscribe {
    const own = (item: T): void => listener(item); // the same function may listen twice
    if (first !== undefined) {
      tell(own, first);
    }
    if (!this.#hasEnded) {
      this.#listeners.add(own);
    }
    return () => this.#listeners.delete(own);
  }

  /** Keeps nothing for this reader any more. */
  forget(reader: AsyncIterableIterator<T>): void {
    this.#readers.delete(reader as Reader<T>);
  }
}

/** Calls a listener; what it throws is reported as uncaught, and hurts nobody else. */
function tell<T>(listener: (item: T) => void, item: T): void {
  try {
    listener(item);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  const { reportError } = globalThis as { reportError?: (error: unknown) => void };
  if (reportError) {
    reportError(error);
  } else {
    queueMicrotask(() => {
      throw error;
    });
  }
}
