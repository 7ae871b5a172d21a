/** What a knock may win and cost, before it is said. */

import { CaughtLowFrom, knock, type View } from "@chieu/client/tonk";
import { Sheet } from "../../frame/sheet";
import { say } from "../../words";
import type { Playing } from "./playing";

interface KnockProps {
  readonly view: View;
  readonly playing: Playing;
  readonly names: readonly string[];
  readonly onClose: () => void;
}

/** Count, gain and risk; the others' counts are not known, only how many cards they hold. */
export function KnockSheet({ view, playing, names, onClose }: KnockProps) {
  const stake = view.options?.stake ?? 0;
  const others = view.order.filter((seat) => seat !== view.audience);
  const count = view.count ?? 0;
  const isPaidByAll = view.options?.caughtLowFrom === CaughtLowFrom.EVERYONE;
  const cover = Number(view.cover);
  return (
    <Sheet title={say("tonk.knock.title")} onClose={onClose} class="knock-sheet">
      <p class="knock-count">
        <b>{count}</b> {say("tonk.knock.count")}
      </p>
      <p class="help">{say("tonk.knock.all_cards")}</p>
      <ul class="knock-terms">
        <li class="gain">
          <b>+{stake * others.length}</b>
          <span class="terms">{say("tonk.knock.won", { count, stake, others: others.length })}</span>
        </li>
        <li class="loss">
          <b>−{cover}</b>
          <span class="terms">
            {say("tonk.knock.caught", { count, double: 2 * stake })}{" "}
            {say(isPaidByAll ? "tonk.knock.everyone" : "tonk.knock.others", { stake })}{" "}
            {say("tonk.knock.worst", { cover })}
          </span>
        </li>
      </ul>
      <p>{say("tonk.knock.unknown")}</p>
      <ul class="knock-others">
        {others.map((seat) => (
          <li key={seat}>
            {names[seat]}: {say("seat.cards", { count: view.seats[seat]?.handCount ?? 0 })}
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="button plain" onClick={onClose}>
          {say("tonk.knock.not")}
        </button>
        <button
          type="button"
          class="button primary"
          onClick={() => {
            onClose();
            playing.send(knock());
          }}
        >
          {say("tonk.knock.do", { count })}
        </button>
      </div>
    </Sheet>
  );
}
