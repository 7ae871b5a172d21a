/** Tấn's options as a form shows them, and as the contract has them. */

import { create, type Message } from "@bufbuild/protobuf";
import { FinishRule, OptionsSchema, Preset } from "@chieu/client/tan";
import type { Preset as NamedPreset, OptionField, OptionValues } from "../face";

const MOBILE: OptionValues = {
  hand_limit: "17",
  jokers: "0",
  tribute: "no",
  finish_rule: "hand",
  match_sets: "5",
  turn_seconds: "20",
  stall_limit: "24",
};

/** The presets of the rulebook. */
export const PRESETS: readonly NamedPreset[] = [
  { name: "mobile", values: MOBILE },
  { name: "traditional", values: { ...MOBILE, hand_limit: "0", jokers: "2", tribute: "yes" } },
];

const plain = (...values: string[]) => values.map((value) => ({ value }));
const worded = (...values: [string, string][]) => values.map(([value, word]) => ({ value, word }));

/** Every option with what may be chosen. */
export const FIELDS: readonly OptionField[] = [
  { name: "match_sets", choices: plain("1", "3", "5", "7", "10") },
  { name: "turn_seconds", choices: plain("10", "20", "30", "60", "120") },
  { name: "hand_limit", choices: [...plain("12", "15", "17", "20", "25"), ...worded(["0", "new.none"])] },
  { name: "jokers", choices: worded(["0", "new.none"], ["2", "tan.option.jokers.two"]) },
  { name: "tribute", choices: worded(["no", "new.no"], ["yes", "new.yes"]) },
  { name: "finish_rule", choices: worded(["hand", "tan.option.finish.hand"], ["stock", "tan.option.finish.stock"]) },
  { name: "stall_limit", choices: plain("12", "24", "48") },
];

/** The message; the number of seats changes nothing of it. */
export function optionsOf(preset: string, values: OptionValues): Message {
  const number = (name: string): number => Number(values[name] ?? MOBILE[name]);
  return create(OptionsSchema, {
    preset: preset === "traditional" ? Preset.TRADITIONAL : Preset.MOBILE,
    handLimit: number("hand_limit"),
    jokers: number("jokers"),
    tribute: values["tribute"] === "yes",
    finishRule: values["finish_rule"] === "stock" ? FinishRule.HAND_AND_STOCK_EMPTY : FinishRule.HAND_EMPTY,
    matchSets: number("match_sets"),
    turnSeconds: number("turn_seconds"),
    stallLimit: number("stall_limit"),
  });
}
