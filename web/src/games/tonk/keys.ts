/** Tonk by the keyboard: D draws, T takes the discard, K asks about a knock, N declines, H hits, Enter plays, Escape clears. */

import { decline, draw, drawDiscard, hit } from "@chieu/client/tonk";
import { useEffect, useRef } from "preact/hooks";
import { hitsFor } from "./plan";
import type { Playing } from "./playing";

/** Listens for as long as the board is there. */
export function useKeys(playing: Playing, onKnock: () => void): void {
  const latest = useRef({ playing, onKnock });
  latest.current = { playing, onKnock };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as Element | null;
      const isElsewhere = at?.closest("input, select, textarea, dialog, [role=dialog]");
      const { playing: now } = latest.current;
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || !now.prompt || now.isSending) {
        return;
      }
      const isOnCard = at?.closest(".hand .card") !== null;
      const key = event.key.toLowerCase();
      if (key === "enter" && now.rest && (isOnCard || at === document.body)) {
        event.preventDefault();
        now.play();
      } else if (key === "escape") {
        now.choose([]);
      } else if (now.start) {
        atStart(key, now, latest.current.onKnock);
      } else if (key === "h" && now.rest && now.chosen.length === 1) {
        const [first] = hitsFor(now.rest, now.chosen);
        if (first) {
          now.send(hit(first.card, first.spread));
        }
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function atStart(key: string, { start, send }: Playing, onKnock: () => void): void {
  if (key === "k") {
    onKnock();
  } else if (key === "d" && start?.mayDrawStock) {
    send(draw());
  } else if (key === "t" && start?.mayDrawDiscard) {
    send(drawDiscard());
  } else if (key === "n" && start?.mayDecline) {
    send(decline());
  }
}
