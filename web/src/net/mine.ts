/** The tables that this browser has been at, so that a player finds the way back. */

import { Cell } from "../state/cell";
import { forLong } from "../state/keep";

const KEPT = 12;

/** A table that this browser has been at. */
export interface Mine {
  readonly id: string;
  readonly game: string;
  /** Whether it was made here: its maker starts it and closes it. */
  readonly isOwner: boolean;
  /** Whose it was: another guest's seats are not ours. */
  readonly subject: string;
}

/** Newest first. */
export const mine = new Cell<readonly Mine[]>(forLong.read<Mine[]>("tables", []));

/** Puts a table first. */
export function remember(table: Mine): void {
  const known = mine.value.find(({ id }) => id === table.id);
  const rest = mine.value.filter(({ id }) => id !== table.id);
  keep([{ ...table, isOwner: table.isOwner || known?.isOwner === true }, ...rest].slice(0, KEPT));
}

/** Takes a table off the list. */
export function forget(id: string): void {
  keep(mine.value.filter((table) => table.id !== id));
}

/** Whether this browser made the table. */
export function isOwner(id: string): boolean {
  return mine.value.some((table) => table.id === id && table.isOwner);
}

function keep(tables: readonly Mine[]): void {
  mine.set(tables);
  forLong.write("tables", tables);
}
