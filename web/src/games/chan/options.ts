/** Chắn's options as a form shows them, and as the contract has them. */

import { create, type Message } from "@bufbuild/protobuf";
import type { SettingsInit } from "@chieu/client";
import { House, OptionsSchema } from "@chieu/client/chan";
import type { OptionField, OptionValues, Preset } from "../face";

const VALUES: OptionValues = { match_hands: "4", turn_seconds: "30", claim_seconds: "5" };

/** The two houses of the rulebook. */
export const PRESETS: readonly Preset[] = [
  { name: "seed", values: VALUES },
  { name: "traditional", values: VALUES },
];

/** Every option with what may be chosen; the house is the preset. */
export const FIELDS: readonly OptionField[] = [
  { name: "match_hands", least: 1, most: 100 },
  { name: "turn_seconds", least: 5, most: 300 },
  { name: "claim_seconds", least: 1, most: 15 },
];

/** The message. */
export function optionsOf(preset: string, values: OptionValues): Message {
  return create(OptionsSchema, {
    house: preset === "traditional" ? House.TRADITIONAL : House.SEED,
    matchHands: numberOf("match_hands", values),
    turnSeconds: numberOf("turn_seconds", values),
  });
}

/** What the table itself is told: how long a window is open. */
export function settingsOf(values: OptionValues): Partial<SettingsInit> {
  return { claimSeconds: numberOf("claim_seconds", values) };
}

function numberOf(name: string, values: OptionValues): number {
  return Number(values[name] ?? VALUES[name]);
}
