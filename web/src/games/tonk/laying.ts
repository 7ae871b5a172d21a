/** How large the cards of the spreads can be, so that all find room on the mat. Pure. */

const WIDEST = 76;
const NARROWEST = 26;
/** In widths of a card: the space between spreads, and a card's height; in pixels: a label's row, and between rows. */
const GAP = 0.3;
const RATIO = 1.4;
const LABEL = 26;
const ROW_GAP = 8;

/** Below this width a card is drawn with one clear sign, which stands further inside. */
const SMALL = 44;

/** How a card of this width is drawn, and what of it shows where the next one covers it. */
export function detailAt(width: number): { detail: "large" | "small"; shown: number } {
  return width < SMALL ? { detail: "small", shown: 0.62 } : { detail: "large", shown: 0.42 };
}

/** The width of a card at which groups of spreads, named by their lengths, all find room; the least one where none do. */
export function laySpreads(groups: readonly (readonly number[])[], room: { width: number; height: number }): number {
  for (let width = WIDEST; width > NARROWEST; width -= 2) {
    if (heightOf(groups, room.width, width) <= room.height) {
      return width;
    }
  }
  return NARROWEST;
}

/** Groups stand side by side as long as they fit, each under its label; a group wider than the room breaks by itself. */
function heightOf(groups: readonly (readonly number[])[], roomWidth: number, card: number): number {
  let height = 0;
  let x = 0;
  let tallest = 0;
  for (const group of groups) {
    const { width, rows } = groupSize(group, roomWidth, card);
    if (x > 0 && x + width > roomWidth) {
      height += tallest + ROW_GAP;
      x = 0;
      tallest = 0;
    }
    x += width + 2 * GAP * card;
    tallest = Math.max(tallest, LABEL + rows * (RATIO * card + ROW_GAP));
  }
  return height + tallest;
}

function groupSize(spreads: readonly number[], roomWidth: number, card: number): { width: number; rows: number } {
  let rows = 1;
  let x = 0;
  let widest = 0;
  for (const cards of spreads) {
    const width = (1 + detailAt(card).shown * Math.max(0, cards - 1)) * card;
    if (x > 0 && x + width > roomWidth) {
      rows += 1;
      x = 0;
    }
    x += width + GAP * card;
    widest = Math.max(widest, x);
  }
  return { width: Math.min(widest, roomWidth), rows };
}
