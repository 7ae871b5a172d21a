/** How large the cards on the mat can be, so that all pairs of a round find room. Pure. */

const WIDEST = 104;
const NARROWEST = 26;
/** A pair in widths of a card: the covering card stands out to the right and below. */
const PAIR_WIDTH = 1.42;
const PAIR_HEIGHT = 1.86;

/** Width of a card, and how many pairs stand in a row. */
export function layPairs(
  pairs: number,
  room: { width: number; height: number },
): { cardWidth: number; perRow: number } {
  for (let cardWidth = WIDEST; cardWidth > NARROWEST; cardWidth -= 2) {
    const perRow = Math.floor(room.width / (cardWidth * PAIR_WIDTH));
    const rows = Math.floor(room.height / (cardWidth * PAIR_HEIGHT));
    if (perRow > 0 && perRow * rows >= Math.max(pairs, 2)) {
      return { cardWidth, perRow };
    }
  }
  return { cardWidth: NARROWEST, perRow: Math.max(1, Math.floor(room.width / (NARROWEST * PAIR_WIDTH))) };
}
