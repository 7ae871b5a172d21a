/**
 * What the page says, a file for each language. A sentence has its gaps in braces; what fills them is given by name.
 * A game adds its own files with `addWords`.
 */

import { useCell } from "../state/cell";
import { preferences } from "../state/preferences";
import en from "./en.json";
import vi from "./vi.json";

/** Sentences by key. */
export type Dictionary = Readonly<Record<string, string>>;

/** What may stand in a gap. */
export type Filling = string | number;

/** The languages that there are: tag and own name. */
export const LANGUAGES: readonly (readonly [string, string])[] = [
  ["en", "English"],
  ["vi", "Tiếng Việt"],
];

const books: Record<string, Record<string, string>> = { en: { ...en }, vi: { ...vi } };

/** Adds a game's sentences: languages to dictionaries. */
export function addWords(more: Readonly<Record<string, Dictionary>>): void {
  for (const [language, dictionary] of Object.entries(more)) {
    books[language] = { ...books[language], ...dictionary };
  }
}

/** A sentence with its gaps, in the player's language; the key itself where there is none. */
export function sentence(key: string): string {
  return books[preferences.value.language]?.[key] ?? books["en"]?.[key] ?? key;
}

/** Whether there is such a sentence. */
export function hasSentence(key: string): boolean {
  return sentence(key) !== key;
}

/** A sentence with its gaps filled. */
export function say(key: string, fillings: Readonly<Record<string, Filling>> = {}): string {
  return sentence(key).replace(/\{(\w+)\}/g, (gap, name: string) => {
    const filling = fillings[name] ?? gap;
    return typeof filling === "number" ? minus(filling) : filling;
  });
}

/** A number with a minus sign in place of a hyphen. */
export function minus(amount: number | bigint): string {
  return String(amount).replace("-", "−");
}

/** A gain or a loss: `+20`, `−10`. */
export function signed(amount: number | bigint): string {
  return amount > 0 ? `+${amount}` : minus(amount);
}

/** Draws the component again when the language changes. */
export function useLanguage(): string {
  return useCell(preferences).language;
}
