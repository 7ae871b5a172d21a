/** Tấn's table: the mat with its seats, the own hand, and what may be done. */

import { type Card, isTanEvent, type Suit, suitOf, tanView, type View } from "@chieu/client/tan";
import { useEffect, useRef } from "preact/hooks";
import { Hand, type HandCard } from "../../cards/hand";
import { CardFace } from "../../french/card";
import { layFrench } from "../../french/fan";
import { spokenName } from "../../french/pack";
import type { Ways } from "../../motion/flight";
import { useFlight } from "../../motion/use-flight";
import { useCell } from "../../state/cell";
import { preferences } from "../../state/preferences";
import { say } from "../../words";
import type { BoardProps } from "../face";
import { Actions, askedWords, giveWay, playChosen } from "./actions";
import { Mat } from "./mat";
import { chosen, misfit } from "./plan";
import { type Playing, usePlaying } from "./playing";
import { sortedHand } from "./sorting";

/** The table. */
export function Board(props: BoardProps) {
  const { moment, names, seats, own } = props;
  const root = useRef<HTMLDivElement>(null);
  const playing = usePlaying(props);
  const view = tanView(moment.update);
  useFlight(root, moment, waysOf(props, view), moment.update.snapshot);
  useKeys(playing);
  if (!view) {
    return null;
  }
  const isPlayer = moment.update.seat !== undefined;
  return (
    <div class="board" ref={root} data-turn={playing.prompt ? "mine" : "other"}>
      <section class="mat" aria-label={say("table.mat")}>
        {seats}
        <Mat view={view} playing={playing} names={names} hint={hintOf(view, playing, names)} />
      </section>
      <section class="own" aria-label={say("tan.hand")}>
        {own}
        <p class="asked" aria-live="polite">
          {playing.complaint?.card === undefined && playing.complaint ? (
            <span class="asked-complaint" role="alert">
              {playing.complaint.text}
            </span>
          ) : (
            askedWords(playing) || waitingWords(view, names, isPlayer)
          )}
        </p>
        {isPlayer && <OwnHand view={view} playing={playing} />}
        {isPlayer && (
          <div class="action-bar">
            <Actions playing={playing} />
          </div>
        )}
      </section>
    </div>
  );
}

function OwnHand({ view, playing }: { view: View; playing: Playing }) {
  const { order } = useCell(preferences);
  const groups = sortedHand(view.hand, view.royal, order).map((cards) =>
    cards.map((card) => handCard(card, view.royal, playing)),
  );
  const drop = (card: Card, where: string): void => {
    const [kind, on] = where.split(" ");
    if (kind === "card") {
      playing.tapCard(card, Number(on) as Card);
    } else if (playing.plan && !chosen(playing.plan).includes(card)) {
      playing.tapCard(card);
    }
  };
  return (
    <Hand
      groups={groups}
      label={say("tan.hand_spoken", { count: view.hand.length })}
      lay={layFrench}
      onTap={playing.tapCard}
      onDrop={drop}
    />
  );
}

function handCard(card: Card, royal: Suit, { choices, plan, complaint, target, isSending }: Playing): HandCard<Card> {
  const isChosen = plan !== undefined && chosen(plan).includes(card);
  const mayDefend = choices?.choices.case !== "defend" || choices.choices.value.mayDefend;
  const fits = choices && plan && mayDefend && misfit(choices, plan, card, target) === undefined;
  return {
    id: card,
    face: <CardFace card={card} />,
    words: spokenName(card),
    isChosen,
    isLegal: choices && plan && !isSending ? fits === true : undefined,
    mark: suitOf(card) === royal ? say("card.special") : undefined,
    complaint: complaint?.card === card ? complaint.text : undefined,
  };
}

function hintOf(view: View, { choices }: Playing, names: readonly string[]): string {
  if (choices?.choices.case === "attack") {
    return say("tan.hint.drag");
  }
  return view.turn === undefined ? "" : say("tan.hint.opens", { who: names[view.turn] ?? "" });
}

function waitingWords(view: View, names: readonly string[], isPlayer: boolean): string {
  if (view.turn === undefined) {
    return "";
  }
  return say(isPlayer ? "table.waiting_for" : "table.to_move", { who: names[view.turn] ?? "" });
}

/** Cards come from whoever laid them or from the stock, and go to whoever took them or to the discards. */
function waysOf({ moment }: BoardProps, view: View | undefined): Ways {
  const laidBy = new Map<string, number>();
  for (const { seat, pairs } of view?.table ?? []) {
    for (const { attack, defence } of pairs) {
      laidBy.set(String(attack), seat);
      laidBy.set(String(defence), view?.defender ?? seat);
    }
  }
  const taken = moment.events.find((event) => isTanEvent(event) && event.event.case === "tableTaken");
  const taker = taken && isTanEvent(taken) && taken.event.case === "tableTaken" ? taken.event.value.seat : undefined;
  return {
    from: (card) => (laidBy.has(card) ? `seat-${laidBy.get(card)}` : "stock"),
    to: () => (taker === undefined ? "discard" : `seat-${taker}`),
  };
}

/** Enter plays what is chosen, T takes, S stops, Escape lets the chosen cards go. */
function useKeys(playing: Playing): void {
  const latest = useRef(playing);
  latest.current = playing;
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const at = event.target as Element | null;
      const isElsewhere = at?.closest("input, select, textarea, dialog, [role=dialog]");
      if (isElsewhere || event.ctrlKey || event.metaKey || event.altKey || !latest.current.prompt) {
        return;
      }
      const asked = latest.current.choices?.choices.case;
      const isOnCard = at?.closest(".hand .card") !== null;
      const key = event.key.toLowerCase();
      if (key === "enter" && (isOnCard || at === document.body)) {
        event.preventDefault();
        playChosen(latest.current);
      } else if ((key === "t" && asked === "defend") || (key === "s" && asked === "attack")) {
        giveWay(latest.current);
      } else if (key === "escape") {
        latest.current.clear();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
