/** Names of several cards in a row. */

import { type Kind, vietnameseName } from "@chieu/client/chan";

/** "Bát Vạn, Bát Sách". */
export function vietnameseNames(kinds: readonly Kind[]): string {
  return kinds.map(vietnameseName).join(", ");
}
