/** What may be done now, under the thumb: a button for each answer, with the cards that it is about. */

import {
  type Choices,
  ca,
  chan,
  chiu,
  type Kind,
  type Move,
  NextStep,
  pass,
  type TakeChoices,
  type View,
  vietnameseName,
  win,
} from "@chieu/client/chan";
import { say } from "../../words";
import { KindTiles } from "./cards/text";
import { vietnameseNames } from "./names";
import type { Playing } from "./playing";

/** An answer that needs nothing to be chosen. */
export interface Answer {
  readonly name: "win" | "heaven" | "chiu" | "chan" | "ca" | "pass";
  /** What follows, as a key of the game's words. */
  readonly follows?: string;
  /** The letter that gives it. */
  readonly letter: string;
  readonly move: Move;
  /** The cards that it lays open, the live one first. */
  readonly cards: readonly Kind[];
}

/** The answers that the prompt offers, the best ones first. */
export function answersOf({ choices }: Playing, view: View): Answer[] {
  const asked = choices?.choices;
  if (!asked?.case || asked.case === "discard") {
    return [];
  }
  const live = view.live ? [view.live.card] : [];
  const alike = (copies: number): Kind[] => live.flatMap((kind) => Array.from({ length: copies }, () => kind));
  const found: Answer[] = [];
  if (asked.case === "heaven") {
    found.push({ name: "heaven", letter: "U", move: win(), cards: [] });
  } else if (asked.value.win) {
    found.push({ name: "win", letter: "U", move: win(), cards: live });
  }
  if (asked.case !== "heaven" && asked.value.chiu) {
    found.push({ name: "chiu", letter: "C", move: chiu(), cards: alike(4) });
  }
  if (asked.case === "take" && asked.value.chan) {
    found.push({ name: "chan", letter: "A", move: chan(), cards: alike(2) });
  }
  if (asked.case === "take" && asked.value.partner) {
    found.push({ name: "ca", letter: "A", move: ca(asked.value.partner), cards: [...live, asked.value.partner] });
  }
  const follows = followsPass(asked, view.stockCount);
  return [...found, { name: "pass", letter: "D", move: pass(), cards: [], ...(follows && { follows }) }];
}

function followsPass({ case: kind, value }: Choices["choices"], stockCount: number): string | undefined {
  if (kind === "heaven") {
    return value.dies ? "chan.pass.dies" : "chan.pass.opens";
  }
  return kind === "take" ? followsLive(value, stockCount) : undefined;
}

function followsLive({ nextStep, locks }: TakeChoices, stockCount: number): string {
  if (nextStep === NextStep.REVEAL && stockCount === 0) {
    return "chan.pass.ends";
  }
  if (locks) {
    return "chan.pass.locks";
  }
  return nextStep === NextStep.OFFER_NEXT ? "chan.pass.offers" : "chan.pass.reveals";
}

/** Puts the chosen card down, or says that one is missing. */
export function putChosen(playing: Playing): void {
  if (playing.chosen) {
    playing.put(playing.chosen);
  } else {
    playing.complain(say("chan.ask.choose"));
  }
}

/** The buttons. */
export function Actions({ playing, view }: { playing: Playing; view: View }) {
  const { choices, chosen, isSending } = playing;
  if (!choices) {
    return null;
  }
  if (choices.choices.case === "discard") {
    return (
      <div class="actions" aria-busy={isSending}>
        <button
          type="button"
          class={`button primary ${chosen ? "" : "unready"}`}
          aria-keyshortcuts="Enter"
          disabled={isSending}
          onClick={() => putChosen(playing)}
        >
          {isSending
            ? say("table.sending")
            : chosen
              ? say("chan.do.discard_card", { card: vietnameseName(chosen.kind) })
              : say("chan.do.discard")}
        </button>
      </div>
    );
  }
  const answers = answersOf(playing, view);
  return (
    <div class="actions answers" aria-busy={isSending}>
      {answers.map((answer, place) => (
        <AnswerButton key={answer.name} answer={answer} isFirst={place === 0} playing={playing} />
      ))}
    </div>
  );
}

function AnswerButton({ answer, isFirst, playing }: { answer: Answer; isFirst: boolean; playing: Playing }) {
  const { name, letter, move, cards, follows } = answer;
  return (
    <button
      type="button"
      class={`button answer-${name} ${isFirst ? "primary" : "plain"}`}
      aria-keyshortcuts={letter}
      disabled={playing.isSending}
      onClick={() => playing.send(move)}
    >
      <span>{say(`chan.do.${name}`)}</span>
      {cards.length > 0 && <KindTiles cards={cards} />}
      {cards.length > 0 && <span class="spoken">{vietnameseNames(cards)}</span>}
      {follows && <small>{say(follows)}</small>}
    </button>
  );
}
