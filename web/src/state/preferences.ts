/** What the player likes: kept by the browser, applied to the document. */

import { Cell } from "./cell";
import { forLong } from "./keep";

/** Everything that the settings offer. */
export interface Preferences {
  readonly language: string;
  readonly theme: "system" | "light" | "dark";
  readonly suits: "two" | "four";
  /** How one's hand is sorted, where the game knows that order. */
  readonly order: string;
  readonly sound: boolean;
  readonly motion: boolean;
}

const DEFAULTS: Preferences = {
  language: preferredLanguage(),
  theme: "system",
  suits: "two",
  order: "rank",
  sound: false,
  motion: true,
};

/** The preferences as they are now. */
export const preferences = new Cell<Preferences>({ ...DEFAULTS, ...forLong.read<Partial<Preferences>>("likes", {}) });

/** Changes some, and keeps them. */
export function prefer(changes: Partial<Preferences>): void {
  preferences.set({ ...preferences.value, ...changes });
  forLong.write("likes", preferences.value);
}

/** The order that the player likes, out of those that a game knows; its first one where he likes another. */
export function orderFor(orders: readonly string[]): string {
  const { order } = preferences.value;
  return orders.includes(order) ? order : (orders[0] ?? "");
}

/** Whether things may move: the player's wish, and the device's. */
export function mayMove(): boolean {
  return preferences.value.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Keeps the document's language, theme and suits as the player likes them. */
export function applyPreferences(document: Document): void {
  const apply = (): void => {
    const { language, theme, suits, motion } = preferences.value;
    const root = document.documentElement;
    root.lang = language;
    root.dataset["theme"] = theme;
    root.dataset["suits"] = suits;
    root.dataset["motion"] = motion ? "on" : "off";
  };
  apply();
  preferences.watch(apply);
}

function preferredLanguage(): string {
  const wanted = typeof navigator === "undefined" ? [] : navigator.languages;
  return wanted.some((tag) => tag.toLowerCase().startsWith("vi")) && !wanted[0]?.startsWith("en") ? "vi" : "en";
}
