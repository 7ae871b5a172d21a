/** Where cards come from that are new in the picture: the stock, a hand, or the door that they were taken from. Pure. */

import { Origin, type View } from "@chieu/client/chan";
import type { Ways } from "../../motion/flight";

/** The ways of a view. Cards that are gone have become part of something new, which comes from where they lay. */
export function waysOf(view: View | undefined): Ways {
  const handOf = (seat: number): string => (seat === view?.audience ? "hand" : `seat-${seat}`);
  return {
    from(card) {
      const at = Number.parseInt(card.slice(1), 10);
      const placed = card.startsWith("d") ? view?.doors[at] : undefined;
      if (placed) {
        return placed.origin === Origin.STOCK || placed.origin === Origin.PASSED ? "stock" : handOf(placed.seat);
      }
      const meld = card.startsWith("m") ? view?.melds[at] : undefined;
      if (meld) {
        return card.endsWith(".0") ? `door-${meld.door}` : handOf(meld.seat);
      }
      return "stock";
    },
    to: () => undefined,
  };
}
