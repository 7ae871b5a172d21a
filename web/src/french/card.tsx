/** A French card's face and back, drawn for any size: `large` with pips or picture, `small` with one clear sign. */

import { Ace, Court, Joker } from "./courts";
import { GLYPHS } from "./glyphs";
import { type Card, indexOf, isJoker, letterOf, Rank, rankOf, suitOf } from "./pack";
import { pipsOf } from "./pips";

const CORNER = { x: 6, y: 7, scale: 1.55 };
const PIP = 17.5;

/** How much is drawn. */
export type Detail = "large" | "small";

/** One face. It says nothing to those who listen: whoever shows it gives it a label. */
export function CardFace({ card, detail = "large" }: { card: Card; detail?: Detail }) {
  const suit = letterOf(suitOf(card));
  return (
    <svg
      class={`face suit-${suit} ${isJoker(card) ? "joker" : ""}`}
      viewBox="0 0 100 140"
      aria-hidden="true"
      focusable="false"
    >
      <rect x=".75" y=".75" width="98.5" height="138.5" rx="8" class="paper" />
      {detail === "small" ? <Sign card={card} suit={suit} /> : <Whole card={card} suit={suit} />}
    </svg>
  );
}

/** A card's back. */
export function CardBack() {
  return (
    <svg class="face back" viewBox="0 0 100 140" aria-hidden="true" focusable="false">
      <rect x=".75" y=".75" width="98.5" height="138.5" rx="8" class="paper" />
      <rect x="6" y="6" width="88" height="128" rx="4" fill="url(#weave-back)" />
      <rect x="6" y="6" width="88" height="128" rx="4" class="back-edge" />
    </svg>
  );
}

function Whole({ card, suit }: { card: Card; suit: string }) {
  return (
    <>
      <Middle card={card} suit={suit} />
      <Corner card={card} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Corner card={card} suit={suit} />
      </g>
    </>
  );
}

function Middle({ card, suit }: { card: Card; suit: string }) {
  const rank = rankOf(card);
  if (isJoker(card)) {
    return <Joker />;
  }
  if (rank === Rank.RANK_A) {
    return <Ace suit={suit} />;
  }
  if (rank > Rank.RANK_T) {
    return <Court letter={indexOf(card)} suit={suit} />;
  }
  return (
    <>
      {pipsOf(rank).map(({ x, y, isTurned }) => (
        <use
          key={`${x} ${y}`}
          href={`#suit-${suit}`}
          x={x - PIP / 2}
          y={y - PIP / 2}
          width={PIP}
          height={PIP}
          class="ink"
          {...(isTurned && { transform: `rotate(180 ${x} ${y})` })}
        />
      ))}
    </>
  );
}

function Corner({ card, suit }: { card: Card; suit: string }) {
  const glyph = GLYPHS[indexOf(card)];
  if (!glyph) {
    return <use href="#suit-x" x="3" y="5" width="19" height="19" class="ink" />;
  }
  const width = glyph.width > 10 ? CORNER.scale * 0.84 : CORNER.scale;
  return (
    <>
      <g transform={`translate(${CORNER.x - (glyph.width > 10 ? 2 : 0)} ${CORNER.y}) scale(${width} ${CORNER.scale})`}>
        <path d={glyph.path} class="index" />
      </g>
      <use href={`#suit-${suit}`} x={CORNER.x} y="32" width="15" height="15" class="ink" />
    </>
  );
}

function Sign({ card, suit }: { card: Card; suit: string }) {
  const glyph = GLYPHS[indexOf(card)];
  return (
    <>
      {glyph && (
        <g transform={`translate(${50 - glyph.width * 2.1} 12) scale(4.2)`}>
          <path d={glyph.path} class="index" />
        </g>
      )}
      <use
        href={`#suit-${suit}`}
        x={glyph ? 27 : 15}
        y={glyph ? 80 : 34}
        width={glyph ? 46 : 70}
        height={glyph ? 46 : 70}
        class="ink"
      />
    </>
  );
}
