/** Tonk's options as a form shows them, and as the contract has them (TONK-6). */

import { create, type Message } from "@bufbuild/protobuf";
import {
  BankrollMode,
  CaughtLowFrom,
  HitBlocksKnock,
  OptionsSchema,
  ReturnTaken,
  ShortSeat,
  TonkPay,
} from "@chieu/client/tonk";
import type { Preset as NamedPreset, OptionField, OptionValues } from "../face";

const USUAL: OptionValues = {
  max_seats: "3",
  stake: "10",
  initial_upcard: "yes",
  forced_spread: "no",
  tonk_pay: "always_double",
  caught_low_from: "everyone",
  return_taken: "allow",
  hit_blocks_knock: "none",
  stall_rounds: "6",
  match_hands: "20",
  bankroll_mode: "cover",
  starting_bankroll: "1000",
  short_seat: "end_match",
  late_join: "yes",
  turn_seconds: "30",
};

/** The rulebook's defaults; a quick match of few hands; and the house rules that its sources know. */
export const PRESETS: readonly NamedPreset[] = [
  { name: "usual", values: USUAL },
  { name: "quick", values: { ...USUAL, match_hands: "5" } },
  {
    name: "house",
    values: {
      ...USUAL,
      tonk_pay: "new_spread_only",
      caught_low_from: "others",
      return_taken: "forbid",
      hit_blocks_knock: "one_turn",
    },
  },
];

const plain = (...values: string[]) => values.map((value) => ({ value }));
const yesNo = [
  { value: "no", word: "new.no" },
  { value: "yes", word: "new.yes" },
];
const worded = (name: string, ...values: string[]) =>
  values.map((value) => ({ value, word: `tonk.option.${name}.${value}` }));

/** Every option with what may be chosen. */
export const FIELDS: readonly OptionField[] = [
  { name: "stake", least: 1, most: 200_000 },
  { name: "match_hands", least: 1, most: 1000 },
  { name: "turn_seconds", choices: [{ value: "0", word: "new.none" }, ...plain("15", "30", "60", "120", "600")] },
  { name: "bankroll_mode", choices: worded("bankroll_mode", "cover", "ledger") },
  { name: "starting_bankroll", least: 0, most: 500_000_000 },
  { name: "short_seat", choices: worded("short_seat", "end_match", "drop_seat") },
  { name: "initial_upcard", choices: yesNo },
  { name: "forced_spread", choices: yesNo },
  { name: "return_taken", choices: worded("return_taken", "allow", "forbid") },
  { name: "tonk_pay", choices: worded("tonk_pay", "always_double", "new_spread_only") },
  { name: "caught_low_from", choices: worded("caught_low_from", "everyone", "others") },
  { name: "hit_blocks_knock", choices: worded("hit_blocks_knock", "none", "one_turn", "cumulative") },
  { name: "stall_rounds", least: 1, most: 20 },
  { name: "max_seats", choices: plain("2", "3", "4") },
  { name: "late_join", choices: yesNo },
];

/** The message. */
export function optionsOf(_preset: string, values: OptionValues, seats: number): Message {
  const text = (name: string): string => values[name] || (USUAL[name] ?? "");
  const number = (name: string): number => Number(text(name));
  const isYes = (name: string): boolean => text(name) === "yes";
  const value = <T extends object>(kind: T, name: string): T[keyof T] => kind[text(name).toUpperCase() as keyof T];
  return create(OptionsSchema, {
    maxSeats: Math.max(number("max_seats"), seats),
    stake: number("stake"),
    initialUpcard: isYes("initial_upcard"),
    forcedSpread: isYes("forced_spread"),
    tonkPay: value(TonkPay, "tonk_pay") as TonkPay,
    caughtLowFrom: value(CaughtLowFrom, "caught_low_from") as CaughtLowFrom,
    returnTaken: value(ReturnTaken, "return_taken") as ReturnTaken,
    hitBlocksKnock: value(HitBlocksKnock, "hit_blocks_knock") as HitBlocksKnock,
    stallRounds: number("stall_rounds"),
    matchHands: number("match_hands"),
    bankrollMode: value(BankrollMode, "bankroll_mode") as BankrollMode,
    startingBankroll: number("starting_bankroll"),
    shortSeat: value(ShortSeat, "short_seat") as ShortSeat,
    lateJoin: isYes("late_join"),
    turnSeconds: number("turn_seconds"),
  });
}
