/** Where the cards of a hand lie, however many: one fan while it can be read and touched, then rows. Pure. */

import type { Layout, Place } from "../cards/hand";

/** The room that a hand has. */
export interface Room {
  readonly width: number;
  readonly cardWidth: number;
  /** Least of a card that must show, to be read and touched. */
  readonly leastStep: number;
}

const LEAST_STEP = 25;
const MOST_ROWS = 4;
const WIDEST_STEP = 0.8;
const GAP = 0.3;
const ROW_STEP = 0.6;
const RATIO = 1.4;
/** Of a hand of eight; a larger one is as round, not rounder. */
const TURN = 0.7;
const ARC = 0.55;
const ROUND = 8;

/** Lays a hand of French cards out in so much width. */
export function layFrench(groups: readonly number[], width: number): Layout {
  return fan(groups, { width, cardWidth: widthOfCards(width), leastStep: LEAST_STEP });
}

/** Lays out groups of so many cards, in order; groups stand a little apart. */
export function fan(groups: readonly number[], room: Room): Layout {
  const cards = groups.flatMap((count, group) => Array.from({ length: count }, () => group));
  let rows = 1;
  while (rows < MOST_ROWS && narrowest(split(cards, rows), room) < room.leastStep) {
    rows += 1;
  }
  const lines = split(cards, rows);
  const cardHeight = room.cardWidth * RATIO;
  const places = lines.flatMap((line, row) => placesOf(line, row, room, rows === 1));
  const lowest = Math.max(0, ...places.map(({ y }) => y));
  return { places, cardWidth: room.cardWidth, height: lowest + cardHeight, rows };
}

function widthOfCards(width: number): number {
  const tallest = Math.max(70, (typeof innerHeight === "undefined" ? 800 : innerHeight) * 0.135);
  return Math.round(Math.max(54, Math.min(width * 0.19, tallest, 112)));
}

/** Rows of about the same length, the shorter ones first. */
function split<T>(items: readonly T[], rows: number): T[][] {
  const short = Math.floor(items.length / rows);
  const longOnes = items.length % rows;
  let next = 0;
  return Array.from({ length: rows }, (_, row) => {
    const length = short + (row >= rows - longOnes ? 1 : 0);
    next += length;
    return items.slice(next - length, next);
  });
}

function narrowest(lines: readonly (readonly number[])[], room: Room): number {
  return Math.min(...lines.map((line) => stepOf(line, room)));
}

function gapsIn(line: readonly number[]): number {
  return line.filter((group, place) => place > 0 && group !== line[place - 1]).length;
}

function stepOf(line: readonly number[], { width, cardWidth }: Room): number {
  const left = width - cardWidth - gapsIn(line) * GAP * cardWidth;
  return line.length < 2 ? cardWidth : Math.min(WIDEST_STEP * cardWidth, left / (line.length - 1));
}

function placesOf(line: readonly number[], row: number, room: Room, isArc: boolean): Place[] {
  const { width, cardWidth } = room;
  const step = stepOf(line, room);
  const gap = GAP * cardWidth;
  const length = step * Math.max(0, line.length - 1) + gapsIn(line) * gap + cardWidth;
  const middle = (line.length - 1) / 2;
  const flatter = isArc ? Math.min(1, ROUND / Math.max(1, line.length)) : 0;
  let x = (width - length) / 2;
  return line.map((group, place) => {
    if (place > 0) {
      x += step + (group === line[place - 1] ? 0 : gap);
    }
    const off = (place - middle) * flatter;
    return { x, y: row * ROW_STEP * cardWidth * RATIO + off * off * ARC, turn: off * TURN };
  });
}
