/**
 * The games that this client knows, by name. A game that ships with the client adds a line to `GAMES`; a program may
 * `register` its own.
 */

import { createRegistry, type DescFile, type Message, type Registry } from "@bufbuild/protobuf";
import { file_chieu_table_v1_record } from "../gen/chieu/table/v1/record_pb.js";
import { file_chieu_table_v1_table_service } from "../gen/chieu/table/v1/table_service_pb.js";
import { file_chieu_table_v1_update } from "../gen/chieu/table/v1/update_pb.js";
import { CHAN } from "./chan/game.js";
import { TAN } from "./tan/game.js";
import { TONK } from "./tonk/game.js";

/** What a game's module offers. Choices and moves are the game's messages. */
export interface Game {
  /** Its ASCII name, as in `Table.game` and in its package `chieu.<name>.v1`. */
  readonly name: string;
  /** Its messages, so that they come out of their envelopes. */
  readonly file: DescFile;
  /** Legal moves, one by one, plain ones first; all of them, if one waits long enough. */
  legalMoves(choices: Message): Iterable<Message>;
  /** One legal move, any; not evenly drawn, and cheap whatever the choices. `random` is as `Math.random`. */
  randomMove(choices: Message, random: () => number): Message;
}

/** This client has no such game. */
export class UnknownGame extends Error {
  override readonly name: string = "UnknownGame";
}

const GAMES = new Map<string, Game>([TAN, CHAN, TONK].map((game) => [game.name, game]));

let made: Registry | undefined;

/** Adds a game to those that ship with the client, or replaces one. */
export function register(game: Game): void {
  GAMES.set(game.name, game);
  made = undefined;
}

/** The names of the games that are known. */
export function games(): string[] {
  return [...GAMES.keys()];
}

/** A game's helpers. Throws UnknownGame. */
export function gameNamed(name: string): Game {
  const game = GAMES.get(name);
  if (!game) {
    throw new UnknownGame(`no game "${name}" is registered`);
  }
  return game;
}

/** The helpers of the game that a message belongs to, by its package. Throws UnknownGame. */
export function gameOf(message: Message): Game {
  return gameNamed(message.$typeName.split(".")[1] ?? "");
}

/** Every message that can be in an envelope. */
export function registry(): Registry {
  made ??= createRegistry(
    file_chieu_table_v1_update,
    file_chieu_table_v1_record,
    file_chieu_table_v1_table_service,
    ...[...GAMES.values()].map((game) => game.file),
  );
  return made;
}
