/** Between two deals, and after the last: the score, who leads next, and what can be done. */

import { Phase, type Update } from "@chieu/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { CheckSheet } from "../check/sheet";
import type { GameFace } from "../games/face";
import { liveSession, lobby } from "../net/session";
import { go } from "../route";
import { say } from "../words";
import { againTable } from "./again";
import { useAsking } from "./asking";
import { type Newcomer, NewcomerButton } from "./newcomer";
import { checkableDeal } from "./top-bar";

/** What the panel is given. */
export interface PauseProps {
  readonly game: GameFace;
  readonly update: Update;
  readonly names: readonly string[];
  readonly newcomer: Newcomer;
}

/** A panel over the mat; it can be put away, and fetched back. */
export function Pause({ game, update, names, newcomer }: PauseProps) {
  const [putAway, setPutAway] = useState(-1);
  const [isChecking, setChecking] = useState(false);
  const { ask, isAsking, complaint } = useAsking();
  const { state, table, seat } = update;
  const phase = state?.phase;
  const checkable = checkableDeal(game, update);
  const isOver = phase === Phase.FINISHED || phase === Phase.CLOSED;
  if (phase !== Phase.BETWEEN && !isOver) {
    return isChecking ? <CheckSheet table={table} deal={checkable} onClose={() => setChecking(false)} /> : null;
  }
  if (putAway === state?.deal) {
    return <PutAway onBack={() => setPutAway(-1)} />;
  }
  const me = seat === undefined ? undefined : state?.seats[seat];
  return (
    <section class={`pause ${isOver ? "final" : ""}`} aria-label={say(isOver ? "pause.match" : "pause.deal")}>
      <div class="card-panel">
        <h2>{heading(game, update, names)}</h2>
        {phase !== Phase.CLOSED && <game.Result update={update} names={names} />}
        {phase === Phase.BETWEEN && <NextDeal update={update} />}
        <div class="actions">
          {phase === Phase.BETWEEN && me && (
            <button
              type="button"
              class="button primary"
              disabled={isAsking || me.ready}
              onClick={() => ask(() => lobby().setReady(table, true, { entropy: freshEntropy() }))}
            >
              {say(me.ready ? "pause.waiting" : "pause.next")}
            </button>
          )}
          {phase === Phase.BETWEEN && <NewcomerButton newcomer={newcomer} />}
          {isOver && (
            <button
              type="button"
              class="button primary"
              disabled={isAsking}
              onClick={() => ask(() => againTable(update))}
            >
              {say("pause.again")}
            </button>
          )}
          {isOver && (
            <button type="button" class="button plain" onClick={() => go({ at: "lobby" })}>
              {say("table.back")}
            </button>
          )}
          {checkable > 0 && (
            <button type="button" class="button plain" onClick={() => setChecking(true)}>
              {say("menu.check")}
            </button>
          )}
          <button type="button" class="button plain" onClick={() => setPutAway(state?.deal ?? 0)}>
            {say("pause.look")}
          </button>
        </div>
        <p class="complaint-line" role="alert">
          {complaint}
        </p>
      </div>
      {isChecking && <CheckSheet table={table} deal={checkable} onClose={() => setChecking(false)} />}
    </section>
  );
}

/** What is left of the panel while the table is looked at: the way back to it. */
function PutAway({ onBack }: { onBack: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []); // the button that had it is gone
  return (
    <div class="put-away">
      <button type="button" class="button primary" ref={button} onClick={onBack}>
        {say("pause.back")}
      </button>
    </div>
  );
}

function heading(game: GameFace, update: Update, names: readonly string[]): string {
  const { state, seat } = update;
  if (state?.phase === Phase.CLOSED) {
    return say("news.closed", { reason: say(`end.${state.endReason}`) });
  }
  if (state?.phase === Phase.FINISHED) {
    if (game.isDrawn?.(update)) {
      return say("pause.drawn");
    }
    const winner = state.ranking[0] ?? 0;
    return winner === seat ? say("pause.you_won") : say("pause.won", { who: names[winner] ?? "" });
  }
  return say("pause.deal_over", { deal: state?.deal ?? 0 });
}

function NextDeal({ update }: { update: Update }) {
  const at = Number(update.state?.nextDealMs ?? 0n);
  const [seconds, setSeconds] = useState<number>();
  useEffect(() => {
    const look = (): void => {
      const left = at ? liveSession().clock.msUntil(at) : undefined;
      setSeconds(left === undefined ? undefined : Math.ceil(left / 1000));
    };
    look();
    const timer = setInterval(look, 250);
    return () => clearInterval(timer);
  }, [at]);
  return <p class="next-deal">{seconds === undefined ? say("pause.soon") : say("pause.in", { seconds })}</p>;
}
