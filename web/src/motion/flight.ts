/**
 * Moves cards from where they were to where they are. The picture is always the latest one; this only lets cards arrive
 * on it, in less than a quarter of a second, and nothing waits for them.
 *
 * Elements with `data-card` are followed by its value, those with `data-anchor` are places (seats, stock, discards).
 */

import { mayMove } from "../state/preferences";

const FLIGHT_MS = 190;
const STAGGER_MS = 7;
const MOST_STAGGER_MS = 50;
const LEAST_WAY = 3;
const EASING = "cubic-bezier(.2,.75,.3,1)";

/** Where things were. */
export interface Picture {
  readonly cards: ReadonlyMap<string, { readonly rect: DOMRect; readonly element: HTMLElement }>;
}

/** Where cards come from that were not in sight, and where those go that are no more; anchors by card. */
export interface Ways {
  from(card: string): string | undefined;
  to(card: string): string | undefined;
}

/** Looks where every card is now. */
export function picture(root: HTMLElement): Picture {
  const cards = [...root.querySelectorAll<HTMLElement>("[data-card]")].map(
    (element) => [element.dataset["card"] ?? "", { rect: element.getBoundingClientRect(), element }] as const,
  );
  return { cards: new Map(cards) };
}

/** Lets every card arrive that has come or moved since `before`, and those leave that are gone. */
export function fly(root: HTMLElement, before: Picture, ways: Ways): void {
  if (!mayMove() || document.visibilityState === "hidden") {
    return;
  }
  const now = picture(root);
  let arrived = 0;
  for (const [card, { rect, element }] of now.cards) {
    const start = before.cards.get(card)?.rect ?? anchorRect(root, ways.from(card));
    if (start && isWorthwhile(start, rect)) {
      arrive(element, start, rect, Math.min(MOST_STAGGER_MS, arrived * STAGGER_MS));
      arrived += 1;
    }
  }
  for (const [card, { rect, element }] of before.cards) {
    const end = now.cards.has(card) ? undefined : anchorRect(root, ways.to(card));
    if (end) {
      leave(element, rect, end);
    }
  }
}

function arrive(element: HTMLElement, from: DOMRect, to: DOMRect, delay: number): void {
  const start = { translate: offset(from, to), scale: String(from.width / Math.max(1, to.width)), zIndex: "5" };
  const end = { translate: "0 0", scale: "1", zIndex: "5" };
  element.animate([start, end], { duration: FLIGHT_MS, delay, easing: EASING, fill: "backwards" });
}

function leave(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  const ghost = element.cloneNode(true) as HTMLElement;
  ghost.removeAttribute("data-card");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  ghost.classList.add("ghost");
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    rotate: "0deg",
  });
  document.body.append(ghost);
  const end = { translate: offset(to, from), scale: "0.5", opacity: "0.2" };
  const flight = ghost.animate([{ translate: "0 0", scale: "1", opacity: "1" }, end], {
    duration: FLIGHT_MS,
    easing: EASING,
  });
  flight.onfinish = () => ghost.remove();
  flight.oncancel = () => ghost.remove();
}

function anchorRect(root: HTMLElement, anchor: string | undefined): DOMRect | undefined {
  return anchor === undefined ? undefined : root.querySelector(`[data-anchor="${anchor}"]`)?.getBoundingClientRect();
}

function isWorthwhile(from: DOMRect, to: DOMRect): boolean {
  return Math.abs(from.left - to.left) + Math.abs(from.top - to.top) > LEAST_WAY;
}

/** From middle to middle. */
function offset(from: DOMRect, to: DOMRect): string {
  const dx = from.left + from.width / 2 - to.left - to.width / 2;
  const dy = from.top + from.height / 2 - to.top - to.height / 2;
  return `${dx}px ${dy}px`;
}
