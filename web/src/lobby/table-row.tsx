/** A table in a list. */

import { Phase, type Table } from "@chieu/client";
import type { ComponentChildren } from "preact";
import { nameOf } from "../frame/seats";
import { say } from "../words";

/** Title, who sits there, how far it is; and what can be done with it. */
export function TableRow({
  table,
  seat,
  children,
}: {
  table: Table;
  seat?: number | undefined;
  children: ComponentChildren;
}) {
  const people = table.seats.filter((one) => one.controller.case && one.number !== seat).map(nameOf);
  return (
    <li class="table-row">
      <span class="table-about">
        <b class="ellipsis">{table.title || say(`game.${table.game}`)}</b>
        <span class="ellipsis quiet">{people.join(", ") || say("lobby.nobody")}</span>
        <span class="quiet">{stateWords(table)}</span>
      </span>
      {children}
    </li>
  );
}

function stateWords({ phase, deal, seats }: Table): string {
  const free = seats.filter(({ controller }) => !controller.case).length;
  return phase === Phase.GATHERING ? say("lobby.free", { free, seats: seats.length }) : say("lobby.deal", { deal });
}
