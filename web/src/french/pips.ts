/** Where the pips of number cards stand: in the three columns of a classic face, mirrored above and below. */

/** A pip's middle in the card's box of 100 by 140, and whether it stands on its head. */
export interface Pip {
  readonly x: number;
  readonly y: number;
  readonly isTurned: boolean;
}

const LEFT = 32;
const MIDDLE = 50;
const RIGHT = 68;
const ROWS = { top: 28, upper: 56, centre: 70, lower: 84, bottom: 112, betweenTop: 49, betweenBottom: 91 };

const pair = (y: number): [number, number][] => [
  [LEFT, y],
  [RIGHT, y],
];
const fourRows = [...pair(ROWS.top), ...pair(ROWS.upper), ...pair(ROWS.lower), ...pair(ROWS.bottom)];
const threeRows = [...pair(ROWS.top), ...pair(ROWS.centre), ...pair(ROWS.bottom)];

const PLACES: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  2: [
    [MIDDLE, ROWS.top],
    [MIDDLE, ROWS.bottom],
  ],
  3: [
    [MIDDLE, ROWS.top],
    [MIDDLE, ROWS.centre],
    [MIDDLE, ROWS.bottom],
  ],
  4: [...pair(ROWS.top), ...pair(ROWS.bottom)],
  5: [...pair(ROWS.top), [MIDDLE, ROWS.centre], ...pair(ROWS.bottom)],
  6: threeRows,
  7: [...threeRows, [MIDDLE, ROWS.betweenTop]],
  8: [...threeRows, [MIDDLE, ROWS.betweenTop], [MIDDLE, ROWS.betweenBottom]],
  9: [...fourRows, [MIDDLE, ROWS.centre]],
  10: [...fourRows, [MIDDLE, 42], [MIDDLE, 98]],
};

/** The pips of a number card; none for other ranks. */
export function pipsOf(rank: number): Pip[] {
  return (PLACES[rank] ?? []).map(([x, y]) => ({ x, y, isTurned: y > ROWS.centre }));
}
