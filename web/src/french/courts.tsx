/** Courts, aces and jokers: monograms on a woven ground, the same from both ends. */

import { GLYPHS } from "./glyphs";

const HEADS: Readonly<Record<string, string>> = {
  // a crown
  K: "M34 31 31 18 40 25 50 14 60 25 69 18 66 31ZM34 32.5H66V36H34Z",
  // a tiara
  Q: "M34 31C33 26 32 22 29 19 35 22 40 21 43 17 45 21 48 20 50 14 52 20 55 21 57 17 60 21 65 22 71 19 68 22 67 26 66 31ZM36 32.5H64V36H36Z",
  // a cap with its feather
  J: "M35 31C35 24 42 20 51 20 60 20 65 24 65 31ZM31 32.5H69V36H31ZM57 20C58 14 63 10.5 72 10 71 17 66 21.5 60 22.5Z",
};

/** The inner picture of a court card. */
export function Court({ letter, suit }: { letter: string; suit: string }) {
  return (
    <>
      <rect x="23" y="10" width="54" height="120" rx="3" class="court-ground" />
      <rect x="23" y="10" width="54" height="120" rx="3" class="court-weave" />
      <Half letter={letter} suit={suit} />
      <g transform="rotate(180 50 70)">
        <Half letter={letter} suit={suit} />
      </g>
      <path d="M23 76.5 77 63.5" class="court-band" />
      <path d="M23 76.5 77 63.5" class="court-thread" />
      <rect x="23" y="10" width="54" height="120" rx="3" class="court-frame" />
    </>
  );
}

function Half({ letter, suit }: { letter: string; suit: string }) {
  const glyph = GLYPHS[letter];
  return (
    <>
      <path d={HEADS[letter]} class="court-head" />
      <g transform="translate(41 38.5) scale(1.8)">
        <path d={glyph?.path} class="court-letter" />
      </g>
      <use href={`#suit-${suit}`} x="26.5" y="40" width="11" height="11" class="ink" />
    </>
  );
}

/** One large pip; that of spades wears a weave, as makers of cards like to sign it. */
export function Ace({ suit }: { suit: string }) {
  return (
    <>
      <use href={`#suit-${suit}`} x="22" y="42" width="56" height="56" class="ink" />
      {suit === "s" && <circle cx="50" cy="75" r="8" class="ace-weave" />}
    </>
  );
}

/** A conical hat over a woven mat: the joker, phăng teo. */
export function Joker() {
  return (
    <>
      <rect x="23" y="10" width="54" height="120" rx="3" class="court-ground" />
      <rect x="23" y="88" width="54" height="42" class="court-weave" />
      <path d="M50 30 75 70C63 79 37 79 25 70Z" class="hat" />
      <path
        d="M50 30 37 75.5M50 30V77M50 30 63 75.5M42.5 42C47 45 53 45 57.5 42M34.5 55C43 61 57 61 65.5 55"
        class="hat-ribs"
      />
      <path d="M34 99H66M38 109H62M34 119H66" class="court-thread" />
      <rect x="23" y="10" width="54" height="120" rx="3" class="court-frame" />
    </>
  );
}
