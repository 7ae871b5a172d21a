/** Tonk's table: the mat with its seats, the own hand, and what may be done. */

import { isTonkEvent, Source, tonkView, type View } from "@chieu/client/tonk";
import { useRef, useState } from "preact/hooks";
import type { Ways } from "../../motion/flight";
import { useFlight } from "../../motion/use-flight";
import { say } from "../../words";
import type { BoardProps } from "../face";
import { Actions, askedWords, Offers, Steps } from "./actions";
import { OwnHand } from "./hand";
import { useKeys } from "./keys";
import { KnockSheet } from "./knock";
import { Mat } from "./mat";
import { type Playing, usePlaying } from "./playing";

/** The table. */
export function Board(props: BoardProps) {
  const { moment, names, seats, own } = props;
  const root = useRef<HTMLDivElement>(null);
  const [knocking, setKnocking] = useState("");
  const playing = usePlaying(props);
  const view = tonkView(moment.update);
  const askKnock = (): void => {
    if (playing.start?.mayKnock) {
      setKnocking(playing.prompt?.key ?? "");
    } else {
      playing.complain(say("tonk.rule.KNOCK_BLOCKED"));
    }
  };
  useFlight(root, moment, waysOf(props, view), moment.update.snapshot);
  useKeys(playing, askKnock);
  if (!view) {
    return null;
  }
  const { seat = view.seats.length } = moment.update;
  const isPlayer = seat < view.seats.length; // who has just sat down watches until he gets cards
  const isKnocking = knocking !== "" && knocking === playing.prompt?.key;
  return (
    <div class="board tonk-board" ref={root} data-turn={playing.prompt ? "mine" : "other"}>
      <section class="mat" aria-label={say("table.mat")}>
        {seats}
        <Mat view={view} playing={playing} names={names} />
      </section>
      <section class="own" aria-label={say("tonk.hand")}>
        {own}
        <Steps playing={playing} />
        <Asked view={view} playing={playing} names={names} isPlayer={isPlayer} />
        {isPlayer && <Offers playing={playing} />}
        {isPlayer && <OwnHand view={view} playing={playing} update={moment.update} />}
        {isPlayer && (
          <div class="action-bar">
            <Actions view={view} playing={playing} names={names} onKnock={askKnock} />
          </div>
        )}
      </section>
      {isKnocking && <KnockSheet view={view} playing={playing} names={names} onClose={() => setKnocking("")} />}
    </div>
  );
}

interface AskedProps {
  readonly view: View;
  readonly playing: Playing;
  readonly names: readonly string[];
  readonly isPlayer: boolean;
}

function Asked({ view, playing, names, isPlayer }: AskedProps) {
  const { complaint } = playing;
  const who = view.turn === undefined ? "" : (names[view.turn] ?? "");
  const isIn = isPlayer && view.order.includes(view.audience ?? -1);
  const waiting = view.turn === undefined ? "" : say(isIn ? "table.waiting_for" : "table.to_move", { who });
  return (
    <p class="asked" aria-live="polite">
      {complaint && complaint.card === undefined ? (
        <span class="asked-complaint" role="alert">
          {complaint.text}
        </span>
      ) : (
        <>
          {isPlayer && !isIn && `${say("tonk.ask.out")} `}
          {askedWords(playing) || waiting}
        </>
      )}
    </p>
  );
}

/** Cards come from whoever laid or threw them, or from the stock; a taken discard goes to whoever took it. */
function waysOf({ moment }: BoardProps, view: View | undefined): Ways {
  const putBy = new Map<string, number>();
  for (const { cards } of view?.spreads ?? []) {
    for (const { card, seat } of cards) {
      putBy.set(String(card), seat);
    }
  }
  const takenBy = new Map<string, number>();
  for (const event of moment.events) {
    const what = isTonkEvent(event) ? event.event : undefined;
    if (what?.case === "discarded") {
      putBy.set(String(what.value.card), what.value.seat);
    } else if (what?.case === "drawn" && what.value.source === Source.DISCARD) {
      takenBy.set(String(what.value.card), what.value.seat);
    }
  }
  return {
    from: (card) => (putBy.has(card) ? `seat-${putBy.get(card)}` : "stock"),
    to: (card) => (takenBy.has(card) ? `seat-${takenBy.get(card)}` : undefined),
  };
}
