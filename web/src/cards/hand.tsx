/** One's hand: the cards in a fan, to be tapped, dragged, or walked with the arrow keys. Knows no game. */

import { useRef, useState } from "preact/hooks";
import { useSize } from "../frame/size";
import { say } from "../words";
import { CardFace } from "./card";
import { useDragging } from "./dragging";
import { fan, type Place } from "./fan";
import { type Card, spokenName } from "./pack";

const LEAST_STEP = 25;

/** How a card of the hand stands. */
export interface HandCard {
  readonly card: Card;
  readonly isChosen: boolean;
  /** Whether it may be played now; undefined while nothing is asked. */
  readonly isLegal: boolean | undefined;
  readonly isSpecial: boolean;
  /** What was said against it a moment ago. */
  readonly complaint: string | undefined;
}

/** What a hand is given. */
export interface HandProps {
  readonly groups: readonly (readonly HandCard[])[];
  readonly label: string;
  onTap(card: Card): void;
  onDrop(card: Card, where: string): void;
}

/** The hand. */
export function Hand({ groups, label, onTap, onDrop }: HandProps) {
  const [ref, { width }] = useSize<HTMLDivElement>();
  const [walked, setWalked] = useState<Card>();
  const list = useRef<HTMLDivElement>(null);
  const dragging = useDragging<Card>(onDrop);
  const cards = groups.flat();
  const cardWidth = widthOfCards(width);
  const { places, height, rows } = fan(
    groups.map((group) => group.length),
    { width, cardWidth, leastStep: LEAST_STEP },
  );
  const stop = cards.some(({ card }) => card === walked) ? walked : cards[0]?.card;

  const said = cards.findIndex(({ complaint }) => complaint !== undefined);

  const walk = (event: KeyboardEvent): void => {
    const here = cards.findIndex(({ card }) => card === stop);
    const next = nextPlace(event.key, here, cards.length);
    const to = next === undefined ? undefined : cards[next]?.card;
    if (to !== undefined) {
      event.preventDefault();
      setWalked(to);
      list.current?.querySelector<HTMLElement>(`[data-card="${to}"]`)?.focus();
    }
  };

  return (
    <div class="hand" ref={ref} style={{ height: `${height}px`, "--card": `${cardWidth}px` }} data-rows={rows}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a fan */}
      <div class="hand-cards" ref={list} role="group" aria-label={label} onKeyDown={walk}>
        {width > 0 &&
          cards.map((item, index) => {
            const place = places[index];
            return (
              <button
                type="button"
                key={item.card}
                data-card={item.card}
                class={classOf(item)}
                style={{ left: `${place?.x ?? 0}px`, top: `${place?.y ?? 0}px`, rotate: `${place?.turn ?? 0}deg` }}
                aria-pressed={item.isChosen}
                aria-label={labelOf(item)}
                tabIndex={item.card === stop ? 0 : -1}
                onFocus={() => setWalked(item.card)}
                onClick={() => dragging.wasDragged() || onTap(item.card)}
                {...dragging.handlers(item.card)}
              >
                <CardFace card={item.card} />
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

function widthOfCards(width: number): number {
  const tallest = Math.max(70, (typeof innerHeight === "undefined" ? 800 : innerHeight) * 0.135);
  return Math.round(Math.max(54, Math.min(width * 0.19, tallest, 112)));
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

function classOf({ isChosen, isLegal, isSpecial, complaint }: HandCard): string {
  const legality = isLegal === undefined ? "" : isLegal ? "legal" : "unfit";
  return ["card", isChosen && "chosen", legality, isSpecial && "special", complaint && "refused"]
    .filter(Boolean)
    .join(" ");
}

function labelOf({ card, isChosen, isLegal, isSpecial }: HandCard): string {
  const marks = [
    isSpecial && say("card.special"),
    isChosen && say("card.chosen"),
    !isChosen && isLegal && say("card.legal"),
  ];
  return [spokenName(card), ...marks.filter(Boolean)].join(", ");
}
