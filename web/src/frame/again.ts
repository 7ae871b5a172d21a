/** Another match with the same settings, options and bots. */

import type { Update } from "@chieu/client";
import { freshEntropy } from "../check/memory";
import { remember } from "../net/mine";
import { player } from "../net/player";
import { lobby } from "../net/session";
import { go } from "../route";

/** Makes a table like this one and goes there. */
export async function againTable({ state }: Update): Promise<void> {
  if (!state?.settings) {
    return;
  }
  const bot = state.seats.map(({ controller }) => controller).find((one) => one.case === "bot");
  const people = state.seats.filter(({ controller }) => controller.case === "player").length;
  const { $typeName: _, $unknown: __, ...settings } = state.settings;
  const made = await lobby().create(state.game, settings, {
    visibility: state.visibility,
    title: state.title,
    entropy: freshEntropy(),
    ...(state.options && { options: state.options }),
    ...(people < 2 && bot?.case === "bot" && { botLevel: bot.value.level }),
  });
  remember({ id: made.id, game: made.game, isOwner: true, subject: player.value?.subject ?? "" });
  go({ at: "table", table: made.id });
}
