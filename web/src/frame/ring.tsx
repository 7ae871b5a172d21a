/** The clock as a ring that empties round a seat, and warns. */

import { useEffect, useState } from "preact/hooks";
import { isPressing, msLeft, type TurnClock } from "./clock";

const TICK_MS = 250;
const LENGTH = 100;

/** Draws nothing but the ring's ground while no clock runs. */
export function Ring({ clock }: { clock: TurnClock | undefined }) {
  const left = useMsLeft(clock);
  const share = clock && left !== undefined ? Math.max(0, Math.min(1, left / Math.max(1, clock.allowedMs))) : undefined;
  const isLate = clock !== undefined && left !== undefined && isPressing(clock, left);
  return (
    <svg
      class={`ring ${isLate ? "pressing" : ""} ${clock && share === undefined ? "unknown" : ""}`}
      viewBox="0 0 40 40"
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="20" cy="20" r="18" class="ring-ground" />
      {clock && (
        <circle
          cx="20"
          cy="20"
          r="18"
          pathLength={LENGTH}
          class="ring-left"
          style={{ strokeDasharray: `${(share ?? 1) * LENGTH} ${LENGTH}` }}
        />
      )}
    </svg>
  );
}

/** Milliseconds left on a clock, again and again. */
export function useMsLeft(clock: TurnClock | undefined): number | undefined {
  const [left, setLeft] = useState(clock && msLeft(clock));
  useEffect(() => {
    if (!clock) {
      setLeft(undefined);
      return;
    }
    const look = (): void => setLeft(msLeft(clock));
    look();
    const timer = setInterval(look, TICK_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return left;
}
