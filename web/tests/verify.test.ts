import { clone, create, toBinary } from "@bufbuild/protobuf";
import { type DealRecord, DealRecordSchema } from "@chieu/client";
import { expect, test } from "vitest";
import { hexOf, sha256 } from "../src/check/hashing";
import { verify } from "../src/check/verify";

const SEED = new Uint8Array(32).fill(7);
const OURS = new Uint8Array([1, 2, 3]);

/** A record as the server makes one. */
async function record(): Promise<DealRecord> {
  const label = new TextEncoder().encode("chieu/seed/v1");
  const length = (bytes: Uint8Array): Uint8Array => new Uint8Array([0, 0, 0, bytes.length]);
  const header = create(DealRecordSchema, {
    table: "tan-00-abc",
    deal: 2,
    game: "tan",
    seats: 2,
    commitment: await sha256(length(label), label, length(SEED), SEED),
    contributions: [{ seat: 0, entropy: OURS }],
  });
  const made = clone(DealRecordSchema, header);
  made.root = await sha256(toBinary(DealRecordSchema, header));
  const entry = { seat: 1, atMs: 1234n };
  const bare = create(DealRecordSchema, { entries: [entry] }).entries[0];
  const schema = DealRecordSchema.field.entries.message;
  if (!bare || !schema) {
    throw new TypeError("expected an entry");
  }
  bare.hash = await sha256(made.root, toBinary(schema, bare));
  made.entries = [bare];
  made.seed = SEED;
  made.scores = [4, 2];
  made.endedMs = 99n;
  return made;
}

test("an honest record is verified", async () => {
  const honest = await record();
  const verdict = await verify(honest, { "2": hexOf(honest.commitment) }, [hexOf(OURS)]);
  expect(verdict).toMatchObject({
    isSeedRight: true,
    isChainWhole: true,
    isCommitmentSeen: true,
    isOurs: true,
    entries: 1,
  });
});

test("a window that saw nothing says so, and one that saw another commitment finds the lie", async () => {
  expect((await verify(await record(), {}, [])).isCommitmentSeen).toBeUndefined();
  expect((await verify(await record(), { "2": "00" }, [])).isCommitmentSeen).toBe(false);
});

test.each([
  ["another seed", (lie: DealRecord) => lie.seed.fill(8), { isSeedRight: false, isChainWhole: true }],
  ["another header", (lie: DealRecord) => Object.assign(lie, { seats: 3 }), { isSeedRight: true, isChainWhole: false }],
  [
    "another move",
    (lie: DealRecord) => Object.assign(lie.entries[0] ?? {}, { seat: 0 }),
    { isSeedRight: true, isChainWhole: false },
  ],
])("%s is found out", async (_, change, expected) => {
  const lie = await record();
  change(lie);
  expect(await verify(lie, {}, [])).toMatchObject(expected);
});
