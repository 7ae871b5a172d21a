/** The strip over the table, and score and log: beside the table where there is room, else on request. */

import { Phase, type Update } from "@chieu/client";
import { useState } from "preact/hooks";
import { CheckSheet } from "../check/sheet";
import type { GameFace } from "../games/face";
import { go } from "../route";
import { say } from "../words";
import type { Point } from "./course";
import { type Logged, LogView } from "./log";
import { ScoreView } from "./score";
import { Settings } from "./settings";
import { Sheet } from "./sheet";
import { TableMenu } from "./table-menu";

/** What the strip is given. */
export interface TopBarProps {
  readonly game: GameFace;
  readonly update: Update;
  readonly lines: readonly Logged[];
  readonly names: readonly string[];
  readonly course: readonly Point[];
}

type Opened = "log" | "menu" | "settings" | "check";

/** Way back, the deal's headline, and what can be opened. */
export function TopBar({ game, update, lines, names, course }: TopBarProps) {
  const [opened, setOpened] = useState<Opened>();
  const close = (): void => setOpened(undefined);
  const deal = checkableDeal(game, update);
  return (
    <header class="top-bar">
      <button type="button" class="icon-button" aria-label={say("table.back")} onClick={() => go({ at: "lobby" })}>
        <Icon path="M12 4 6 10 12 16" />
      </button>
      <h1 class="spoken">{say(`game.${game.name}`)}</h1>
      <div class="headline">
        <game.Headline update={update} />
      </div>
      <button
        type="button"
        class="icon-button narrow-only"
        aria-label={say("log_and_score")}
        onClick={() => setOpened("log")}
      >
        <Icon path="M4 5H16M4 10H16M4 15H11" />
      </button>
      <button type="button" class="icon-button" aria-label={say("settings")} onClick={() => setOpened("settings")}>
        <Icon path="M3 6H10M14 6H17M3 14H6M10 14H17M10 6a2 2 0 1 0 4 0 2 2 0 1 0-4 0M6 14a2 2 0 1 0 4 0 2 2 0 1 0-4 0" />
      </button>
      <button type="button" class="icon-button" aria-label={say("menu")} onClick={() => setOpened("menu")}>
        <Icon path="M10 4.500V4.600M10 10V10.100M10 15.500V15.6" />
      </button>
      {opened === "log" && (
        <Sheet title={say("log_and_score")} onClose={close}>
          <ScoreView update={update} names={names} course={course} />
          <LogView lines={lines} names={names} pack={game.pack} />
        </Sheet>
      )}
      {opened === "settings" && <Settings game={game} onClose={close} />}
      {opened === "menu" && (
        <TableMenu update={update} onClose={close} onCheck={deal ? () => setOpened("check") : undefined} />
      )}
      {opened === "check" && <CheckSheet table={update.table} deal={deal} onClose={close} />}
    </header>
  );
}

/** The panel beside a table. */
export function Panel({ game, update, lines, names, course }: TopBarProps) {
  return (
    <aside class="panel wide-only">
      <h2>{say("score")}</h2>
      <ScoreView update={update} names={names} course={course} />
      <h2>{say("log")}</h2>
      <LogView lines={lines} names={names} pack={game.pack} />
    </aside>
  );
}

/** The number of the last deal whose shuffle can be checked; 0 before there is one. */
export function checkableDeal({ recordOpens }: GameFace, { state }: Update): number {
  const deal = state?.deal ?? 0;
  const isOver = state?.phase === Phase.FINISHED || state?.phase === Phase.CLOSED;
  if (isOver || recordOpens === "after match") {
    return isOver ? deal : 0;
  }
  return state?.phase === Phase.PLAYING ? deal - 1 : deal;
}

function Icon({ path }: { path: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
