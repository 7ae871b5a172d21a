/** The games of this page. A further one adds a line. */

import { addWords } from "../words";
import { chan } from "./chan";
import type { GameFace } from "./face";
import { tan } from "./tan";
import { tonk } from "./tonk";

const GAMES: readonly GameFace[] = [tan, chan, tonk];

for (const game of GAMES) {
  addWords(game.words);
}

/** All games, the one to offer first in front. */
export function allGames(): readonly GameFace[] {
  return GAMES;
}

/** A game by its name; undefined where this page has none. */
export function gameFace(name: string): GameFace | undefined {
  return GAMES.find((game) => game.name === name);
}
