/** What may be done now, under the thumb: where the turn stands, the plain words of the prompt, offers and buttons. */

import { decline, draw, drawDiscard, hit, type TurnChoices, type View } from "@chieu/client/tonk";
import { CardsText } from "../../french/text";
import { say } from "../../words";
import { hitsFor, isOffer, moveOf, offersFor } from "./plan";
import type { Playing } from "./playing";

/** The line over the buttons: what is asked of the player. */
export function askedWords({ start, rest, chosen }: Playing): string {
  if (start) {
    return say(`tonk.ask.${start.mayKnock ? "" : "blocked."}${drawWords(start)}`);
  }
  if (!rest) {
    return "";
  }
  if (rest.mustSpread) {
    return say("tonk.ask.must_spread");
  }
  if (chosen.length > 1 && !isOffer(rest, chosen)) {
    return say("tonk.ask.more");
  }
  return say(rest.spreads.length || rest.hits.length ? "tonk.ask.meld" : "tonk.ask.discard");
}

function drawWords({ mayDrawStock, mayDrawDiscard }: TurnChoices): string {
  if (mayDrawStock) {
    return mayDrawDiscard ? "draw" : "draw_stock";
  }
  return mayDrawDiscard ? "dry" : "decline";
}

/** Draw, lay or hit, discard: which of them the turn has come to. */
export function Steps({ playing: { start, rest } }: { playing: Playing }) {
  if (!start && !rest) {
    return null;
  }
  const steps = [
    { name: "draw", isNow: start !== undefined },
    { name: "meld", isNow: rest !== undefined && (rest.spreads.length > 0 || rest.hits.length > 0) },
    { name: "discard", isNow: rest !== undefined && !rest.mustSpread },
  ];
  return (
    <ol class="steps" aria-label={say("tonk.steps")}>
      {steps.map(({ name, isNow }) => (
        <li key={name} class={isNow ? "now" : ""} {...(isNow && { "aria-current": "step" })}>
          {say(`tonk.step.${name}`)}
        </li>
      ))}
    </ol>
  );
}

/** The spreads that the prompt offers, as far as they go with what is chosen. A touch chooses the cards. */
export function Offers({ playing }: { playing: Playing }) {
  const { rest, chosen } = playing;
  const offers = rest ? offersFor(rest, chosen).filter((offer) => offer.length > chosen.length) : [];
  if (!offers.length) {
    return null;
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
    <div class="offers" role="group" aria-label={say("tonk.offers")}>
      <span class="offers-name" aria-hidden="true">
        {say("tonk.may_lay")}
      </span>
      {offers.map((offer) => (
        <button type="button" key={offer.join(" ")} class="button small offer" onClick={() => playing.choose(offer)}>
          <CardsText cards={offer} />
        </button>
      ))}
    </div>
  );
}

interface ActionsProps {
  readonly view: View;
  readonly playing: Playing;
  readonly names: readonly string[];
  readonly onKnock: () => void;
}

/** The buttons. */
export function Actions(props: ActionsProps) {
  const { playing } = props;
  if (!playing.start && !playing.rest) {
    return null;
  }
  return (
    <div class="actions" aria-busy={playing.isSending}>
      {playing.start ? <StartButtons {...props} /> : <RestButtons {...props} />}
    </div>
  );
}

function StartButtons({ view, playing, onKnock }: ActionsProps) {
  const { start, isSending } = playing;
  if (!start) {
    return null;
  }
  return (
    <>
      <button
        type="button"
        class={`button ${start.mayKnock ? "plain" : "unready"} knock`}
        aria-keyshortcuts="K"
        disabled={isSending}
        onClick={onKnock}
      >
        {say("tonk.do.knock", { count: view.count ?? 0 })}
      </button>
      {start.mayDecline && (
        <button
          type="button"
          class="button plain"
          aria-keyshortcuts="N"
          disabled={isSending}
          onClick={() => playing.send(decline())}
        >
          {say("tonk.do.decline")}
        </button>
      )}
      {start.mayDrawDiscard && (
        <button
          type="button"
          class={`button ${start.mayDrawStock ? "plain" : "primary"}`}
          aria-keyshortcuts="T"
          disabled={isSending}
          onClick={() => playing.send(drawDiscard())}
        >
          <span>
            {say("tonk.do.take")} <CardsText cards={[view.top]} />
          </span>
        </button>
      )}
      {start.mayDrawStock && (
        <button
          type="button"
          class="button primary"
          aria-keyshortcuts="D"
          disabled={isSending}
          onClick={() => playing.send(draw())}
        >
          {isSending ? say("table.sending") : say("tonk.do.draw")}
        </button>
      )}
    </>
  );
}

function RestButtons({ view, playing, names }: ActionsProps) {
  const { rest, chosen, isSending } = playing;
  if (!rest) {
    return null;
  }
  const hits = chosen.length === 1 ? hitsFor(rest, chosen) : [];
  const ownerOf = (number: number): string => {
    const owner = view.spreads.find(({ spread }) => spread === number)?.owner ?? 0;
    return owner === view.audience ? say("tonk.yours") : (names[owner] ?? "");
  };
  return (
    <>
      {hits.map((one) => (
        <button
          type="button"
          key={one.spread}
          class="button plain hit"
          aria-keyshortcuts="H"
          disabled={isSending}
          onClick={() => playing.send(hit(one.card, one.spread))}
        >
          {say(hits.length > 1 ? "tonk.do.hit_number" : "tonk.do.hit", {
            who: ownerOf(one.spread),
            number: one.spread,
          })}
        </button>
      ))}
      <button
        type="button"
        class={`button primary ${moveOf(rest, chosen) ? "" : "unready"}`}
        aria-keyshortcuts="Enter"
        disabled={isSending}
        onClick={() => playing.play()}
      >
        {isSending ? say("table.sending") : primaryWords(playing)}
      </button>
    </>
  );
}

function primaryWords({ rest, chosen }: Playing) {
  if (rest && (isOffer(rest, chosen) || chosen.length > 1 || rest.mustSpread)) {
    return chosen.length ? say("tonk.do.lay", { count: chosen.length }) : say("tonk.do.lay_spread");
  }
  return (
    <span>
      {say("tonk.do.discard")} {chosen.length === 1 && <CardsText cards={chosen} />}
    </span>
  );
}
