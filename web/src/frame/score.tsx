/** The running score of the match. */

import type { Update } from "@chieu/client";
import { minus, say } from "../words";

/** Seats by points, most first. */
export function ScoreView({ update, names }: { update: Update; names: readonly string[] }) {
  const { scores = [], seats = [] } = update.state ?? {};
  const order = seats.map(({ number }) => number).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return (
    <table class="score">
      <caption class="spoken">{say("score")}</caption>
      <thead class="spoken">
        <tr>
          <th scope="col">{say("score.player")}</th>
          <th scope="col">{say("score.total")}</th>
        </tr>
      </thead>
      <tbody>
        {order.map((seat) => (
          <tr key={seat} class={seat === update.seat ? "me" : ""}>
            <th scope="row">{names[seat]}</th>
            <td class="number">{minus(scores[seat] ?? 0)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
