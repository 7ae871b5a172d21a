/** Public tables with free seats. */

import type { Table } from "@chieu/client";
import { useEffect, useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { callWords, useAsking } from "../frame/asking";
import { lobby } from "../net/session";
import { go, hashOf } from "../route";
import { say } from "../words";
import { TableRow } from "./table-row";

const AGAIN_MS = 5_000;

/** Looked up again every few seconds while the window is seen. */
export function PublicTables({ game }: { game: string }) {
  const { tables, complaint } = usePublic(game);
  const asking = useAsking();
  const sit = async (table: Table): Promise<void> => {
    await lobby().takeSeat(table.id, { entropy: freshEntropy() });
    go({ at: "table", table: table.id });
  };
  return (
    <section class="card-panel">
      <h2>{say("lobby.public")}</h2>
      {complaint && <p role="status">{complaint}</p>}
      {tables?.length === 0 && <p class="quiet">{say("lobby.public.none")}</p>}
      <ul class="table-list">
        {tables?.map((table) => (
          <TableRow key={table.id} table={table}>
            <a class="button plain small" href={hashOf({ at: "table", table: table.id })}>
              {say("lobby.watch")}
            </a>
            <button
              type="button"
              class="button primary small"
              disabled={asking.isAsking}
              onClick={() => asking.ask(() => sit(table))}
            >
              {say("gathering.sit")}
            </button>
          </TableRow>
        ))}
      </ul>
      <p class="complaint-line" role="alert">
        {asking.complaint}
      </p>
    </section>
  );
}

function usePublic(game: string): { tables: readonly Table[] | undefined; complaint: string } {
  const [tables, setTables] = useState<readonly Table[]>();
  const [complaint, setComplaint] = useState("");
  useEffect(() => {
    let isGone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      if (document.visibilityState === "visible") {
        try {
          const found = await lobby().tables(game, 20);
          if (!isGone) {
            setTables(found);
            setComplaint("");
          }
        } catch (error) {
          if (!isGone) {
            setComplaint(callWords(error));
          }
        }
      }
      if (!isGone) {
        timer = setTimeout(look, AGAIN_MS);
      }
    };
    void look();
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [game]);
  return { tables, complaint };
}
