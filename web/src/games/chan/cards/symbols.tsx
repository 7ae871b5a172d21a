/** What all of these cards share, once in the document. */

import { SIGNS } from "./glyphs";

/** Draws nothing by itself; stands once in the page. */
export function KindSymbols() {
  return (
    <svg class="symbols" width="0" height="0" aria-hidden="true" focusable="false">
      {Object.entries(SIGNS).map(([letter, path]) => (
        <symbol key={letter} id={`kind-${letter}`} viewBox="0 0 20 20">
          <path d={path} fill-rule="evenodd" />
        </symbol>
      ))}
      <pattern id="weave-kind" width="8" height="8" patternUnits="userSpaceOnUse">
        <rect width="8" height="8" class="weave-ground" />
        <path d="M0 1H4V3H0ZM4 5H8V7H4Z" class="weave-thread" />
        <path d="M5 0H7V4H5ZM1 4H3V8H1Z" class="weave-thread weave-cross" />
      </pattern>
    </svg>
  );
}
