/** The player's side of an open prompt: the card that is chosen for a discard, and the answer on its way. */

import { type Choices, chanChoices, discard, type Kind } from "@chieu/client/chan";
import { useState } from "preact/hooks";
import { type Answering, useAnswering } from "../../frame/answering";
import { forThisWindow } from "../../state/keep";
import type { BoardProps } from "../face";
import type { Held } from "./sorting";

/** An open prompt, and what the player has made of it. */
export interface Playing extends Answering<string> {
  readonly choices: Choices | undefined;
  /** The card chosen for a discard. */
  readonly chosen: Held | undefined;
  mayDiscard(kind: Kind): boolean;
  /** Chooses a card, or lets it go again; of one that may not be discarded the table says why. */
  tap(card: Held): void;
  /** Puts a card down at once. */
  put(card: Held): void;
  clear(): void;
}

interface Chosen {
  readonly prompt: string;
  readonly card: Held | undefined;
}

/** Keeps what is chosen for as long as its prompt is open, over reloads and breaks too. */
export function usePlaying(props: BoardProps): Playing {
  const answering = useAnswering<string>(props);
  const { prompt, isSending, hush, send } = answering;
  const { update } = props.moment;
  const slot = `plan:${update.table}`;
  const [kept, setKept] = useState<Chosen | undefined>(() =>
    update.rewound ? undefined : forThisWindow.read<Chosen | undefined>(slot, undefined),
  );
  const choices = prompt && chanChoices(prompt.choices);
  const offered = choices?.choices.case === "discard" ? choices.choices.value.cards : [];
  const chosen = prompt && kept?.prompt === prompt.key ? kept.card : undefined;

  const choose = (card: Held | undefined): void => {
    const next = prompt && { prompt: prompt.key, card };
    setKept(next);
    hush();
    forThisWindow.write(slot, next);
  };
  const put = (card: Held): void => send(discard(card.kind), card.id);
  return {
    ...answering,
    choices,
    chosen,
    mayDiscard: (kind) => offered.includes(kind),
    tap(card) {
      if (choices?.choices.case !== "discard" || isSending) {
        return;
      }
      if (offered.includes(card.kind)) {
        choose(chosen?.id === card.id ? undefined : card);
      } else {
        put(card); // the prompt offers every discard that is legal: this one is refused, with the rule that it breaks
      }
    },
    put,
    clear: () => choose(undefined),
  };
}
