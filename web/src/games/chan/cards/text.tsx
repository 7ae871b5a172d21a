/** Cards inside a line of text, and in buttons: number and sign, as on the card, and the name. */

import { isRed, type Kind, kindRank, kindSuit, vietnameseName } from "@chieu/client/chan";
import { GLYPHS } from "../../../french/glyphs";

/** The cards by name. */
export function KindsText({ cards }: { cards: readonly Kind[] }) {
  return (
    <>
      {cards.map((kind, place) => (
        <span key={place}>
          {place > 0 && " "}
          <span class={`kind-text ${isRed(kind) ? "red" : ""}`}>
            <KindTile kind={kind} />
            {vietnameseName(kind)}
          </span>
        </span>
      ))}
    </>
  );
}

/** The cards as signs alone; whoever shows them says what they are. */
export function KindTiles({ cards }: { cards: readonly Kind[] }) {
  return (
    <span class="kind-tiles" aria-hidden="true">
      {cards.map((kind, place) => (
        <KindTile key={place} kind={kind} />
      ))}
    </span>
  );
}

function KindTile({ kind }: { kind: Kind }) {
  const glyph = GLYPHS[String(kindRank(kind))];
  return (
    <svg class={`kind-tile ${isRed(kind) ? "red" : ""}`} viewBox="0 0 34 22" aria-hidden="true" focusable="false">
      <rect x=".5" y=".5" width="33" height="21" rx="4" class="paper" />
      {glyph && <path d={glyph.path} class="index" transform="translate(4 4)" />}
      <use
        href={`#kind-${kindSuit(kind) ?? "c"}`}
        x={glyph ? 16 : 9}
        y={glyph ? 4 : 3}
        width={glyph ? 14 : 16}
        height={glyph ? 14 : 16}
        class="ink"
      />
    </svg>
  );
}
