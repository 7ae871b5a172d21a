/** Where the cards of a Chắn hand lie: held as a fan, in as many rows as can be read and touched. Pure. */

import type { Layout, Place } from "../../cards/hand";
import { RATIO } from "./cards/card";

/** The room that a hand has, in pixels. */
export interface Room {
  readonly width: number;
  readonly cardWidth: number;
}

const LEAST_STEP = 24;
const WIDEST_STEP = 0.86;
const MOST_ROWS = 3;
const GAP = 0.16;
/** How far the outermost cards are turned, in degrees: one wide fan, or flatter ones above each other. */
const WIDE_TURN = 9;
const FLAT_TURN = 5;
/** Of a card that a row below leaves in sight: number, sign and characters. */
const IN_SIGHT = 0.56;
const WIDEST = 58;
const LEAST = 32;

/** Lays a hand out in so much width. */
export function layKinds(groups: readonly number[], width: number): Layout {
  const tall = typeof innerHeight === "undefined" ? 800 : innerHeight;
  const byHeight = (tall * shareOf(tall)) / RATIO;
  return spread(groups, { width, cardWidth: Math.round(Math.max(LEAST, Math.min(width * 0.116, byHeight, WIDEST))) });
}

/** Of the window's height, what a card may take: less on a short phone, more where mat and hand stand side by side. */
function shareOf(tall: number): number {
  return tall <= 520 ? 0.29 : tall <= 700 ? 0.165 : 0.21;
}

/** Lays out groups of so many cards, in order; no group is torn apart, and groups stand a little apart. */
export function spread(groups: readonly number[], room: Room): Layout {
  let rows = rowsOf(groups, 1);
  while (rows.length < MOST_ROWS && Math.min(...rows.map((row) => stepOf(row, room, rows.length))) < LEAST_STEP) {
    const more = rowsOf(groups, rows.length + 1);
    if (more.length === rows.length) {
      break;
    }
    rows = more;
  }
  const places = rows.flatMap((row, at) => placesOf(row, at, room, rows.length));
  const lowest = Math.max(0, ...places.map(({ y }) => y));
  return { places, cardWidth: room.cardWidth, height: lowest + room.cardWidth * RATIO, rows: rows.length };
}

/** Groups in so many rows of about the same number of cards; fewer where there are not enough groups. */
function rowsOf(groups: readonly number[], count: number): number[][] {
  const total = groups.reduce((sum, size) => sum + size, 0);
  const rows: number[][] = Array.from({ length: Math.max(1, Math.min(count, groups.length)) }, () => []);
  let before = 0;
  for (const size of groups) {
    const middle = before + size / 2;
    rows[Math.min(rows.length - 1, Math.floor((middle / Math.max(1, total)) * rows.length))]?.push(size);
    before += size;
  }
  return rows.filter((row, at) => row.length > 0 || at === 0);
}

function turnOf(rows: number): number {
  return rows === 1 ? WIDE_TURN : FLAT_TURN;
}

/** Half the width that the cards' middles may take: turned cards stand out at the sides. */
function reach({ width, cardWidth }: Room, rows: number): number {
  const leaning = (cardWidth * RATIO * Math.sin((turnOf(rows) * Math.PI) / 180)) / 2;
  return Math.max(cardWidth, (width - cardWidth) / 2 - leaning);
}

function stepOf(row: readonly number[], room: Room, rows: number): number {
  const cards = row.reduce((sum, size) => sum + size, 0);
  const gaps = Math.max(0, row.length - 1) * GAP * room.cardWidth;
  const step = (2 * reach(room, rows) - gaps) / Math.max(1, cards - 1);
  return Math.min(WIDEST_STEP * room.cardWidth, step);
}

function placesOf(row: readonly number[], at: number, room: Room, rows: number): Place[] {
  const step = stepOf(row, room, rows);
  const gap = GAP * room.cardWidth;
  const along: number[] = [];
  let x = 0;
  for (const [place, size] of row.entries()) {
    x += place > 0 ? gap : 0;
    for (let card = 0; card < size; card += 1) {
      along.push(x);
      x += step;
    }
  }
  const middle = (along.at(-1) ?? 0) / 2;
  const radius = reach(room, rows) / Math.sin((turnOf(rows) * Math.PI) / 180);
  const top = at * room.cardWidth * RATIO * IN_SIGHT;
  return along.map((here) => {
    const turn = Math.asin((here - middle) / radius);
    return {
      x: room.width / 2 + (here - middle) - room.cardWidth / 2,
      y: top + radius * (1 - Math.cos(turn)),
      turn: (turn * 180) / Math.PI,
    };
  });
}
