/** Why a table cannot be made, in plain words: for an option out of its range, which one and what it takes. */

import { Refused } from "@chieu/client";
import { isWithin, rangeWords } from "../frame/amount";
import { callWords } from "../frame/asking";
import type { NumberField, OptionField, OptionValues } from "../games/face";
import { say } from "../words";

/** An option that the form itself sees to be out of its range. */
class OutOfRange extends Error {
  constructor(readonly field: NumberField) {
    super(field.name);
  }
}

/** Throws for the first number that its field does not take; what the options make of each other, the server knows. */
export function checkRanges(fields: readonly OptionField[], values: OptionValues): void {
  for (const field of fields) {
    if ("most" in field && !isWithin(values[field.name] ?? "", field.least, field.most)) {
      throw new OutOfRange(field);
    }
  }
}

/** The words for a call that did not make a table of this game. */
export function refusedTable(game: string, error: unknown): string {
  const field = error instanceof OutOfRange ? error.field : refusedField(error);
  return field
    ? rangeWords("refusal.option", field.least, field.most, { option: say(`${game}.option.${field.name}`) })
    : callWords(error);
}

function refusedField(error: unknown): NumberField | undefined {
  const found = error instanceof Refused ? /^options\.(\w+): (\d+) to (\d+)\b/.exec(error.detail) : null;
  const [, name, least, most] = found ?? [];
  return name === undefined ? undefined : { name, least: Number(least), most: Number(most) };
}
