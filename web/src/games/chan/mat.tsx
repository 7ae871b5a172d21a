/** What lies on the mat: in the middle the stock, at each corner a door (cửa), before each seat what it has exposed. */

import { type DoorCard, type Kind, type Meld, MeldForm, Origin, type View, vietnameseName } from "@chieu/client/chan";
import { type Side, sideOf } from "../../frame/seats";
import { say } from "../../words";
import { KindBack, KindFace } from "./cards/card";
import { ShortKind } from "./cards/short";

/** What the parts of the mat are given. */
export interface MatProps {
  readonly view: View;
  readonly names: readonly string[];
}

/** The mat without its seats. A door lies at its seat's right hand: between it and the seat that is entitled next. */
export function Mat({ view, names }: MatProps) {
  const sides = view.seats.map(({ seat }) => ({ seat, side: sideOf(seat, view.audience ?? 0, view.seats.length) }));
  return (
    <>
      <Stock view={view} />
      {sides.map(({ seat, side }) => (
        <Door key={`door ${seat}`} view={view} names={names} seat={seat} side={side} />
      ))}
      {sides.map(({ seat, side }) => (
        <Melds key={`melds ${seat}`} view={view} names={names} seat={seat} side={side} />
      ))}
    </>
  );
}

function Stock({ view }: { view: View }) {
  const { stockCount: count } = view;
  return (
    <div class="chan-stock" data-anchor="stock" role="img" aria-label={say("chan.stock_spoken", { count })}>
      <div class={`stock-cards ${count ? "" : "empty"}`}>{count > 0 && <KindBack />}</div>
      <span class="stock-count">{count}</span>
      <span class="stock-name">{say("chan.stock")}</span>
    </div>
  );
}

interface PlaceProps extends MatProps {
  readonly seat: number;
  readonly side: Side;
}

interface Placed extends DoorCard {
  readonly at: number;
}

function Door({ view, names, seat, side }: PlaceProps) {
  const placed: Placed[] = view.doors.map((card, at) => ({ ...card, at })).filter(({ door }) => door === seat);
  const last = placed.at(-1);
  const isLive = view.live?.door === seat && last !== undefined && last.at === view.doors.length - 1;
  const dead = isLive ? placed.slice(0, -1) : placed;
  const classes = ["door", `door-${side}`, isLive && "has-live", view.returnDoor === seat && "is-owed"];
  return (
    <div
      class={classes.filter(Boolean).join(" ")}
      data-anchor={`door-${seat}`}
      role="img"
      aria-label={doorWords(names[seat] ?? "", isLive ? last : undefined, dead)}
    >
      <span class="door-name" aria-hidden="true">
        {say("chan.door_of", { who: names[seat] ?? "" })}
      </span>
      <div class="door-dead">
        {dead.map((card) => (
          <span key={card.at} class="short-card" data-card={`d${card.at}`} title={vietnameseName(card.card)}>
            <ShortKind kind={card.card} />
          </span>
        ))}
      </div>
      {isLive && (
        <span class="live-card" data-card={`d${last.at}`} title={vietnameseName(last.card)}>
          <KindFace kind={last.card} />
          <small class="origin">{say(`chan.origin.${view.live?.origin ?? Origin.UNSPECIFIED}`)}</small>
        </span>
      )}
    </div>
  );
}

function doorWords(who: string, live: DoorCard | undefined, dead: readonly DoorCard[]): string {
  const parts = [
    say("chan.door_of", { who }),
    live && say("chan.door_live", { card: vietnameseName(live.card) }),
    dead.length > 0 && say("chan.door_dead", { cards: dead.map(({ card }) => vietnameseName(card)).join(", ") }),
    !live && dead.length === 0 && say("chan.door_empty"),
  ];
  return parts.filter(Boolean).join(". ");
}

function Melds({ view, names, seat, side }: PlaceProps) {
  const own = view.melds.map((meld, at) => ({ meld, at })).filter(({ meld }) => meld.seat === seat);
  const spoken = own.map(({ meld }) => meldWords(meld)).join("; ");
  return (
    <div class={`melds melds-${side}`} role="img" aria-label={meldsWords(names[seat] ?? "", spoken)}>
      {own.map(({ meld, at }) => (
        <span key={at} class={`meld form-${meld.form}`} title={meldWords(meld)}>
          {cardsOf(meld).map((kind, place) => (
            <span key={place} class="short-card" data-card={`m${at}.${place}`}>
              <ShortKind kind={kind} />
            </span>
          ))}
        </span>
      ))}
    </div>
  );
}

/** The cards of a meld, the one taken first. */
export function cardsOf({ form, taken, given }: Meld): Kind[] {
  return form === MeldForm.CHIU ? [taken, taken, taken, taken] : [taken, given];
}

function meldsWords(who: string, spoken: string): string {
  return spoken ? say("chan.melds_of", { who, melds: spoken }) : say("chan.melds_none", { who });
}

function meldWords({ form, taken, given }: Meld): string {
  return say(`chan.meld.${form}`, { card: vietnameseName(taken), given: vietnameseName(given) });
}
