/**
 * A card's face and back: long and narrow. From above: number and sign, the number and the suit as characters, and the
 * suit's sign as often as the number says; what is red wears a seal.
 */

import { isRed, type Kind, kindRank, kindSuit } from "@chieu/client/chan";
import { GLYPHS } from "../../../french/glyphs";
import { CHI, type Character, NUMERALS, SUIT_CHARACTERS } from "./glyphs";

/** Height of a card in widths. */
export const RATIO = 3.4;

const WIDTH = 60;
const HEIGHT = WIDTH * RATIO;
const CHARACTER = 37;
const CHARACTERS_AT = [34, 73] as const;
const PIPS = { top: 118, bottom: 197, size: 15 };

/** Signs in each row. */
const ROWS: Readonly<Record<number, readonly number[]>> = {
  2: [1, 1],
  3: [1, 1, 1],
  4: [2, 2],
  5: [2, 1, 2],
  6: [2, 2, 2],
  7: [2, 2, 1, 2],
  8: [2, 2, 2, 2],
  9: [2, 2, 1, 2, 2],
};

/** One face. It says nothing to those who listen: whoever shows it gives it a label. */
export function KindFace({ kind }: { kind: Kind }) {
  const suit = kindSuit(kind);
  const rank = kindRank(kind);
  const characters = suit ? [NUMERALS[rank], SUIT_CHARACTERS[suit]] : [CHI, CHI];
  return (
    <svg
      class={`kind-face ${isRed(kind) ? "red" : ""}`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      focusable="false"
    >
      <rect x=".6" y=".6" width={WIDTH - 1.2} height={HEIGHT - 1.2} rx="5" class="paper" />
      <Index rank={rank} sign={suit ?? "c"} />
      {characters.map((character, place) => character && <Brushed key={place} character={character} place={place} />)}
      <path d="M9 114.5H51" class="rule" />
      {suit ? (
        <Pips rank={rank} sign={suit} />
      ) : (
        <use href="#kind-c" x="14" y="124" width="32" height="32" class="ink" />
      )}
      {isRed(kind) && <Seal isLow={!suit} />}
    </svg>
  );
}

/** A card's back. */
export function KindBack() {
  return (
    <svg class="kind-face back" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" focusable="false">
      <rect x=".6" y=".6" width={WIDTH - 1.2} height={HEIGHT - 1.2} rx="5" class="paper" />
      <rect x="5" y="5" width={WIDTH - 10} height={HEIGHT - 10} rx="3" fill="url(#weave-kind)" />
    </svg>
  );
}

function Index({ rank, sign }: { rank: number; sign: string }) {
  const glyph = GLYPHS[String(rank)];
  return (
    <>
      {glyph && <path d={glyph.path} class="index" transform="translate(7 8) scale(1.4)" />}
      <use
        href={`#kind-${sign}`}
        x={glyph ? 27 : 10}
        y={glyph ? 8 : 5}
        width={glyph ? 19 : 25}
        height={glyph ? 19 : 25}
        class="ink"
      />
    </>
  );
}

function Brushed({ character, place }: { character: Character; place: number }) {
  const at = `translate(9 ${CHARACTERS_AT[place]}) scale(${CHARACTER / 100})`;
  return <path d={character.path} class="brush" stroke-width={character.brush} transform={at} />;
}

function Pips({ rank, sign }: { rank: number; sign: string }) {
  const rows = ROWS[rank] ?? [];
  const step = (PIPS.bottom - PIPS.top) / rows.length;
  const size = Math.min(PIPS.size, step - 1.5);
  return (
    <>
      {rows.flatMap((count, row) =>
        Array.from({ length: count }, (_, place) => {
          const x = WIDTH / 2 + (place - (count - 1) / 2) * 21 - size / 2;
          const y = PIPS.top + (row + 0.5) * step - size / 2;
          return (
            <use key={`${row} ${place}`} href={`#kind-${sign}`} x={x} y={y} width={size} height={size} class="ink" />
          );
        }),
      )}
    </>
  );
}

/** The red stamp of the red kinds. */
function Seal({ isLow }: { isLow: boolean }) {
  return (
    <g transform={isLow ? "translate(30 177)" : "translate(52.5 51)"}>
      <rect x="-5" y="-9" width="10" height="18" rx="2" class="seal" />
      <path d="M-2.5-5.5H2.5M0-5.5V5.5M-2.5 0H2.5M-2.5 5.5H2.5" class="seal-mark" />
    </g>
  );
}
