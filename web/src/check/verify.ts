/**
 * What a browser can check of a finished deal by itself: that the seed is the one that was committed to, and that no move
 * was changed since. To deal and play it again through the rules is what `chieu verify` does.
 */

import { clone, toBinary } from "@bufbuild/protobuf";
import { type DealRecord, DealRecordSchema } from "@chieu/client";
import { hexOf, sha256 } from "./hashing";

const SEED_LABEL = "chieu/seed/v1";

/** What came out. */
export interface Verdict {
  readonly commitment: string;
  readonly seed: string;
  /** SHA-256 of the seed is the commitment. */
  readonly isSeedRight: boolean;
  /** Whether this window saw the commitment before the seed; undefined if it was not there to see any. */
  readonly isCommitmentSeen: boolean | undefined;
  /** Every entry's hash follows from the one before. */
  readonly isChainWhole: boolean;
  readonly entries: number;
  /** Whether this player's own randomness went into the shuffle. */
  readonly isOurs: boolean;
}

/** Checks a record. `seen`: commitments by deal that the table showed; `added`: what we put in, in hex. */
export async function verify(
  record: DealRecord,
  seen: Readonly<Record<string, string>>,
  added: readonly string[],
): Promise<Verdict> {
  const commitment = hexOf(record.commitment);
  const shown = seen[String(record.deal)];
  return {
    commitment,
    seed: hexOf(record.seed),
    isSeedRight: record.seed.length > 0 && hexOf(await committed(record.seed)) === commitment,
    isCommitmentSeen: shown === undefined ? undefined : shown === commitment,
    isChainWhole: await isChainWhole(record),
    entries: record.entries.length,
    isOurs: record.contributions.some(({ entropy }) => added.includes(hexOf(entropy))),
  };
}

async function committed(seed: Uint8Array): Promise<Uint8Array> {
  return await sha256(framed(new TextEncoder().encode(SEED_LABEL)), framed(seed));
}

async function isChainWhole(record: DealRecord): Promise<boolean> {
  let hash = await rootOf(record);
  if (hexOf(hash) !== hexOf(record.root)) {
    return false;
  }
  for (const entry of entriesOf(record)) {
    hash = await sha256(hash, entry.bytes);
    if (hexOf(hash) !== hexOf(entry.hash)) {
      return false;
    }
  }
  return true;
}

/** The hash of the record's header: everything that was known before the first move. */
async function rootOf(record: DealRecord): Promise<Uint8Array> {
  const header = clone(DealRecordSchema, record);
  header.root = new Uint8Array();
  header.seed = new Uint8Array();
  header.entries = [];
  header.scores = [];
  header.endedMs = 0n;
  delete header.result;
  return await sha256(toBinary(DealRecordSchema, header));
}

function entriesOf(record: DealRecord): { bytes: Uint8Array; hash: Uint8Array }[] {
  const schema = DealRecordSchema.field.entries.message;
  if (!schema) {
    throw new TypeError("expected records to have entries");
  }
  return record.entries.map((entry) => {
    const bare = clone(schema, entry) as typeof entry;
    bare.hash = new Uint8Array();
    return { bytes: toBinary(schema, bare), hash: entry.hash };
  });
}

/** Bytes after their length in four big-endian bytes. */
function framed(bytes: Uint8Array): Uint8Array {
  const whole = new Uint8Array(4 + bytes.length);
  new DataView(whole.buffer).setUint32(0, bytes.length);
  whole.set(bytes, 4);
  return whole;
}
