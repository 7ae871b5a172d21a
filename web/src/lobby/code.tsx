/** Finds a table by its six letters and goes there. */

import { useEffect, useState } from "preact/hooks";
import { callWords } from "../frame/asking";
import { allGames } from "../games";
import { lobby } from "../net/session";
import { go, hashOf } from "../route";
import { say, useLanguage } from "../words";

/** Shown while it is looked for, and when there is none. */
export function CodeScreen({ code }: { code: string }) {
  useLanguage();
  const [complaint, setComplaint] = useState("");
  useEffect(() => {
    find(code).then(
      (table) => location.replace(hashOf({ at: "table", table })),
      (error: unknown) => setComplaint(callWords(error)),
    );
  }, [code]);
  return (
    <main class="loading">
      <p role="status">{complaint || say("lobby.join.looking", { code })}</p>
      <button type="button" class="button plain" onClick={() => go({ at: "lobby" })}>
        {say("table.back")}
      </button>
    </main>
  );
}

/** A code belongs to one game; which, only asking tells. */
async function find(code: string): Promise<string> {
  let last: unknown;
  for (const { name } of allGames()) {
    try {
      const { table } = await lobby().findCode(code, name);
      if (table) {
        return table.id;
      }
    } catch (error) {
      last = error;
    }
  }
  throw last;
}
