/** A hand that is over: how it ended, what everybody held, and every payment with its reason. */

import { Phase, type Update } from "@chieu/client";
import {
  type Ending,
  type Result as HandResult,
  PaidFor,
  type Transfer,
  tonkView,
  type View,
} from "@chieu/client/tonk";
import { FRENCH } from "../../french";
import { CardsText } from "../../french/text";
import { minus, say, signed } from "../../words";
import { RichLine } from "../../words/rich";

/** The reveal, the transfers, and the ranking of a match that is over. */
export function Result({ update, names }: { update: Update; names: readonly string[] }) {
  const view = tonkView(update);
  const result = view?.result;
  if (!view || !result?.ending) {
    return null;
  }
  return (
    <div class="tonk-result">
      <p class="reason">{endWords(result.ending, names)}</p>
      <Reveal view={view} result={result} ending={result.ending} me={update.seat} names={names} />
      <Transfers result={result} view={view} names={names} />
      {update.state?.phase === Phase.FINISHED && <Ranking update={update} names={names} />}
    </div>
  );
}

function endWords({ reason, winners, knocker }: Ending, names: readonly string[]): string {
  const named = (seats: readonly number[]): string => seats.map((seat) => names[seat] ?? "").join(", ");
  return say(`tonk.ended.${reason}`, {
    who: named(winners),
    knocker: knocker === undefined ? "" : (names[knocker] ?? ""),
  });
}

interface RevealProps {
  readonly view: View;
  readonly result: HandResult;
  readonly ending: Ending;
  readonly me: number | undefined;
  readonly names: readonly string[];
}

function Reveal({ view, result, ending, me, names }: RevealProps) {
  const order = [...view.order].sort(
    (one, other) => (ending.hands[one]?.count ?? 99) - (ending.hands[other]?.count ?? 99) || one - other,
  );
  const net = result.settlement?.net ?? [];
  const bankrolls = result.settlement?.bankrolls ?? [];
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{say("score.player")}</th>
          <th scope="col" class="number">
            {say("tonk.count")}
          </th>
          <th scope="col" class="number">
            {say("tonk.this_hand")}
          </th>
          <th scope="col" class="number">
            {say("tonk.chips_now")}
          </th>
        </tr>
      </thead>
      <tbody>
        {order.map((seat) => (
          <tr key={seat} class={seat === me ? "me" : ""}>
            <th scope="row">
              {names[seat]}
              {ending.knocker === seat && <span class="chip quiet">{say("tonk.mark.knocked")}</span>}
              <span class="held">{heldWords(ending, seat)}</span>
            </th>
            <td class="number">{ending.hands[seat]?.count ?? "–"}</td>
            <td class={`number ${(net[seat] ?? 0n) < 0n ? "loss" : "gain"}`}>{signed(net[seat] ?? 0n)}</td>
            <td class="number">
              <b>{minus(bankrolls[seat] ?? 0n)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function heldWords({ hands }: Ending, seat: number) {
  const hand = hands[seat];
  if (!hand?.shown) {
    return say("tonk.not_shown");
  }
  return hand.cards.length ? <CardsText cards={hand.cards} /> : say("tonk.no_card_left");
}

function Transfers({ result, view, names }: { result: HandResult; view: View; names: readonly string[] }) {
  const transfers = result.settlement?.transfers ?? [];
  if (!transfers.length) {
    return <p class="transfers-none">{say("tonk.settled.0")}</p>;
  }
  return (
    <ul class="transfers" aria-label={say("tonk.transfers")}>
      {transfers.map((paid) => (
        <li key={`${paid.payer} ${paid.payee} ${paid.reason}`}>
          <span>
            <RichLine
              pack={FRENCH}
              names={names}
              line={{ key: "tonk.pays", parts: { payer: { seat: paid.payer }, payee: { seat: paid.payee } } }}
            />{" "}
            <b class="number">{String(paid.amount)}</b>
          </span>
          <span class="why">{whyPaid(paid, view)}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a payment is for; of a tonk and an initial one it differs, and so it does with how many stakes it is. */
function whyPaid({ reason, amount }: Transfer, view: View): string {
  const times = amount / BigInt(view.options?.stake || 1);
  const isInitial = view.turns === 0 && view.version === 0;
  const key = reason === PaidFor.TONK ? `tonk.paid.${reason}.${isInitial ? "initial" : times}` : `tonk.paid.${reason}`;
  return say(key);
}

function Ranking({ update, names }: { update: Update; names: readonly string[] }) {
  const { ranking = [], scores = [], endReason = "" } = update.state ?? {};
  const placeOf = (seat: number): number => 1 + scores.filter((score) => score > (scores[seat] ?? 0)).length;
  return (
    <section class="ranking" aria-label={say("tonk.ranking")}>
      <h3>{say(`tonk.over.${endReason}`)}</h3>
      <ol>
        {ranking.map((seat) => (
          <li key={seat} class={seat === update.seat ? "me" : ""}>
            <b>{placeOf(seat)}.</b> <span class="ranked">{names[seat]}</span>
            <span class="number">{say("tonk.chips", { points: scores[seat] ?? 0 })}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Whether the highest bankroll is that of several seats (TONK-61). */
export function isDrawn({ state }: Update): boolean {
  const [first, second] = state?.ranking ?? [];
  return first !== undefined && second !== undefined && state?.scores[first] === state?.scores[second];
}

/** The hand's number, the stake, and how near the hand is to a stall; always in sight. */
export function Headline({ update }: { update: Update }) {
  const view = tonkView(update);
  if (!view) {
    return null;
  }
  const hands = view.options?.matchHands ?? "?";
  return (
    <span class="tonk-headline">
      <span class="hand-no">{say("tonk.hand_of", { hand_no: view.handsDone + 1, hands })}</span>
      <span class="stake-chip">{say("tonk.stake", { stake: view.options?.stake ?? "?" })}</span>
    </span>
  );
}
