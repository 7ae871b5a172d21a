/** Nothing more will come: why, and what can be done. */

import { type End, Refused, SessionEnded, TableEnded } from "@chieu/client";
import { useEffect, useRef } from "preact/hooks";
import { isElsewhere } from "../net/follow";
import { go } from "../route";
import { hasSentence, say } from "../words";

/** A panel over everything. */
export function Ended({ end, table, onRetry }: { end: End; table: string; onRetry: () => void }) {
  const elsewhere = isElsewhere(end);
  const isGone = end instanceof Refused && end.reason === "NO_SUCH_TABLE";
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <div class="veil">
      <section
        class="card-panel ended"
        role="alertdialog"
        aria-label={say(elsewhere ? "ended.elsewhere" : "ended")}
        data-table={table}
      >
        <h2>{say(elsewhere ? "ended.elsewhere" : "ended")}</h2>
        <p>{elsewhere ? say("ended.elsewhere.help") : endWords(end)}</p>
        <div class="actions">
          {!isGone && (
            <button type="button" class="button primary" ref={first} onClick={onRetry}>
              {say(elsewhere ? "ended.play_here" : "network.retry")}
            </button>
          )}
          <button type="button" class="button plain" onClick={() => go({ at: "lobby" })}>
            {say("table.back")}
          </button>
        </div>
      </section>
    </div>
  );
}

function endWords(end: End): string {
  if (end instanceof Refused || end instanceof TableEnded) {
    const key = `refusal.${end.reason}`;
    return hasSentence(key) ? say(key) : end.message;
  }
  return end instanceof SessionEnded ? say("network.ended", { why: end.words }) : say("refusal.UNREACHABLE");
}
