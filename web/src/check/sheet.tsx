/** The shuffle's check on request: what was promised before the deal, what came out, and what follows. */

import { useEffect, useState } from "preact/hooks";
import { Sheet } from "../frame/sheet";
import { lobby } from "../net/session";
import { say } from "../words";
import { mayHash } from "./hashing";
import { givenEntropy, seenCommitments } from "./memory";
import { type Verdict, verify } from "./verify";

type Outcome = { readonly verdict: Verdict } | { readonly failed: string } | undefined;

/** Checks one finished deal of a table. */
export function CheckSheet({ table, deal, onClose }: { table: string; deal: number; onClose: () => void }) {
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    let isGone = false;
    const tell = (result: Outcome): void => {
      if (!isGone) {
        setOutcome(result);
      }
    };
    check(table, deal).then(tell, () => tell({ failed: say("check.no_record") }));
    return () => {
      isGone = true;
    };
  }, [table, deal]);
  return (
    <Sheet title={say("check.title", { deal })} onClose={onClose} class="check">
      <p>{say("check.what")}</p>
      {!outcome && <p role="status">{say("check.working")}</p>}
      {outcome && "failed" in outcome && <p role="alert">{outcome.failed}</p>}
      {outcome && "verdict" in outcome && <Findings verdict={outcome.verdict} />}
      <p class="help">{say("check.replay")}</p>
      <code class="command">
        chieu record {table} {deal} -o deal.bin && chieu verify deal.bin
      </code>
    </Sheet>
  );
}

function Findings({ verdict }: { verdict: Verdict }) {
  const { isSeedRight, isCommitmentSeen, isChainWhole, isOurs, entries } = verdict;
  const isVerified = isSeedRight && isChainWhole && isCommitmentSeen !== false;
  return (
    <>
      <p class={`verdict ${isVerified ? "right" : "wrong"}`} role="status">
        {say(isVerified ? "check.verified" : "check.failed")}
      </p>
      <ul class="findings">
        <Finding isRight={isSeedRight} words={say("check.seed")} />
        <Finding
          isRight={isCommitmentSeen}
          words={say(isCommitmentSeen === undefined ? "check.not_seen" : "check.seen")}
        />
        <Finding isRight={isChainWhole} words={say("check.chain", { entries })} />
        <Finding isRight={isOurs ? true : undefined} words={say(isOurs ? "check.ours" : "check.not_ours")} />
      </ul>
      <dl class="hashes">
        <dt>{say("check.commitment")}</dt>
        <dd>
          <code>{verdict.commitment}</code>
        </dd>
        <dt>{say("check.seed_is")}</dt>
        <dd>
          <code>{verdict.seed}</code>
        </dd>
      </dl>
    </>
  );
}

function Finding({ isRight, words }: { isRight: boolean | undefined; words: string }) {
  const mark = isRight === undefined ? "–" : isRight ? "✓" : "✗";
  return (
    <li class={isRight === undefined ? "open" : isRight ? "right" : "wrong"}>
      <span aria-hidden="true">{mark}</span> {words}
    </li>
  );
}

async function check(table: string, deal: number): Promise<Outcome> {
  if (!mayHash()) {
    return { failed: say("check.insecure") };
  }
  const record = await lobby().record(table, deal);
  return { verdict: await verify(record, seenCommitments(table), givenEntropy()) };
}
