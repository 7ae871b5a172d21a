/** A table that still gathers: who sits, how others come, and how it begins. */

import type { Seat, Update } from "@chieu/client";
import { useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { isOwner } from "../net/mine";
import { lobby } from "../net/session";
import { say } from "../words";
import { type Asking, useAsking } from "./asking";
import { Choice } from "./choice";
import { nameOf } from "./seats";
import { Share } from "./share";

/** The levels of bots. */
export const LEVELS = ["easy", "normal", "hard"] as const;

/** The room before the first deal. */
export function Gathering({ update }: { update: Update }) {
  const asking = useAsking();
  const [level, setLevel] = useState("normal");
  const { table, state, seat } = update;
  const seats = state?.seats ?? [];
  const mine = isOwner(table);
  const free = seats.filter(({ controller }) => !controller.case).length;
  const me = seat === undefined ? undefined : seats[seat];
  const sit = async (): Promise<void> => {
    await lobby().takeSeat(table, { entropy: freshEntropy() });
  };
  return (
    <section class="gathering mat" aria-label={say("gathering")}>
      <div class="card-panel">
        <h2>{state?.title || say("gathering.title", { game: say(`game.${state?.game ?? ""}`) })}</h2>
        <p aria-live="polite">{free ? say("gathering.waiting", { free }) : say("gathering.full")}</p>
        <ul class="gathering-seats">
          {seats.map((one) => (
            <GatheringSeat
              key={one.number}
              seat={one}
              isMe={one.number === seat}
              mayFill={mine}
              level={level}
              table={table}
              asking={asking}
            />
          ))}
        </ul>
        <Share update={update} />
        {mine && free > 0 && (
          <Choice
            label={say("lobby.level")}
            value={level}
            choices={LEVELS.map((one) => [one, say(`level.${one}`)])}
            onChoose={setLevel}
          />
        )}
        <div class="actions">
          {seat === undefined && free > 0 && (
            <button type="button" class="button primary" disabled={asking.isAsking} onClick={() => asking.ask(sit)}>
              {say("gathering.sit")}
            </button>
          )}
          {me && !me.ready && (
            <button
              type="button"
              class="button primary"
              disabled={asking.isAsking}
              onClick={() => asking.ask(() => lobby().setReady(table, true, { entropy: freshEntropy() }))}
            >
              {say("gathering.ready")}
            </button>
          )}
          {mine && me && (
            <button
              type="button"
              class={`button ${me.ready ? "primary" : "plain"}`}
              disabled={asking.isAsking}
              onClick={() => asking.ask(() => lobby().start(table, 1, { botLevel: level }))}
            >
              {say(free ? "gathering.start_with_bots" : "gathering.start")}
            </button>
          )}
        </div>
        <p class="complaint-line" role="alert">
          {asking.complaint}
        </p>
      </div>
    </section>
  );
}

interface GatheringSeatProps {
  readonly seat: Seat;
  readonly isMe: boolean;
  readonly mayFill: boolean;
  readonly level: string;
  readonly table: string;
  readonly asking: Asking;
}

function GatheringSeat({ seat, isMe, mayFill, level, table, asking }: GatheringSeatProps) {
  const kind = seat.controller.case;
  const put = (botLevel: string) => asking.ask(() => lobby().setController(table, seat.number, botLevel));
  return (
    <li class={kind ? "" : "free"}>
      <span class="seat-name">{isMe ? say("who.you", { name: nameOf(seat) }) : nameOf(seat)}</span>
      {seat.controller.case === "bot" && <span class="chip">{say(`level.${seat.controller.value.level}`)}</span>}
      {kind === "player" && seat.ready && <span class="chip good">{say("gathering.is_ready")}</span>}
      {mayFill && !kind && (
        <button type="button" class="button small" disabled={asking.isAsking} onClick={() => put(level)}>
          {say("gathering.add_bot")}
        </button>
      )}
      {mayFill && kind === "bot" && (
        <button type="button" class="button small" disabled={asking.isAsking} onClick={() => put("")}>
          {say("gathering.take_bot_off")}
        </button>
      )}
    </li>
  );
}
