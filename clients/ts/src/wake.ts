/** When a device may have woken up or found a network: the moments at which waiting any longer makes no sense. */

import type { Unsubscribe } from "./feed.js";

/** What a program's surroundings tell of the device. */
export interface Surroundings {
  /** Calls back when the connection deserves a look: page shown again, network found or lost. */
  onWake(look: () => void): Unsubscribe;
  /** Whether the device knows that it has no network. */
  isOffline(): boolean;
}

/** A browser's window and document; elsewhere nothing ever happens. */
export const BROWSER: Surroundings = {
  onWake(look) {
    const { window, document } = globalThis as Partial<Pick<typeof globalThis, "window" | "document">>;
    const whenVisible = (): void => {
      if (document?.visibilityState === "visible") {
        look();
      }
    };
    const happenings: [EventTarget | undefined, string, () => void][] = [
      [window, "online", look],
      [window, "offline", look],
      [window, "pageshow", look],
      [document, "visibilitychange", whenVisible],
    ];
    for (const [target, name, listener] of happenings) {
      target?.addEventListener(name, listener);
    }
    return () => {
      for (const [target, name, listener] of happenings) {
        target?.removeEventListener(name, listener);
      }
    };
  },
  isOffline() {
    return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
  },
};
