/** What the browser keeps for us. It may refuse (private windows, full disks): then nothing is kept, and nothing breaks. */

const PREFIX = "chieu:";

function read<T>(storage: () => Storage, key: string, otherwise: T): T {
  try {
    const text = storage().getItem(PREFIX + key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) {
      storage().removeItem(PREFIX + key);
    } else {
      storage().setItem(PREFIX + key, JSON.stringify(value));
    }
  } catch {
    // the page works without it
  }
}

/** Kept until the player clears it. `undefined` forgets. */
export const forLong = {
  read: <T>(key: string, otherwise: T): T => read(() => localStorage, key, otherwise),
  write: (key: string, value: unknown): void => write(() => localStorage, key, value),
};

/** Kept in this window, over reloads. `undefined` forgets. */
export const forThisWindow = {
  read: <T>(key: string, otherwise: T): T => read(() => sessionStorage, key, otherwise),
  write: (key: string, value: unknown): void => write(() => sessionStorage, key, value),
};
