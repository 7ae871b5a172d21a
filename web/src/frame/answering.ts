/** The open prompt of the own seat: an answer on its way, and what was said against the last one. */

import type { Message } from "@bufbuild/protobuf";
import type { Prompt } from "@chieu/client";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardProps } from "../games/face";
import { refusalWords } from "./refusing";

const COMPLAINT_MS = 3_200;

/** Something said against what the player did, at a card if there is one. */
export interface Complaint<Id> {
  readonly card: Id | undefined;
  readonly text: string;
}

/** A prompt and its answer; cards are named as the hand names them. */
export interface Answering<Id> {
  readonly prompt: Prompt | undefined;
  readonly isSending: boolean;
  readonly complaint: Complaint<Id> | undefined;
  /** Says something against what was done; it goes by itself, and with the prompt. */
  complain(text: string, card?: Id): void;
  /** Takes back what was said. */
  hush(): void;
  /** Answers; a refusal is said at `card`, and the prompt stays open. */
  send(move: Message, card?: Id): void;
}

interface Said<Id> {
  readonly prompt: string;
  readonly complaint: Complaint<Id> | undefined;
}

/** The prompt that the moment shows. */
export function useAnswering<Id>({ live, moment }: BoardProps): Answering<Id> {
  const [sent, setSent] = useState("");
  const [said, setSaid] = useState<Said<Id>>();
  const quiet = useRef<ReturnType<typeof setTimeout>>();
  const { update } = moment;
  const prompt = live?.prompt?.update === update ? live.prompt : undefined;
  const key = prompt?.key ?? "";
  useEffect(() => () => clearTimeout(quiet.current), []);

  const complain = (text: string, card?: Id): void => {
    setSaid({ prompt: key, complaint: { card, text } });
    clearTimeout(quiet.current);
    quiet.current = setTimeout(() => setSaid(undefined), COMPLAINT_MS);
  };
  return {
    prompt,
    isSending: key !== "" && sent === key,
    complaint: said?.prompt === key ? said.complaint : undefined,
    complain,
    hush: () => setSaid(undefined),
    send(move, card) {
      if (!live || !prompt || sent === key) {
        return;
      }
      setSent(key);
      live.answer(prompt, move).catch((error: unknown) => {
        setSent((later) => (later === key ? "" : later));
        complain(refusalWords(update.state?.game ?? "", error), card);
      });
    },
  };
}
