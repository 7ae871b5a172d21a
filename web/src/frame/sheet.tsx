/** A dialog: a sheet from below on a phone, a panel elsewhere. The browser keeps the focus inside; Escape closes it. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../words";

/** What a sheet is given. */
export interface SheetProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Open for as long as it is drawn. */
export function Sheet({ title, onClose, children, class: extra = "" }: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    // at once: a key that is pressed now is meant for what is on the screen
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself; this is the touch beside it
    <dialog
      class={`sheet ${extra}`}
      ref={dialog}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="sheet-inside">
        <header>
          <h2>{title}</h2>
          <button type="button" class="icon-button" aria-label={say("close")} onClick={onClose}>
            <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
              <path d="M5 5 15 15M15 5 5 15" />
            </svg>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
