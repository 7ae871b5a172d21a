/** Cards inside a line of text. */

import { type Card, letterOf, shortName, spokenName, suitOf } from "./pack";

/** `7♥ 10♠`, coloured, each with its spoken name. */
export function CardsText({ cards }: { cards: readonly Card[] }) {
  return (
    <>
      {cards.map((card, place) => (
        <span key={card}>
          {place > 0 && " "}
          <CardText card={card} />
        </span>
      ))}
    </>
  );
}

function CardText({ card }: { card: Card }) {
  return (
    <span class={`card-text suit-${letterOf(suitOf(card))}`}>
      <span aria-hidden="true">{shortName(card)}</span>
      <span class="spoken">{spokenName(card)}</span>
    </span>
  );
}
