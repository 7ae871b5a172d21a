/** What else can be done at a table: share it, check a shuffle, leave, come back, close it. */

import { Phase, type Update } from "@chieu/client";
import { isOwner } from "../net/mine";
import { lobby } from "../net/session";
import { go } from "../route";
import { say } from "../words";
import { useAsking } from "./asking";
import { Share } from "./share";
import { Sheet } from "./sheet";

/** What the menu is given; without `onCheck` no deal is over yet. */
export interface TableMenuProps {
  readonly update: Update;
  readonly onClose: () => void;
  readonly onCheck: (() => void) | undefined;
}

/** The menu. */
export function TableMenu({ update, onClose, onCheck }: TableMenuProps) {
  const { ask, isAsking, complaint } = useAsking();
  const { table, state, seat } = update;
  const me = seat === undefined ? undefined : state?.seats[seat];
  const isLive = state?.phase === Phase.PLAYING || state?.phase === Phase.BETWEEN || state?.phase === Phase.GATHERING;
  const leave = async (): Promise<void> => {
    await lobby().leaveSeat(table);
    go({ at: "lobby" });
  };
  return (
    <Sheet title={state?.title || say("menu")} onClose={onClose}>
      {isLive && <Share update={update} />}
      <div class="menu">
        {onCheck && (
          <button type="button" class="button plain" onClick={onCheck}>
            {say("menu.check")}
          </button>
        )}
        {me?.away && (
          <button
            type="button"
            class="button primary"
            disabled={isAsking}
            onClick={() => ask(() => lobby().resumeSeat(table))}
          >
            {say("menu.resume")}
          </button>
        )}
        {me && isLive && !me.away && (
          <button type="button" class="button plain" disabled={isAsking} onClick={() => ask(leave)}>
            {say(state?.phase === Phase.GATHERING ? "menu.stand_up" : "menu.leave")}
          </button>
        )}
        {isLive && isOwner(table) && (
          <button
            type="button"
            class="button danger"
            disabled={isAsking}
            onClick={() => ask(() => lobby().close(table)).then(onClose)}
          >
            {say("menu.close")}
          </button>
        )}
      </div>
      {me && isLive && state?.phase !== Phase.GATHERING && <p class="help">{say("menu.leave.help")}</p>}
      <p class="complaint-line" role="alert">
        {complaint}
      </p>
    </Sheet>
  );
}
