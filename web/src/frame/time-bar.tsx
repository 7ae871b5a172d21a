/** The time of a prompt or a window as a bar that empties; a quiet one where nobody knows when it ends. */

import { isPressing, type TurnClock } from "./clock";
import { useMsLeft } from "./ring";

/** Says nothing to those who listen: the seconds stand beside the own seat. */
export function TimeBar({ clock }: { clock: TurnClock }) {
  const left = useMsLeft(clock);
  const share = left === undefined ? 1 : Math.max(0, Math.min(1, left / Math.max(1, clock.allowedMs)));
  const isLate = left !== undefined && isPressing(clock, left);
  return (
    <div class={`time-bar ${isLate ? "pressing" : ""} ${left === undefined ? "unknown" : ""}`} aria-hidden="true">
      <span style={{ scale: `${share} 1` }} />
    </div>
  );
}
