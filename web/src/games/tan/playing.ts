/** The player's side of an open prompt: what is chosen, what is said against it, and the answer on its way. */

import type { Prompt } from "@chieu/client";
import { type Card, type Choices, type Move, tanChoices } from "@chieu/client/tan";
import { useState } from "preact/hooks";
import { type Answering, useAnswering } from "../../frame/answering";
import { forThisWindow } from "../../state/keep";
import type { BoardProps } from "../face";
import {
  chosen as cardsOf,
  freshPlan,
  type Kept,
  keptOf,
  misfit,
  type Plan,
  replaced,
  restoredPlan,
  tap,
} from "./plan";
import { misfitWords } from "./refusing";

/** An open prompt, and what the player has made of it. */
export interface Playing extends Pick<Answering<Card>, "prompt" | "isSending" | "complaint" | "complain"> {
  readonly choices: Choices | undefined;
  readonly plan: Plan | undefined;
  readonly target: Card | undefined;
  tapCard(card: Card, on?: Card): void;
  aimAt(pending: Card | undefined): void;
  clear(): void;
  send(move: Move): void;
}

interface Chosen {
  readonly key: string;
  readonly plan: Plan | undefined;
  readonly target: Card | undefined;
}

const NOTHING: Chosen = { key: "", plan: undefined, target: undefined };

interface KeptPlan {
  readonly prompt: string;
  readonly plan: Kept;
}

/** Keeps what is chosen for as long as its prompt is open: over breaks, reloads and restarts of the server. */
export function usePlaying(props: BoardProps): Playing {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const { prompt, isSending, complaint, complain, hush, send } = useAnswering<Card>(props);
  const choices = prompt && tanChoices(prompt.choices);
  const slot = `plan:${props.moment.update.table}`;

  let now = chosen;
  if (chosen.key !== (prompt?.key ?? "")) {
    now = prompt && choices ? { ...NOTHING, key: prompt.key, plan: planFor(prompt, choices, slot) } : NOTHING;
    setChosen(now);
  }

  const choose = (plan: Plan | undefined, target?: Card): void => {
    setChosen({ ...now, plan, target });
    hush();
    forThisWindow.write(slot, prompt && plan ? { prompt: prompt.key, plan: keptOf(plan) } : undefined);
  };

  return {
    prompt,
    choices,
    plan: now.plan,
    target: now.target,
    isSending,
    complaint,
    complain,
    tapCard(card, on = now.target) {
      if (!choices || !now.plan || isSending) {
        return;
      }
      const isChosen = cardsOf(now.plan).includes(card);
      const wrong = isChosen ? undefined : misfit(choices, now.plan, card, on);
      const plan = wrong ? replaced(choices, now.plan, card) : tap(choices, now.plan, card, isChosen ? undefined : on);
      if (plan) {
        choose(plan);
      } else if (wrong) {
        complain(misfitWords(wrong, card), card);
      }
    },
    aimAt: (pending) => setChosen({ ...now, target: now.target === pending ? undefined : pending }),
    clear: () => choose(choices && emptied(freshPlan(choices))),
    send: (move) => send(move, now.plan && cardsOf(now.plan)[0]),
  };
}

function planFor(prompt: Prompt, choices: Choices, slot: string): Plan | undefined {
  const kept = prompt.update.rewound ? undefined : forThisWindow.read<KeptPlan | undefined>(slot, undefined);
  return restoredPlan(choices, kept?.prompt === prompt.key ? kept.plan : undefined);
}

function emptied(plan: Plan | undefined): Plan | undefined {
  return plan?.kind === "covers" ? { ...plan, covers: new Map(), isSuggested: false } : plan;
}
