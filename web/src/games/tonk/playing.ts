/** The player's side of an open prompt: which cards are chosen, what is said against them, and the answer on its way. */

import { type Card, type MeldChoices, type Move, type TurnChoices, tonkChoices } from "@chieu/client/tonk";
import { useState } from "preact/hooks";
import { type Answering, useAnswering } from "../../frame/answering";
import { forThisWindow } from "../../state/keep";
import { say } from "../../words";
import type { BoardProps } from "../face";
import { dropOn, missing, moveOf, usable } from "./plan";

/** An open prompt, and what the player has made of it. */
export interface Playing extends Pick<Answering<Card>, "prompt" | "isSending" | "complaint" | "complain"> {
  /** What may be done at the start of the turn; undefined at other times. */
  readonly start: TurnChoices | undefined;
  /** What may be done after the draw; undefined at other times. */
  readonly rest: MeldChoices | undefined;
  readonly chosen: readonly Card[];
  choose(cards: readonly Card[]): void;
  tapCard(card: Card): void;
  drop(card: Card, where: string): void;
  /** Lays or throws what is chosen, or says what is missing. */
  play(): void;
  send(move: Move): void;
}

interface Kept {
  readonly prompt: string;
  readonly cards: readonly Card[];
}

const NOTHING: Kept = { prompt: "", cards: [] };

/** Keeps what is chosen for as long as its prompt is open: over breaks, reloads and restarts of the server. */
export function usePlaying(props: BoardProps): Playing {
  const { prompt, isSending, complaint, complain, hush, send } = useAnswering<Card>(props);
  const slot = `plan:${props.moment.update.table}`;
  const [kept, setKept] = useState(() => forThisWindow.read<Kept>(slot, NOTHING));
  const asked = prompt && tonkChoices(prompt.choices).choices;
  const start = asked?.case === "turn" ? asked.value : undefined;
  const rest = asked?.case === "meld" ? asked.value : undefined;
  const may = rest ? usable(rest) : new Set<Card>();
  const chosen = prompt && kept.prompt === prompt.key ? kept.cards.filter((card) => may.has(card)) : [];

  const choose = (cards: readonly Card[]): void => {
    const now = prompt ? { prompt: prompt.key, cards } : NOTHING;
    setKept(now);
    forThisWindow.write(slot, now);
    hush();
  };
  const tapCard = (card: Card): void => {
    if (start) {
      complain(say("tonk.rule.MUST_DRAW_FIRST"), card);
    } else if (rest && !isSending) {
      if (may.has(card)) {
        choose(chosen.includes(card) ? chosen.filter((other) => other !== card) : [...chosen, card]);
      } else {
        complain(say(missing(rest, [card])), card);
      }
    }
  };
  return {
    prompt,
    isSending,
    complaint,
    complain,
    start,
    rest,
    chosen,
    choose,
    tapCard,
    drop(card, where) {
      const dropped = rest && !isSending ? dropOn(rest, chosen, card, where) : undefined;
      if (!dropped) {
        tapCard(card);
      } else if ("move" in dropped) {
        send(dropped.move, card);
      } else if ("choose" in dropped) {
        choose(dropped.choose);
        complain(say("tonk.ask.which"), card);
      } else {
        complain(say(dropped.complaint), card);
      }
    },
    play() {
      const move = rest && moveOf(rest, chosen);
      if (move) {
        send(move, chosen[0]);
      } else if (rest) {
        complain(say(missing(rest, chosen)), chosen[0]);
      }
    },
    send: (move) => send(move, chosen[0]),
  };
}
