/** The tables that this browser has been at and that can still be gone back to. */

import { Phase, Refused, type Table } from "@chieu/client";
import { useEffect, useState } from "preact/hooks";
import { forget, mine } from "../net/mine";
import { player } from "../net/player";
import { lobby } from "../net/session";
import { hashOf } from "../route";
import { useCell } from "../state/cell";
import { say } from "../words";
import { TableRow } from "./table-row";

interface Found {
  readonly table: Table;
  readonly seat: number | undefined;
}

/** Nothing where there are none. */
export function RunningTables() {
  const kept = useCell(mine);
  const known = useCell(player);
  const ids = kept.map(({ id }) => id).join(" ");
  const [found, setFound] = useState<readonly Found[]>([]);
  useEffect(() => {
    let isGone = false;
    void Promise.all(ids.split(" ").filter(Boolean).map(find)).then((tables) => {
      if (!isGone) {
        setFound(tables.filter((one) => one !== undefined));
      }
    });
    return () => {
      isGone = true;
    };
  }, [ids, known?.subject]);
  if (!found.length) {
    return null;
  }
  return (
    <section class="card-panel running">
      <h2>{say("lobby.mine")}</h2>
      <ul class="table-list">
        {found.map(({ table, seat }) => (
          <TableRow key={table.id} table={table} seat={seat}>
            <a class="button primary small" href={hashOf({ at: "table", table: table.id })}>
              {say(seat === undefined ? "lobby.watch" : "lobby.go_back")}
            </a>
          </TableRow>
        ))}
      </ul>
    </section>
  );
}

/** The table, if it still goes on; one that does not is forgotten. */
async function find(id: string): Promise<Found | undefined> {
  try {
    const { table, seat } = await lobby().find(id);
    if (table && table.phase !== Phase.FINISHED && table.phase !== Phase.CLOSED) {
      return { table, seat };
    }
    forget(id);
  } catch (error) {
    if (error instanceof Refused && error.reason === "NO_SUCH_TABLE") {
      forget(id);
    }
  }
  return undefined;
}
