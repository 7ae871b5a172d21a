/** What lies on the mat: royal suit, stock and discards, and the round's waves as pairs. */

import type { Card, View } from "@chieu/client/tan";
import { Popover } from "../../frame/popover";
import { useSize } from "../../frame/size";
import { CardBack, CardFace } from "../../french/card";
import { letterOf, spokenName, suitName } from "../../french/pack";
import { CardsText } from "../../french/text";
import { say } from "../../words";
import { layPairs } from "./laying";
import type { Playing } from "./playing";

/** The mat without its seats. */
export function Mat({
  view,
  playing,
  names,
  hint,
}: {
  view: View;
  playing: Playing;
  names: readonly string[];
  hint: string;
}) {
  return (
    <div class="tan-mat" data-drop="mat">
      <Piles view={view} />
      <Waves view={view} playing={playing} names={names} hint={hint} />
    </div>
  );
}

function Piles({ view }: { view: View }) {
  const royal = suitName(view.royal);
  return (
    <div class="piles">
      <div
        class="pile"
        data-anchor="stock"
        role="img"
        aria-label={say("tan.stock_spoken", { count: view.stockCount, suit: royal })}
      >
        <div class={`stack ${view.stockCount ? "" : "empty"}`}>{view.stockCount > 0 && <CardBack />}</div>
        <span class="pile-count">{view.stockCount}</span>
        <span class="pile-name">{say("tan.stock")}</span>
      </div>
      <div class={`royal suit-${letterOf(view.royal)}`} role="img" aria-label={say("tan.royal", { suit: royal })}>
        <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
          <use href={`#suit-${letterOf(view.royal)}`} class="ink" />
        </svg>
        <span class="pile-name">{say("tan.royal_short")}</span>
      </div>
      <Popover
        class="pile"
        anchor="discard"
        label={say("tan.discard_spoken", { count: view.discardCount })}
        title={say("tan.gone")}
        button={
          <>
            <div class={`stack ${view.discardCount ? "" : "empty"}`}>{view.discardCount > 0 && <CardBack />}</div>
            <span class="pile-count">{view.discardCount}</span>
            <span class="pile-name">{say("tan.discard")}</span>
          </>
        }
      >
        <p class="gone">{view.gone.length ? <CardsText cards={view.gone} /> : say("tan.gone_none")}</p>
      </Popover>
    </div>
  );
}

interface Laid {
  readonly attack: Card;
  readonly cover: Card | undefined;
  readonly isPlanned: boolean;
  readonly isPending: boolean;
  readonly seat: number;
  readonly wave: number;
}

function Waves({
  view,
  playing,
  names,
  hint,
}: {
  view: View;
  playing: Playing;
  names: readonly string[];
  hint: string;
}) {
  const [ref, size] = useSize<HTMLDivElement>();
  const laid = laidCards(view, playing);
  const { cardWidth } = layPairs(laid.length, size);
  return (
    <div class="waves" ref={ref} style={{ "--card": `${cardWidth}px` }}>
      {laid.length === 0 && <p class="mat-hint">{hint}</p>}
      {laid.map((one) => (
        <Pair key={one.attack} laid={one} playing={playing} names={names} isSmall={cardWidth < 46} />
      ))}
    </div>
  );
}

function laidCards(view: View, { plan }: Playing): Laid[] {
  const planned = plan?.kind === "covers" ? plan.covers : undefined;
  return view.table.flatMap(({ wave, seat, pairs }) =>
    pairs.map(({ attack, defence }) => {
      const isPending = defence === 0;
      const cover = isPending ? planned?.get(attack) : defence;
      return { attack, cover, seat, wave, isPending, isPlanned: isPending && cover !== undefined };
    }),
  );
}

function Pair({
  laid,
  playing,
  names,
  isSmall,
}: {
  laid: Laid;
  playing: Playing;
  names: readonly string[];
  isSmall: boolean;
}) {
  const { attack, cover, isPending, isPlanned, seat, wave } = laid;
  const mayAim = isPending && playing.plan?.kind === "covers";
  const detail = isSmall ? "small" : "large";
  const what = say(cover === undefined ? "tan.pair_open" : isPlanned ? "tan.pair_planned" : "tan.pair_covered", {
    card: spokenName(attack),
    cover: cover === undefined ? "" : spokenName(cover),
    who: names[seat] ?? "",
    wave,
  });
  const classes = ["pair", isPending && "pending", isPlanned && "planned", playing.target === attack && "aimed"];
  const inside = (
    <>
      <span class="attacking" data-card={attack}>
        <CardFace card={attack} detail={detail} />
      </span>
      {cover !== undefined && (
        <span class="covering" {...(!isPlanned && { "data-card": cover })}>
          <CardFace card={cover} detail={detail} />
        </span>
      )}
    </>
  );
  return mayAim ? (
    <button
      type="button"
      class={classes.filter(Boolean).join(" ")}
      data-drop={`card ${attack}`}
      aria-label={what}
      aria-pressed={playing.target === attack}
      onClick={() => playing.aimAt(attack)}
    >
      {inside}
    </button>
  ) : (
    <div class={classes.filter(Boolean).join(" ")} role="img" aria-label={what}>
      {inside}
    </div>
  );
}
