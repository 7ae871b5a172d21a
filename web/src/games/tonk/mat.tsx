/** What lies on the mat: stock and discards, to be drawn from by touching them, and everybody's spreads, to be hit. */

import { draw, drawDiscard, hit, SpreadKind, type SpreadView, type View } from "@chieu/client/tonk";
import { useSize } from "../../frame/size";
import { CardBack, CardFace, type Detail } from "../../french/card";
import { spokenName } from "../../french/pack";
import { say } from "../../words";
import { detailAt, laySpreads } from "./laying";
import { hitsFor } from "./plan";
import type { Playing } from "./playing";

interface MatProps {
  readonly view: View;
  readonly playing: Playing;
  readonly names: readonly string[];
}

/** The mat without its seats. */
export function Mat(props: MatProps) {
  const { idle, options, order } = props.view;
  const stall = (options?.stallRounds ?? 0) * order.length;
  return (
    <div class="tonk-mat" data-drop="mat">
      <Piles {...props} />
      <Spreads {...props} />
      {idle > 0 && <p class="idle">{say("tonk.idle", { idle, stall })}</p>}
    </div>
  );
}

function Piles({ view, playing }: MatProps) {
  const { start, rest, chosen, isSending } = playing;
  const mayThrow = rest && chosen.length === 1 && chosen[0] !== undefined && rest.discards.includes(chosen[0]);
  return (
    <div class="tonk-piles">
      <button
        type="button"
        class={`tonk-pile ${start?.mayDrawStock ? "may-draw" : ""}`}
        data-anchor="stock"
        aria-label={say(start?.mayDrawStock ? "tonk.stock_draw" : "tonk.stock_spoken", { count: view.stockCount })}
        aria-disabled={!start?.mayDrawStock || isSending}
        onClick={() => start?.mayDrawStock && playing.send(draw())}
      >
        <span class={`stack ${view.stockCount ? "" : "empty"}`}>{view.stockCount > 0 && <CardBack />}</span>
        <span class="tonk-pile-name">{say("tonk.stock", { count: view.stockCount })}</span>
      </button>
      <button
        type="button"
        class={`tonk-pile ${start?.mayDrawDiscard || mayThrow ? "may-draw" : ""}`}
        data-anchor="discard"
        data-drop="discard"
        aria-label={discardWords(view, playing)}
        aria-disabled={(!start?.mayDrawDiscard && !rest) || isSending}
        onClick={() => (start?.mayDrawDiscard ? playing.send(drawDiscard()) : playing.play())}
      >
        <span class={`stack ${view.top ? "" : "empty"}`}>
          {view.top > 0 && (
            <span key={view.top} class="top" data-card={view.top}>
              <CardFace card={view.top} />
            </span>
          )}
        </span>
        <span class="tonk-pile-name">{say("tonk.discard", { count: view.discardCount })}</span>
      </button>
    </div>
  );
}

function discardWords({ top, discardCount }: View, { start, rest, chosen }: Playing): string {
  if (start?.mayDrawDiscard) {
    return say("tonk.discard_take", { count: discardCount, card: spokenName(top) });
  }
  if (rest && chosen.length === 1 && chosen[0] !== undefined) {
    return say("tonk.discard_throw", { count: discardCount, card: spokenName(chosen[0]) });
  }
  return top
    ? say("tonk.discard_spoken", { count: discardCount, card: spokenName(top) })
    : say("tonk.discard_none", { count: discardCount });
}

/** Groups by owner: the others in their order, the own ones last, nearest to the hand. */
function Spreads({ view, playing, names }: MatProps) {
  const [ref, size] = useSize<HTMLDivElement>();
  const owners = ownersOf(view).map((owner) => ({
    owner,
    spreads: view.spreads.filter((spread) => spread.owner === owner),
  }));
  const mayLay = playing.rest !== undefined && playing.rest.spreads.length > 0;
  const groups = owners.filter(({ owner, spreads }) => spreads.length > 0 || (mayLay && owner === view.audience));
  const width = laySpreads(
    groups.map(({ spreads }) => (spreads.length ? spreads.map(({ cards }) => cards.length) : [3])),
    size,
  );
  const { detail, shown } = detailAt(width);
  return (
    <div class="tonk-spreads" ref={ref} style={{ "--card": `${width}px`, "--shown": shown }}>
      {groups.length === 0 && <p class="mat-hint">{say("tonk.no_spreads")}</p>}
      {groups.map(({ owner, spreads }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form
        <div
          key={owner}
          class="tonk-group"
          role="group"
          aria-label={say("tonk.spreads_of", { who: names[owner] ?? "" })}
        >
          <span class="tonk-owner" aria-hidden="true">
            {owner === view.audience ? say("tonk.yours") : names[owner]}
          </span>
          <div class="tonk-row">
            {spreads.map((spread) => (
              <Spread key={spread.spread} spread={spread} playing={playing} names={names} detail={detail} />
            ))}
            {spreads.length === 0 && <span class="lay-here">{say("tonk.lay_here")}</span>}
          </div>
        </div>
      ))}
    </div>
  );
}

function ownersOf({ order, audience }: View): number[] {
  const me = audience === undefined ? -1 : order.indexOf(audience);
  return [...order.slice(me + 1), ...order.slice(0, me + 1)];
}

interface SpreadProps {
  readonly spread: SpreadView;
  readonly playing: Playing;
  readonly names: readonly string[];
  readonly detail: Detail;
}

function Spread({ spread, playing, names, detail }: SpreadProps) {
  const { rest, chosen } = playing;
  const fitting = rest ? hitsFor(rest, chosen).filter((one) => one.spread === spread.spread) : [];
  const kind = say(spread.kind === SpreadKind.BOOK ? "tonk.book" : "tonk.run");
  const words = say(fitting.length ? "tonk.spread_fits" : "tonk.spread_spoken", {
    kind,
    cards: spread.cards.map(({ card }) => spokenName(card)).join(", "),
    who: names[spread.owner] ?? "",
    fitting: fitting.map(({ card }) => spokenName(card)).join(", "),
  });
  const cards = spread.cards.map(({ card, seat }) => (
    <span key={card} class={`laid ${seat === spread.owner ? "" : "by-other"}`} data-card={card}>
      <CardFace card={card} detail={detail} />
    </span>
  ));
  const [first] = fitting;
  const onClick = (): void => {
    if (first && chosen.length === 1) {
      playing.send(hit(first.card, first.spread));
    } else if (first) {
      playing.choose([first.card]);
    } else if (chosen.length === 1) {
      playing.complain(say("tonk.rule.HIT_DOES_NOT_FIT"), chosen[0]);
    }
  };
  return rest ? (
    <button
      type="button"
      class={`tonk-spread ${fitting.length ? "fits" : ""} ${first && chosen.length === 1 ? "aimed" : ""}`}
      data-drop={`spread ${spread.spread}`}
      aria-label={words}
      onClick={onClick}
    >
      {cards}
    </button>
  ) : (
    <div class="tonk-spread" role="img" aria-label={words}>
      {cards}
    </div>
  );
}
