/** The player's side of an open prompt: what is chosen, what is said against it, and the answer on its way. */

import { type Prompt, Refused } from "@chieu/client";
import { type Card, type Choices, type Move, tanChoices } from "@chieu/client/tan";
import { useEffect, useRef, useState } from "preact/hooks";
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
import { refusalWords } from "./refusing";

const COMPLAINT_MS = 3_200;

/** Something said against what the player did, at a card if there is one. */
export interface Complaint {
  readonly card: Card | undefined;
  readonly text: string;
}

/** An open prompt, and what the player has made of it. */
export interface Playing {
  readonly prompt: Prompt | undefined;
  readonly choices: Choices | undefined;
  readonly plan: Plan | undefined;
  readonly target: Card | undefined;
  readonly isSending: boolean;
  readonly complaint: Complaint | undefined;
  tapCard(card: Card, on?: Card): void;
  aimAt(pending: Card | undefined): void;
  clear(): void;
  complain(text: string, card?: Card): void;
  send(move: Move): void;
}

interface Chosen {
  readonly key: string;
  readonly plan: Plan | undefined;
  readonly target: Card | undefined;
  readonly isSending: boolean;
}

const NOTHING: Chosen = { key: "", plan: undefined, target: undefined, isSending: false };

interface KeptPlan {
  readonly prompt: string;
  readonly plan: Kept;
}

/** Keeps what is chosen for as long as its prompt is open: over breaks, reloads and restarts of the server. */
export function usePlaying({ live, moment }: BoardProps): Playing {
  const [chosen, setChosen] = useState<Chosen>(NOTHING);
  const [complaint, setComplaint] = useState<Complaint>();
  const quiet = useRef<ReturnType<typeof setTimeout>>();
  const { update } = moment;
  const prompt = live?.prompt?.update === update ? live.prompt : undefined;
  const choices = prompt && tanChoices(prompt.choices);
  const slot = `plan:${update.table}`;

  let now = chosen;
  if (chosen.key !== (prompt?.key ?? "")) {
    now = prompt && choices ? { ...NOTHING, key: prompt.key, plan: planFor(prompt, choices, slot) } : NOTHING;
    setChosen(now);
    setComplaint(undefined);
  }
  useEffect(() => () => clearTimeout(quiet.current), []);

  const choose = (plan: Plan | undefined, target?: Card): void => {
    setChosen({ ...now, plan, target });
    setComplaint(undefined);
    forThisWindow.write(slot, prompt && plan ? { prompt: prompt.key, plan: keptOf(plan) } : undefined);
  };
  const complain = (text: string, card?: Card): void => {
    setComplaint({ card, text });
    clearTimeout(quiet.current);
    quiet.current = setTimeout(() => setComplaint(undefined), COMPLAINT_MS);
  };

  return {
    prompt,
    choices,
    plan: now.plan,
    target: now.target,
    isSending: now.isSending,
    complaint,
    complain,
    tapCard(card, on = now.target) {
      if (!choices || !now.plan || now.isSending) {
        return;
      }
      const isChosen = cardsOf(now.plan).includes(card);
      const wrong = isChosen ? undefined : misfit(choices, now.plan, card, on);
      const plan = wrong ? replaced(choices, now.plan, card) : tap(choices, now.plan, card, isChosen ? undefined : on);
      if (plan) {
        choose(plan);
      } else if (wrong) {
        complain(refusalWords(wrong, card), card);
      }
    },
    aimAt: (pending) => setChosen({ ...now, target: now.target === pending ? undefined : pending }),
    clear: () => choose(choices && emptied(freshPlan(choices))),
    send(move) {
      if (!live || !prompt || now.isSending) {
        return;
      }
      const key = prompt.key;
      setChosen({ ...now, isSending: true });
      live.answer(prompt, move).catch((error: unknown) => {
        setChosen((later) => (later.key === key ? { ...later, isSending: false } : later));
        complain(
          refusalWords(error instanceof Refused ? error : "refusal.UNREACHABLE"),
          now.plan && cardsOf(now.plan)[0],
        );
      });
    },
  };
}

function planFor(prompt: Prompt, choices: Choices, slot: string): Plan | undefined {
  const kept = prompt.update.rewound ? undefined : forThisWindow.read<KeptPlan | undefined>(slot, undefined);
  return restoredPlan(choices, kept?.prompt === prompt.key ? kept.plan : undefined);
}

function emptied(plan: Plan | undefined): Plan | undefined {
  return plan?.kind === "covers" ? { ...plan, covers: new Map(), isSuggested: false } : plan;
}
