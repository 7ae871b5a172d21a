/** One's hand: the cards in a fan, to be tapped, dragged, or walked with the arrow keys. Knows no game. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { useSize } from "../frame/size";
import { say } from "../words";
import { moved, placeAt } from "./arranging";
import { type OnDrop, useDragging } from "./dragging";

/** A card's place: left edge and top edge in pixels, and how far it is turned in degrees. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly turn: number;
}

/** A laid-out hand, in pixels. */
export interface Layout {
  readonly places: readonly Place[];
  readonly cardWidth: number;
  readonly height: number;
  readonly rows: number;
}

/** A card of the hand, and how it stands. */
export interface HandCard<Id extends string | number> {
  /** Tells it from the others of the hand. */
  readonly id: Id;
  readonly face: ComponentChildren;
  /** Its name, for those who listen. */
  readonly words: string;
  readonly isChosen: boolean;
  /** Whether it may be played now; undefined while nothing is asked. */
  readonly isLegal: boolean | undefined;
  /** What is special about it, in words. */
  readonly mark: string | undefined;
  /** What was said against it a moment ago. */
  readonly complaint: string | undefined;
}

/** What a hand is given. */
export interface HandProps<Id extends string | number> {
  readonly groups: readonly (readonly HandCard<Id>[])[];
  readonly label: string;
  /** Places for groups of so many cards, in order, in so much width. */
  lay(groups: readonly number[], width: number): Layout;
  onTap(card: Id): void;
  onDrop(card: Id, where: string): void;
  /** Takes the cards in another order, if the player may give them one: by dragging, or with Shift and the arrow keys. */
  onArrange?(cards: Id[]): void;
}

/** The hand. */
export function Hand<Id extends string | number>({ groups, label, lay, onTap, onDrop, onArrange }: HandProps<Id>) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [walked, setWalked] = useState<Id>();
  const list = useRef<HTMLDivElement>(null);
  const cards = groups.flat();
  const sizes = groups.map((group) => group.length);
  const layout = lay(sizes, width);
  const { places, cardWidth, height, rows } = layout;
  const dragging = useDragging<Id>((card, where, at) => dropped(card, where, at));
  const stop = cards.some(({ id }) => id === walked) ? walked : cards[0]?.id;

  const said = cards.findIndex(({ complaint }) => complaint !== undefined);

  const arrange = (card: Id, place: number): void => {
    const ids = cards.map(({ id }) => id);
    onArrange?.(moved(ids, card, place));
  };
  const dropped: OnDrop<Id> = (card, where, at) => {
    const box = list.current?.getBoundingClientRect();
    if (where !== "hand") {
      onDrop(card, where);
    } else if (box) {
      const from = cards.findIndex(({ id }) => id === card);
      arrange(card, placeAt({ x: at.x - box.left, y: at.y - box.top }, layout, from));
    }
  };
  const isMoving = useRef(false);
  useLayoutEffect(() => {
    if (isMoving.current) {
      isMoving.current = false;
      list.current?.querySelector<HTMLElement>(`[data-card="${stop}"]`)?.focus(); // a card that moves in the page loses it
    }
  });

  const walk = (event: KeyboardEvent): void => {
    const here = cards.findIndex(({ id }) => id === stop);
    const next = nextPlace(event.key, here, cards.length);
    if (event.shiftKey && onArrange && stop !== undefined && next !== undefined) {
      event.preventDefault();
      isMoving.current = true;
      arrange(stop, next);
      return;
    }
    const to = next === undefined ? undefined : cards[next]?.id;
    if (to !== undefined) {
      event.preventDefault();
      setWalked(to);
      list.current?.querySelector<HTMLElement>(`[data-card="${to}"]`)?.focus();
    }
  };

  return (
    <div
      class="hand"
      ref={ref}
      style={{ height: `${height}px`, "--card": `${cardWidth}px` }}
      data-rows={rows}
      {...(onArrange && { "data-drop": "hand" })}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a fan */}
      <div class="hand-cards" ref={list} role="group" aria-label={label} onKeyDown={walk}>
        {width > 0 &&
          cards.map((item, index) => {
            const place = places[index];
            return (
              <button
                type="button"
                key={item.id}
                data-card={item.id}
                class={classOf(item)}
                style={{ left: `${place?.x ?? 0}px`, top: `${place?.y ?? 0}px`, rotate: `${place?.turn ?? 0}deg` }}
                aria-pressed={item.isChosen}
                aria-label={labelOf(item)}
                tabIndex={item.id === stop ? 0 : -1}
                onFocus={() => setWalked(item.id)}
                onClick={() => dragging.wasDragged() || onTap(item.id)}
                {...dragging.handlers(item.id)}
              >
                {item.face}
              </button>
            );
          })}
      </div>
      {said >= 0 && (
        <Complaint place={places[said]} card={cardWidth} width={width} text={cards[said]?.complaint ?? ""} />
      )}
    </div>
  );
}

interface ComplaintProps {
  readonly place: Place | undefined;
  readonly card: number;
  readonly width: number;
  readonly text: string;
}

/** Plain words over the card, kept inside the hand's width. */
function Complaint({ place, card, width, text }: ComplaintProps) {
  const middle = (place?.x ?? 0) + card / 2;
  const side = middle < width / 3 ? "from-left" : middle > (width * 2) / 3 ? "from-right" : "";
  return (
    <p class={`complaint ${side}`} role="alert" style={{ left: `${middle}px`, top: `${(place?.y ?? 0) - 10}px` }}>
      {text}
    </p>
  );
}

function nextPlace(key: string, here: number, count: number): number | undefined {
  switch (key) {
    case "ArrowRight":
      return Math.min(count - 1, here + 1);
    case "ArrowLeft":
      return Math.max(0, here - 1);
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

function classOf({ isChosen, isLegal, mark, complaint }: HandCard<string | number>): string {
  const legality = isLegal === undefined ? "" : isLegal ? "legal" : "unfit";
  return ["card", isChosen && "chosen", legality, mark && "special", complaint && "refused"].filter(Boolean).join(" ");
}

function labelOf({ words, isChosen, isLegal, mark }: HandCard<string | number>): string {
  const marks = [mark, isChosen && say("card.chosen"), !isChosen && isLegal && say("card.legal")];
  return [words, ...marks.filter(Boolean)].join(", ");
}
