/** Whoever watches a match that takes newcomers may join it: between two deals, or by a wish that waits for the next pause. */

import { Phase, type Update } from "@chieu/client";
import { useEffect, useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { lobby } from "../net/session";
import { say } from "../words";
import { useAsking } from "./asking";

/** What a watcher may do about a seat. */
export interface Newcomer {
  /** Whether the table would take him. */
  readonly mayCome: boolean;
  /** Whether he sits down as soon as this deal is over. */
  readonly isWished: boolean;
  readonly isAsking: boolean;
  readonly complaint: string;
  /** Sits down, or changes the wish while cards are played. */
  press(): void;
}

/** For one table that is followed. */
export function useNewcomer({ state, table, seat }: Update): Newcomer {
  const { ask, isAsking, complaint } = useAsking();
  const [isWished, setWished] = useState(false);
  const mayCome = seat === undefined && state?.takesNewcomers === true;
  const isBetween = state?.phase === Phase.BETWEEN;
  const sit = () => ask(() => lobby().takeSeat(table, { entropy: freshEntropy() }));
  useEffect(() => {
    if (isWished && isBetween) {
      setWished(false);
      if (mayCome) {
        void sit();
      }
    }
  }, [isWished, isBetween]);
  const press = (): void => (isBetween ? void sit() : setWished(!isWished));
  return { mayCome, isWished, isAsking, complaint, press };
}

/** The button, and what was said against the last try. */
export function NewcomerButton({ newcomer }: { newcomer: Newcomer }) {
  if (!newcomer.mayCome) {
    return null;
  }
  return (
    <>
      <button
        type="button"
        class="button small"
        aria-pressed={newcomer.isWished}
        disabled={newcomer.isAsking}
        onClick={newcomer.press}
      >
        {say("newcomer.sit")}
      </button>
      {newcomer.complaint && (
        <span class="complaint-line" role="alert">
          {newcomer.complaint}
        </span>
      )}
    </>
  );
}
