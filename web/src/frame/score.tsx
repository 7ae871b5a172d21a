/** The running score of the match, and how it came about. */

import type { Update } from "@chieu/client";
import { minus, say } from "../words";
import { CourseView, LineSample, type Point } from "./course";

/** What the score is drawn from. */
export interface ScoreProps {
  readonly update: Update;
  readonly names: readonly string[];
  readonly course: readonly Point[];
}

/** Seats by points, most first. */
export function ScoreView({ update, names, course }: ScoreProps) {
  const { scores = [], seats = [] } = update.state ?? {};
  const order = seats.map(({ number }) => number).sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0));
  return (
    <div>
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
              <th scope="row">
                {names[seat]}
                {course.length > 1 && <LineSample seat={seat} />}
              </th>
              <td class="number">{minus(scores[seat] ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CourseView course={course} names={names} />
    </div>
  );
}
