/** Cheap choosers, and a whole match with one: for tests, bots and first steps. */

import type { Message } from "@bufbuild/protobuf";
import { Refused } from "./errors.js";
import { gameOf } from "./games/registry.js";
import type { Table } from "./gen/chieu/table/v1/table_pb.js";
import type { Prompt } from "./prompt.js";
import type { LiveTable } from "./table.js";

/** Turns a prompt into the game's move; may take its time, which the prompt's deadline limits. */
export type Chooser = (prompt: Prompt) => Message | Promise<Message>;

/** The first legal move of the prompt's game. Throws UnknownGame. */
export function firstLegal(prompt: Prompt): Message {
  for (const move of gameOf(prompt.choices).legalMoves(prompt.choices)) {
    return move;
  }
  throw new TypeError("expected a prompt with a legal move");
}

/** Any legal move. `random` is as `Math.random`; the same numbers and prompts give the same moves. */
export function randomLegal(random: () => number = Math.random): (prompt: Prompt) => Message {
  return (prompt) => gameOf(prompt.choices).randomMove(prompt.choices, random);
}

/** Answers every prompt of a table until the match is over; returns the table as it ended. Rejects as `answer` and `updates`. */
export async function playAt(live: LiveTable, chooser: Chooser): Promise<Table | undefined> {
  for await (const prompt of live.prompts()) {
    try {
      await live.answer(prompt, await chooser(prompt));
    } catch (error) {
      if (!(error instanceof Refused && error.reason === "STALE_PROMPT")) {
        throw error; // a stale prompt: the clock was quicker, and the next prompt comes
      }
    }
  }
  return live.latest?.state;
}
