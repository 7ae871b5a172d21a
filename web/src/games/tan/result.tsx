/** Ranks and points of a set that is over, and what had been hidden. */

import { Phase, type Update } from "@chieu/client";
import { type Result as SetResult, tanView } from "@chieu/client/tan";
import { letterOf, suitName } from "../../french/pack";
import { CardsText } from "../../french/text";
import { say } from "../../words";
import { rankWord } from "./telling";

/** The scoreboard of the set. */
export function Result({ update, names }: { update: Update; names: readonly string[] }) {
  const result = tanView(update)?.result;
  if (!result) {
    return null;
  }
  const order = result.ranks.map((rank, seat) => ({ rank, seat })).sort((one, other) => one.rank - other.rank);
  return (
    <div class="tan-result">
      <p class="reason">{say(`tan.end.${result.reason}`)}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{say("tan.place")}</th>
            <th scope="col">{say("score.player")}</th>
            <th scope="col" class="number">
              {say("tan.gained")}
            </th>
            <th scope="col" class="number">
              {say("tan.total")}
            </th>
          </tr>
        </thead>
        <tbody>
          {order.map(({ rank, seat }) => (
            <tr key={seat} class={seat === update.seat ? "me" : ""}>
              <td class={`place place-${rank}`}>{say(rankWord(rank, result.ranks.length))}</td>
              <th scope="row">{names[seat]}</th>
              <td class="number">+{result.points[seat] ?? 0}</td>
              <td class="number">
                <b>{result.totals[seat] ?? 0}</b>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {update.state?.phase === Phase.BETWEEN && order[0] && (
        <p class="next-leader">{say("tan.next_leader", { who: names[order[0].seat] ?? "" })}</p>
      )}
      <LeftOver result={result} names={names} />
    </div>
  );
}

function LeftOver({ result, names }: { result: SetResult; names: readonly string[] }) {
  const held = result.hands.flatMap(({ hand, aside }, seat) =>
    hand.length + aside.length ? [{ seat, cards: [...hand, ...aside] }] : [],
  );
  if (!held.length) {
    return null;
  }
  return (
    <p class="left-over">
      {held.map(({ seat, cards }) => (
        <span key={seat}>
          {say("tan.left_in_hand", { who: names[seat] ?? "" })} <CardsText cards={cards} />
        </span>
      ))}
    </p>
  );
}

/** The set's number and its royal suit, always in sight. */
export function Headline({ update }: { update: Update }) {
  const view = tanView(update);
  if (!view) {
    return null;
  }
  const letter = letterOf(view.royal);
  return (
    <span class="tan-headline">
      <span class="set-no">{say("tan.set_of", { set_no: view.setNo, sets: view.options?.matchSets ?? "?" })}</span>
      <span class={`royal-chip suit-${letter}`}>
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <use href={`#suit-${letter}`} class="ink" />
        </svg>
        <span class="wide-words">{say("tan.royal", { suit: suitName(view.royal) })}</span>
        <span class="narrow-words" aria-hidden="true">
          {suitName(view.royal)}
        </span>
      </span>
    </span>
  );
}
