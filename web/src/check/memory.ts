/** What this window must remember to check a shuffle later: commitments that it saw, and the randomness that it gave. */

import { Phase, type Update } from "@chieu/client";
import { forThisWindow } from "../state/keep";
import { hexOf } from "./hashing";

const ENTROPY_BYTES = 32;
const KEPT = 32;

/** Remembers the commitment of a running deal, before its seed is told. */
export function see({ state }: Update): void {
  if (state?.phase === Phase.PLAYING && state.commitment.length) {
    const seen = seenCommitments(state.id);
    if (!(state.deal in seen)) {
      forThisWindow.write(`seen:${state.id}`, { ...seen, [state.deal]: hexOf(state.commitment) });
    }
  }
}

/** Commitments of a table by deal. */
export function seenCommitments(table: string): Record<string, string> {
  return forThisWindow.read<Record<string, string>>(`seen:${table}`, {});
}

/** Randomness to add to a shuffle, remembered. */
export function freshEntropy(): Uint8Array {
  const entropy = crypto.getRandomValues(new Uint8Array(ENTROPY_BYTES));
  forThisWindow.write("entropy", [...givenEntropy(), hexOf(entropy)].slice(-KEPT));
  return entropy;
}

/** What this window has given lately, in hex. */
export function givenEntropy(): string[] {
  return forThisWindow.read<string[]>("entropy", []);
}
