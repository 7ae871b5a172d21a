/** Says plainly how the connection is, when it is not well. */

import { type LiveTable, SessionEnded } from "@chieu/client";
import { useEffect, useState } from "preact/hooks";
import { connection } from "../net/session";
import { useCell } from "../state/cell";
import { say } from "../words";

const LOOK_MS = 400;

type Trouble = "offline" | "reconnecting" | "reopening";

/** A strip over the table; nothing while all is well. */
export function NetworkStrip({ live, onRetry }: { live: LiveTable | undefined; onRetry: () => void }) {
  const status = useCell(connection);
  const trouble = useTrouble(live);
  if (status.state === "ended") {
    const words = status.error instanceof SessionEnded ? status.error.words : "";
    return (
      <div class="network ended" role="alert">
        <span>{say("network.ended", { why: words || say("refusal.UNREACHABLE") })}</span>
        <button type="button" class="button plain" onClick={onRetry}>
          {say("network.retry")}
        </button>
      </div>
    );
  }
  return (
    <div class={`network ${trouble ? "" : "well"}`} role="status">
      {trouble && (
        <>
          <span class="spinner" aria-hidden="true" />
          <span>{say(`network.${trouble}`)}</span>
        </>
      )}
    </div>
  );
}

/** What is wrong with the connection of a table that was open. */
export function useTrouble(live: LiveTable | undefined): Trouble | undefined {
  const { state } = useCell(connection);
  const [isOpen, setOpen] = useState(true);
  const [isOffline, setOffline] = useState(!navigator.onLine);
  useEffect(() => {
    let closedLooks = 0;
    const look = (): void => {
      closedLooks = live?.latest && !live.isOpen && !live.isOver ? closedLooks + 1 : 0;
      setOpen(closedLooks < 2); // opening takes a moment, which is no trouble
      setOffline(!navigator.onLine);
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [live]);
  if (state === "reconnecting") {
    return isOffline ? "offline" : "reconnecting";
  }
  return isOffline ? "offline" : state === "connected" && !isOpen ? "reopening" : undefined;
}
