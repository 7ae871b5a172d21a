/** Calls of the lobby out of buttons: one at a time, with a refusal in plain words. */

import { Refused, Unreachable } from "@chieu/client";
import { useState } from "preact/hooks";
import { hasSentence, say } from "../words";

/** A button's call: whether it is under way, and what was said against the last one. */
export interface Asking {
  readonly isAsking: boolean;
  readonly complaint: string;
  ask(call: () => Promise<unknown>): Promise<void>;
}

/** Why a call did not work. */
export function callWords(error: unknown): string {
  if (error instanceof Refused) {
    const key = `refusal.${error.reason}`;
    return hasSentence(key) ? say(key) : error.message;
  }
  return say(error instanceof Unreachable ? "refusal.UNREACHABLE" : "refusal.UNEXPECTED");
}

/** For one group of buttons; `words` says why a call did not work. */
export function useAsking(words: (error: unknown) => string = callWords): Asking {
  const [isAsking, setAsking] = useState(false);
  const [complaint, setComplaint] = useState("");
  return {
    isAsking,
    complaint,
    async ask(call) {
      if (isAsking) {
        return;
      }
      setAsking(true);
      setComplaint("");
      try {
        await call();
      } catch (error) {
        setComplaint(words(error));
      }
      setAsking(false);
    },
  };
}
