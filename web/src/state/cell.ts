/** A value that tells who watches it when it changes. */

import { useEffect, useState } from "preact/hooks";

/** Holds one value; `set` tells every watcher, unless the value is the same. */
export class Cell<T> {
  readonly #watchers = new Set<() => void>();
  #value: T;

  constructor(first: T) {
    this.#value = first;
  }

  /** The value as it is now. */
  get value(): T {
    return this.#value;
  }

  /** Changes the value. */
  set(value: T): void {
    if (!Object.is(value, this.#value)) {
      this.#value = value;
      for (const watcher of [...this.#watchers]) {
        watcher();
      }
    }
  }

  /** Calls back after each change; returns what ends that. */
  watch(watcher: () => void): () => void {
    this.#watchers.add(watcher);
    return () => this.#watchers.delete(watcher);
  }
}

/** A cell's value in a component, which is drawn again when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [, redraw] = useState({});
  useEffect(() => cell.watch(() => redraw({})), [cell]);
  return cell.value;
}
