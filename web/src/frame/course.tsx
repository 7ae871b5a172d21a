/** How the score came about: every seat's after each deal that this window has seen, as lines and as a table. */

import { Phase, type Update } from "@chieu/client";
import { forThisWindow } from "../state/keep";
import { minus, say } from "../words";

const WIDTH = 240;
const HEIGHT = 72;
const MARGIN = 4;

/** The scores after a deal, by seat; those after deal 0 are what everybody begins with. */
export interface Point {
  readonly deal: number;
  readonly scores: readonly number[];
}

/** What one table's scores were, kept in this window over reloads. */
export class Course {
  #points: readonly Point[];

  constructor(private readonly table: string) {
    this.#points = forThisWindow.read<Point[]>(`course:${table}`, []);
  }

  /** All points, by deal, with that of an update. */
  add({ state }: Update): readonly Point[] {
    const { deal = 0, phase, scores = [] } = state ?? {};
    const done = phase === Phase.PLAYING ? deal - 1 : deal;
    if (deal > 0 && done > (this.#points.at(-1)?.deal ?? -1)) {
      this.#points = [...this.#points, { deal: done, scores: [...scores] }];
      forThisWindow.write(`course:${this.table}`, this.#points);
    }
    return this.#points;
  }
}

/** The lines, and deal by deal on request; nothing before there is a line to draw. */
export function CourseView({ course, names }: { course: readonly Point[]; names: readonly string[] }) {
  if (course.length < 2) {
    return null;
  }
  return (
    <details class="course">
      <summary>
        {say("course")}
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} class="course-lines" aria-hidden="true" focusable="false">
          {names.map((_, seat) => (
            <polyline key={seat} class={`line-${seat}`} points={lineOf(course, seat)} />
          ))}
        </svg>
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <div class="course-deals" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{say("course.deal")}</th>
              {names.map((name, seat) => (
                <th key={seat} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {course.map(({ deal, scores }) => (
              <tr key={deal}>
                <th scope="row">{deal || say("course.start")}</th>
                {names.map((_, seat) => (
                  <td key={seat} class="number">
                    {scores[seat] === undefined ? "–" : minus(scores[seat])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/** The sample of a seat's line that stands beside its name. */
export function LineSample({ seat }: { seat: number }) {
  return (
    <svg viewBox="0 0 20 6" class="line-sample" aria-hidden="true" focusable="false">
      <polyline class={`line-${seat}`} points="0,3 20,3" />
    </svg>
  );
}

/** Where a seat's line runs, as SVG has it; a newcomer's begins with his first deal. */
export function lineOf(course: readonly Point[], seat: number): string {
  const all = course.flatMap(({ scores }) => scores);
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const [first, last] = [course[0]?.deal ?? 0, course.at(-1)?.deal ?? 0];
  const across = (WIDTH - 2 * MARGIN) / Math.max(last - first, 1);
  const down = (HEIGHT - 2 * MARGIN) / Math.max(most - least, 1);
  return course
    .flatMap(({ deal, scores }) => {
      const score = scores[seat];
      return score === undefined
        ? []
        : [`${rounded(MARGIN + (deal - first) * across)},${rounded(MARGIN + (most - score) * down)}`];
    })
    .join(" ");
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
