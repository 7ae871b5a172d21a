/** A whole number out of a range that is too long for a choice. */

import { useId } from "preact/hooks";
import { say, useLanguage } from "../words";

/** What a number field is given. */
export interface AmountProps {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly least: number;
  readonly most: number;
  onChoose(value: string): void;
}

/** Whether the text is a whole number of the range. */
export function isWithin(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most;
}

/** A range in words. */
export function rangeWords(key: string, least: number, most: number, fillings: Readonly<Record<string, string>> = {}) {
  const written = (amount: number): string => amount.toLocaleString(document.documentElement.lang);
  return say(key, { ...fillings, least: written(least), most: written(most) });
}

/** A field for the number, with what is allowed under it. */
export function Amount({ label, help, value, least, most, onChoose }: AmountProps) {
  useLanguage();
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        id={id}
        inputMode="numeric"
        autocomplete="off"
        value={value}
        aria-describedby={`${id}-help`}
        aria-invalid={!isWithin(value, least, most)}
        onInput={(event) => onChoose(event.currentTarget.value.trim())}
      />
      <p class="help" id={`${id}-help`}>
        {help} <span class="range">{rangeWords("new.range", least, most)}</span>
      </p>
    </div>
  );
}
