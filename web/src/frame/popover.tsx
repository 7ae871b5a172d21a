/** Something small to look at, next to what was touched. Escape, another touch or going away closes it. */

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** What a popover is given. */
export interface PopoverProps {
  readonly class: string;
  readonly label: string;
  readonly title: string;
  readonly anchor?: string;
  readonly button: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A button that shows its children when it is pressed. */
export function Popover(props: PopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!isOpen) {
      return;
    }
    const onPointer = (event: PointerEvent): void => {
      if (!root.current?.contains(event.target as Node)) {
        setOpen(false);
      }
    };
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === "Escape") {
        setOpen(false);
        root.current?.querySelector("button")?.focus();
      }
    };
    document.addEventListener("pointerdown", onPointer);
    document.addEventListener("keydown", onKey);
    return () => {
      document.removeEventListener("pointerdown", onPointer);
      document.removeEventListener("keydown", onKey);
    };
  }, [isOpen]);
  return (
    <div class={`popover-root ${props.class}`} ref={root} {...(props.anchor && { "data-anchor": props.anchor })}>
      <button type="button" class="popover-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="spoken">{props.label}</span>
        <span class="popover-face" aria-hidden="true">
          {props.button}
        </span>
      </button>
      {isOpen && (
        <div class="popover" role="dialog" aria-label={props.title}>
          <h3>{props.title}</h3>
          {props.children}
        </div>
      )}
    </div>
  );
}
