/** The own deadline in words: seconds left, and the moment in server time for whoever asks. */

import { useEffect, useRef } from "preact/hooks";
import { play } from "../sound/sounds";
import { say, useLanguage } from "../words";
import { isPressing, type TurnClock } from "./clock";
import { useMsLeft } from "./ring";

/** Seconds left of the player's own turn. */
export function Deadline({ clock }: { clock: TurnClock }) {
  const language = useLanguage();
  const left = useMsLeft(clock);
  const isLate = left !== undefined && isPressing(clock, left);
  const warned = useRef<number>();
  useEffect(() => {
    if (isLate && warned.current !== clock.deadlineMs) {
      warned.current = clock.deadlineMs;
      play("tick");
    }
  }, [isLate, clock.deadlineMs]);
  if (left === undefined || clock.deadlineMs === undefined) {
    return null;
  }
  const seconds = Math.ceil(left / 1000);
  const until = new Date(clock.deadlineMs).toLocaleTimeString(language);
  return (
    <span class={`deadline ${isLate ? "pressing" : ""}`} title={say("clock.until", { until })}>
      <span aria-hidden="true">{say("clock.seconds", { seconds })}</span>
      <span class="spoken" role="alert">
        {isLate ? say("clock.hurry") : ""}
      </span>
    </span>
  );
}
