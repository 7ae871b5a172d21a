/** What all cards share, once in the document: suits and the weaves, to be used by reference. */

import { SUITS } from "./glyphs";

/** Draws nothing by itself; stands once in the page. */
export function CardSymbols() {
  return (
    <svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">
      {Object.entries(SUITS).map(([letter, path]) => (
        <symbol key={letter} id={`suit-${letter}`} viewBox="0 0 20 20">
          <path d={path} />
        </symbol>
      ))}
      <symbol id="suit-x" viewBox="0 0 20 20">
        <path d="M10 1.5 19 14C14 17 6 17 1 14Z" />
      </symbol>
      <pattern id="weave-back" width="10" height="10" patternUnits="userSpaceOnUse">
        <rect width="10" height="10" class="weave-ground" />
        <path d="M0 1.2H5V3.8H0ZM5 6.2H10V8.8H5Z" class="weave-thread" />
        <path d="M6.2 0H8.8V5H6.2ZM1.2 5H3.8V10H1.2Z" class="weave-thread weave-cross" />
      </pattern>
      <pattern id="weave-court" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="scale(1.9)">
        <path d="M0 .6H2V1.4H0ZM2 2.6H4V3.4H2Z M2.6 0H3.4V2H2.6ZM.6 2H1.4V4H.6Z" class="weave-fine" />
      </pattern>
    </svg>
  );
}
