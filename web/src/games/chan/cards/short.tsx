/** The upper end of a card, for where many lie side by side: number and sign larger, and the two characters. */

import { isRed, type Kind, kindRank, kindSuit } from "@chieu/client/chan";
import { GLYPHS } from "../../../french/glyphs";
import { CHI, NUMERALS, SUIT_CHARACTERS } from "./glyphs";

/** Says nothing to those who listen: whoever shows it gives it a label. */
export function ShortKind({ kind }: { kind: Kind }) {
  const suit = kindSuit(kind);
  const glyph = GLYPHS[String(kindRank(kind))];
  const characters = suit ? [NUMERALS[kindRank(kind)], SUIT_CHARACTERS[suit]] : [CHI, CHI];
  return (
    <svg class={`kind-face ${isRed(kind) ? "red" : ""}`} viewBox="0 0 60 116" aria-hidden="true" focusable="false">
      <rect x=".6" y=".6" width="58.8" height="114.8" rx="5" class="paper" />
      {glyph && <path d={glyph.path} class="index" transform="translate(6 7) scale(2.05)" />}
      <use
        href={`#kind-${suit ?? "c"}`}
        x={glyph ? 31 : 15}
        y="8"
        width={glyph ? 24 : 30}
        height={glyph ? 27 : 30}
        class="ink"
      />
      {characters.map(
        (character, place) =>
          character && (
            <path
              key={place}
              d={character.path}
              class="brush"
              stroke-width={character.brush}
              transform={`translate(13 ${42 + 36 * place}) scale(0.34)`}
            />
          ),
      )}
    </svg>
  );
}
