/** Dragging a card with mouse, pen or finger. A short movement stays a tap; where it is dropped is what lies below. */

import { useRef } from "preact/hooks";

const THRESHOLD = 9;

/** What a drop may land on: an element with `data-drop`, whose value is handed over, and the point in the window. */
export type OnDrop<T> = (item: T, where: string, at: { readonly x: number; readonly y: number }) => void;

interface Drag {
  readonly pointer: number;
  readonly x: number;
  readonly y: number;
  isMoving: boolean;
  over: Element | null;
}

/** Handlers for an element that can be dragged. `wasDragged` tells a click that it belongs to a drag. */
export function useDragging<T>(onDrop: OnDrop<T>) {
  const drag = useRef<Drag>();
  const dragged = useRef(false);

  const end = (element: HTMLElement): void => {
    element.classList.remove("dragging");
    element.style.removeProperty("translate");
    drag.current?.over?.classList.remove("drop-over");
    drag.current = undefined;
  };

  return {
    wasDragged(): boolean {
      const was = dragged.current;
      dragged.current = false;
      return was;
    },
    handlers: (item: T) => ({
      onPointerDown(event: PointerEvent) {
        if (event.button === 0 && event.isPrimary) {
          dragged.current = false;
          (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId); // a fast mouse is elsewhere at once
          drag.current = { pointer: event.pointerId, x: event.clientX, y: event.clientY, isMoving: false, over: null };
        }
      },
      onPointerMove(event: PointerEvent) {
        const now = drag.current;
        const element = event.currentTarget as HTMLElement;
        if (now?.pointer !== event.pointerId) {
          return;
        }
        const [dx, dy] = [event.clientX - now.x, event.clientY - now.y];
        if (!now.isMoving && Math.hypot(dx, dy) < THRESHOLD) {
          return;
        }
        if (!now.isMoving) {
          now.isMoving = true;
          dragged.current = true;
          element.classList.add("dragging");
        }
        element.style.setProperty("translate", `${dx}px ${dy}px`);
        const over = dropBelow(event);
        if (over !== now.over) {
          now.over?.classList.remove("drop-over");
          over?.classList.add("drop-over");
          now.over = over;
        }
      },
      onPointerUp(event: PointerEvent) {
        const isDrop = drag.current?.pointer === event.pointerId && drag.current.isMoving;
        const where = isDrop ? dropBelow(event)?.getAttribute("data-drop") : undefined;
        end(event.currentTarget as HTMLElement);
        if (where) {
          onDrop(item, where, { x: event.clientX, y: event.clientY });
        }
      },
      onPointerCancel(event: PointerEvent) {
        end(event.currentTarget as HTMLElement);
      },
    }),
  };
}

function dropBelow({ clientX, clientY }: PointerEvent): Element | null {
  const below = document.elementsFromPoint(clientX, clientY).map((element) => element.closest("[data-drop]"));
  return below.find((element) => element !== null) ?? null;
}
