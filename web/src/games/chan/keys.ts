/** Letters give the answers that buttons give; Enter puts the chosen card down, Escape lets it go. */

import type { View } from "@chieu/client/chan";
import { useEffect, useRef } from "preact/hooks";
import { answersOf, putChosen } from "./actions";
import type { Playing } from "./playing";

/** For as long as the table is drawn. */
export function useKeys(playing: Playing, view: View | undefined): void {
  const latest = useRef({ playing, view });
  latest.current = { playing, view };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as Element | null;
      const isElsewhere = at?.closest("input, select, textarea, dialog, [role=dialog]");
      const { playing: now, view: seen } = latest.current;
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || event.repeat || !now.prompt || !seen) {
        return;
      }
      const letter = event.key.toUpperCase();
      const isOnCard = at?.closest(".hand .card") !== null;
      const answer = answersOf(now, seen).find((one) => one.letter === letter);
      if (answer) {
        now.send(answer.move);
      } else if (event.key === "Escape") {
        now.clear();
      } else if (
        event.key === "Enter" &&
        now.choices?.choices.case === "discard" &&
        (isOnCard || at === document.body)
      ) {
        event.preventDefault();
        putChosen(now);
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
