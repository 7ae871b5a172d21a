/**
 * What a game brings to the page: its words, its options, and its table. The frame (lobby, seats, clock, score, log,
 * settings) knows games by this alone. To add one: a folder beside this file and a line in `index.ts`.
 */

import type { Message } from "@bufbuild/protobuf";
import type { LiveTable, SettingsInit, Update } from "@chieu/client";
import type { ComponentChildren, ComponentType } from "preact";
import type { Pack } from "../cards/pack";
import type { TurnClock } from "../frame/clock";
import type { Moment } from "../net/follow";
import type { Dictionary } from "../words";
import type { Line } from "../words/rich";

/** How a seat stands in the running deal. */
export type Standing = "playing" | "done" | "lost" | "waiting";

/** A word on a seat, and how it stands out. */
export interface Mark {
  readonly words: string;
  readonly tone: "strong" | "calm" | "won" | "lost" | "quiet";
}

/** What a game says of one seat; name, controller, clock and score are the frame's. */
export interface SeatFace {
  readonly seat: number;
  readonly count: number;
  readonly standing: Standing;
  /** What it does, what it is, how it ended: a word each. */
  readonly marks: readonly Mark[];
  /** Cards of its hand that everybody may know. */
  readonly known?: ComponentChildren;
  readonly knownCount?: number;
  /** Its hand, where it lies open on the table; and in words. */
  readonly shown?: { readonly cards: ComponentChildren; readonly words: string };
}

/**
 * Who is to move, and how long he has; without a time where nobody knows it. Without a seat it is a window: whoever has
 * a claim may make it, and nobody is told who that is.
 */
export interface Turn {
  readonly seat?: number;
  readonly allowedMs?: number;
}

/** One of a game's options, as the form of a new table shows it; its name and its explanation are words. */
export type OptionField = ChoiceField | NumberField;

/** An option with a few values. */
export interface ChoiceField {
  readonly name: string;
  readonly choices: readonly { readonly value: string; readonly word?: string }[];
}

/** An option that takes any whole number of a range. Where other options narrow it, the server says so. */
export interface NumberField {
  readonly name: string;
  readonly least: number;
  readonly most: number;
}

/** Chosen values by option. */
export type OptionValues = Readonly<Record<string, string>>;

/** A named set of values. */
export interface Preset {
  readonly name: string;
  readonly values: OptionValues;
}

/** What a game's table is given. */
export interface BoardProps {
  readonly live: LiveTable | undefined;
  readonly moment: Moment;
  readonly names: readonly string[];
  /** What runs now: a seat's time, or a window's. */
  readonly clock: TurnClock | undefined;
  /** The other seats, drawn by the frame; they stand round the mat. */
  readonly seats: ComponentChildren;
  /** The own seat, drawn by the frame; it stands over the hand. */
  readonly own: ComponentChildren;
}

/** A game. */
export interface GameFace {
  readonly name: string;
  readonly words: Readonly<Record<string, Dictionary>>;
  readonly pack: Pack;
  readonly seatCounts: readonly number[];
  readonly presets: readonly Preset[];
  readonly fields: readonly OptionField[];
  /** The orders in which one's hand can be had, as words of the settings: `rank`, `suit`; none where there is no choice. */
  readonly orders: readonly string[];
  /** How a seat's score reads, as keys of words with a gap `points`. */
  readonly score: { readonly short: string; readonly long: string };
  /** When the record of a deal may be read, and with it the check of its shuffle. */
  readonly recordOpens: "after deal" | "after match";
  /** The game's options message for a table of so many seats. */
  options(preset: string, values: OptionValues, seats: number): Message;
  /** What those values ask of the table itself; left out where they ask nothing. */
  settings?(values: OptionValues): Partial<SettingsInit>;
  /** Mat, hand and what may be done. */
  readonly Board: ComponentType<BoardProps>;
  /** A line about the deal that is always in sight. */
  readonly Headline: ComponentType<{ update: Update }>;
  /** Ranks and points of the deal that is over. */
  readonly Result: ComponentType<{ update: Update; names: readonly string[] }>;
  seats(update: Update): SeatFace[];
  turn(update: Update): Turn | undefined;
  /** Whether an event gives somebody the turn, or opens a window, so that its time begins. */
  beginsTurn(event: Message): boolean;
  /** A line of the log; undefined for what the picture shows well enough, and for other games' events. */
  tell(event: Message, update: Update): Line | undefined;
  /** Whether nobody has won a match that is over; left out where somebody always does. */
  isDrawn?(update: Update): boolean;
  /** The sound of an event. */
  soundOf(event: Message): "card" | "sweep" | "win" | "lose" | undefined;
}
