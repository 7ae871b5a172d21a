/**
 * Who the player is. A guest's token is kept by the browser, so that a reload, and coming back tomorrow, find the seat
 * again. Where the server does not take the token any more the player becomes a new guest.
 */

import { Chieu } from "@chieu/client";
import { Cell } from "../state/cell";
import { forLong } from "../state/keep";

/** A player as the browser remembers him. */
export interface Known {
  readonly token: string;
  readonly subject: string;
  readonly name: string;
}

/** Who plays here; undefined before the server has said so. */
export const player = new Cell<Known | undefined>(forLong.read<Known | undefined>("player", undefined));

let entering: Promise<Known> | undefined;

/** Becomes a guest of that name. The player that was before is forgotten, and so are his seats. */
export async function enterAs(name: string): Promise<Known> {
  entering ??= enter(name).finally(() => {
    entering = undefined;
  });
  return await entering;
}

/** A source of tokens for one session: the kept one first, then new guests. */
export function tokenSource(): () => Promise<string> {
  let given = "";
  return async () => {
    const known = player.value;
    if (known && known.token !== given) {
      given = known.token;
      return given;
    }
    given = (await enterAs(known?.name ?? "")).token; // the kept one was not taken
    return given;
  };
}

async function enter(name: string): Promise<Known> {
  const session = new Chieu({ guest: name, patience: { totalMs: 15_000 } });
  await session.login();
  const known = { token: session.token, subject: session.subject ?? "", name: session.name ?? name };
  session.close();
  forLong.write("player", known);
  player.set(known);
  return known;
}
