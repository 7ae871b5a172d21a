/**
 * The characters of the cards as strokes, so that they look the same on every machine and no font is loaded: the numbers
 * 二 to 九, the suits 萬 (Vạn), 索 (Sách) and 文 (Văn), and 枝 for Chi chi. Each stands in a box of 100 by 100.
 */

import type { KindSuit } from "@chieu/client/chan";

/** Strokes, and how thick a brush draws them: the more strokes, the finer. */
export interface Character {
  readonly path: string;
  readonly brush: number;
}

/** By rank. */
export const NUMERALS: Readonly<Record<number, Character>> = {
  2: { path: "M22 29Q50 30 78 25M9 77Q50 79 91 73", brush: 12 },
  3: { path: "M19 20Q50 21 81 16M26 49Q50 50 75 46M9 83Q50 85 91 79", brush: 11 },
  4: { path: "M16 24 19 86M16 24H84L81 85M18 78H82M40 25C40 44 36 54 27 61M60 25V50Q60 58 73 57", brush: 9 },
  5: { path: "M15 18Q50 19 84 16M47 18 36 85M22 50H72L66 85M8 88Q50 90 92 86", brush: 10 },
  6: { path: "M46 7Q52 13 54 21M9 38Q50 40 91 34M38 54C33 69 25 80 13 91M62 54C70 67 79 78 88 88", brush: 11 },
  7: { path: "M9 50Q50 45 90 34M45 10V74Q45 86 58 86H76Q87 86 87 70", brush: 11 },
  8: { path: "M39 22C38 48 28 72 10 88M52 15Q62 13 62 20C64 48 76 72 93 87", brush: 12 },
  9: { path: "M42 8C43 50 36 74 10 91M14 34Q40 35 66 31V75Q66 86 77 86H82Q92 86 91 69", brush: 11 },
};

/** By suit. */
export const SUIT_CHARACTERS: Readonly<Record<KindSuit, Character>> = {
  v: {
    path: "M8 15H92M34 5V25M66 5V25M25 33H75V57H25ZM25 45H75M50 33V78M12 95V66H88V86Q88 95 76 92M34 80Q48 80 62 74M57 66 68 84",
    brush: 6.5,
  },
  s: {
    path: "M50 4V26M18 15H82M11 45V31H89V44M44 35 28 50 55 52M66 44 29 66 74 63M60 55 76 70M51 65V88Q51 97 40 92M32 73 19 88M67 74 81 88",
    brush: 7,
  },
  n: {
    path: "M46 5Q52 11 54 19M9 32Q50 33 91 28M71 32C62 60 42 81 12 92M28 33C37 60 58 81 92 91",
    brush: 10,
  },
};

/** 枝, a branch: chi. */
export const CHI: Character = {
  path: "M5 32H45M26 7V94M26 36C22 52 14 64 4 72M29 44 43 58M50 25H95M72 6V44M54 46H88C80 66 65 82 47 91M58 54C66 70 80 82 97 90",
  brush: 8,
};

/** Signs for whoever reads no Chinese, in boxes of 20 by 20: a coin, a string of coins, a bundle of strings, a blossom. */
export const SIGNS: Readonly<Record<KindSuit | "c", string>> = {
  n: "M10 1.5A8.5 8.5 0 1 1 10 18.5 8.5 8.5 0 1 1 10 1.5ZM6.8 6.8V13.2H13.2V6.8Z",
  s: "M7.2.5H12.8Q15 .5 15 3V4.2Q15 6 13.2 6.2V7.2Q15 7.4 15 9.2V10.8Q15 12.6 13.2 12.8V13.8Q15 14 15 15.8V17Q15 19.5 12.8 19.5H7.2Q5 19.5 5 17V15.8Q5 14 6.8 13.8V12.8Q5 12.6 5 10.8V9.2Q5 7.4 6.8 7.2V6.2Q5 6 5 4.2V3Q5 .5 7.2.5Z",
  v: "M10 .4 19.6 10 10 19.6.4 10ZM10 5.6 5.6 10 10 14.4 14.4 10Z",
  c: "M10 8.2C7 5.5 7.3.8 10 .8S13 5.5 10 8.2ZM11.7 9.4C13.4 5.8 18 5.6 18.8 8.2S15.6 12 11.7 9.4ZM11.2 11.4C15.2 11.9 16.8 16.2 14.6 17.8S9.9 15.3 11.2 11.4ZM8.8 11.4C10.1 15.3 7.6 19.4 5.4 17.8S4.8 11.9 8.8 11.4ZM8.3 9.4C4.4 12 .4 10.8 1.2 8.2S6.6 5.8 8.3 9.4Z",
};
