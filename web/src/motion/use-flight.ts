/** Flights as part of a component: looks before a new moment is drawn, flies after. */

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { fly, type Picture, picture, type Ways } from "./flight";

/** Lets cards fly inside `root` whenever `moment` is another one. A moment that is undefined, or `still`, flies nothing. */
export function useFlight(root: RefObject<HTMLElement>, moment: unknown, ways: Ways, isStill: boolean): void {
  const drawn = useRef<unknown>();
  const before = useRef<Picture>();
  if (drawn.current !== moment && root.current) {
    before.current = picture(root.current); // still the old picture: this moment is not drawn yet
  }
  useLayoutEffect(() => {
    if (root.current && before.current && !isStill) {
      fly(root.current, before.current, ways);
    }
    drawn.current = moment;
    before.current = undefined;
  }, [moment]);
}
