/** The score sheet of a hand that is over: the ten pairs, what they are worth and why, who pays, and all the cards. */

import type { Update } from "@chieu/client";
import {
  Cuoc,
  type CuocLine,
  chanView,
  EndReason,
  type Result as HandResult,
  House,
  type Pair,
} from "@chieu/client/chan";
import { minus, say, signed } from "../../words";
import { ShortKind } from "./cards/short";
import { KindsText, KindTiles } from "./cards/text";
import { vietnameseNames } from "./names";

interface SheetProps {
  readonly result: HandResult;
  readonly names: readonly string[];
}

/** The sheet. */
export function Result({ update, names }: { update: Update; names: readonly string[] }) {
  const view = chanView(update);
  const result = view?.result;
  if (!result) {
    return null;
  }
  const hasWinner = result.reason === EndReason.WON;
  return (
    <div class="chan-result">
      {hasWinner ? <Won result={result} names={names} /> : <p class="reason">{say("chan.end.drawn")}</p>}
      {hasWinner && <Pairs result={result} />}
      {hasWinner && <Sheet result={result} isTraditional={view.options?.house === House.TRADITIONAL} />}
      <Settlement result={result} names={names} own={update.seat} />
      <AllCards result={result} names={names} />
    </div>
  );
}

function Won({ result, names }: SheetProps) {
  const who = names[result.winner ?? 0] ?? "";
  if (result.door === undefined) {
    return <p class="reason">{say("chan.end.heaven", { who })}</p>;
  }
  const own = result.door === result.winner;
  return (
    <p class="reason">
      {say(own ? "chan.end.own_door" : "chan.end.other_door", { who, door: names[result.door] ?? "" })}{" "}
      <KindsText cards={[result.card]} />
    </p>
  );
}

function Pairs({ result }: { result: HandResult }) {
  const winning = winningPair(result);
  return (
    <ul class="pairs" aria-label={say("chan.pairs")}>
      {result.pairs.map((pair, place) => (
        <li key={place} class={place === winning ? "winning" : ""} aria-label={pairWords(pair, place === winning)}>
          <span class="pair-cards" aria-hidden="true">
            <ShortKind kind={pair.first} />
            <ShortKind kind={pair.second} />
          </span>
          <small aria-hidden="true">{say(pair.first === pair.second ? "chan.chan" : "chan.ca")}</small>
        </li>
      ))}
    </ul>
  );
}

/** The pair that the winning card has completed: the last one with it that was not exposed before. */
function winningPair({ pairs, card }: HandResult): number {
  return pairs.map(({ first, second, isExposed }) => !isExposed && [first, second].includes(card)).lastIndexOf(true);
}

function pairWords({ first, second, isExposed }: Pair, isWinning: boolean): string {
  const what = say(first === second ? "chan.chan" : "chan.ca");
  const where = say(isExposed ? "chan.pair.exposed" : "chan.pair.hand");
  return [`${what}: ${vietnameseNames([first, second])}`, where, ...(isWinning ? [say("chan.pair.winning")] : [])].join(
    ", ",
  );
}

function Sheet({ result, isTraditional }: { result: HandResult; isTraditional: boolean }) {
  const isSummed = result.cuoc.some(({ cuoc }) => cuoc === Cuoc.THAP_THANH);
  return (
    <table class="cuoc">
      <caption>{say("chan.sheet")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("chan.sheet.cuoc")}</th>
          <th scope="col" class="number">
            {say("chan.sheet.values")}
          </th>
          <th scope="col" class="number">
            {say("chan.sheet.points")}
          </th>
        </tr>
      </thead>
      <tbody>
        {result.cuoc.length === 0 && (
          <tr>
            <th scope="row">
              <b>{say("chan.cuoc.0")}</b>
              <small>{say("chan.cuoc.0.help")}</small>
            </th>
            <td class="number">–</td>
            <td class="number">{result.points}</td>
          </tr>
        )}
        {result.cuoc.map((line) => (
          <CuocRow key={line.cuoc} line={line} isTraditional={isTraditional} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            <b>{say("chan.sheet.sum")}</b>
            {result.cuoc.length > 1 && <small>{say(isSummed ? "chan.sheet.sum.all" : "chan.sheet.sum.best")}</small>}
          </th>
          <td class="number" />
          <td class="number">
            <b>{result.points}</b>
          </td>
        </tr>
      </tfoot>
    </table>
  );
}

function CuocRow({ line, isTraditional }: { line: CuocLine; isTraditional: boolean }) {
  const { cuoc, count, main, extra, points } = line;
  const key = cuoc === Cuoc.TOM && isTraditional ? "chan.cuoc.3.traditional" : `chan.cuoc.${cuoc}.help`;
  return (
    <tr>
      <th scope="row">
        <b>
          {say(`chan.cuoc.${cuoc}`)}
          {count > 1 && ` × ${count}`}
        </b>
        <small>{say(key)}</small>
      </th>
      <td class="number">
        {main}/{extra}
      </td>
      <td class="number">{points}</td>
    </tr>
  );
}

function Settlement({ result, names, own }: SheetProps & { own: number | undefined }) {
  return (
    <table class="settlement">
      <caption class="spoken">{say("chan.settlement")}</caption>
      <thead>
        <tr>
          <th scope="col">{say("score.player")}</th>
          <th scope="col" class="number">
            {say("chan.this_hand")}
          </th>
          <th scope="col" class="number">
            {say("score.total")}
          </th>
        </tr>
      </thead>
      <tbody>
        {result.settlement.map((points, seat) => (
          <tr key={seat} class={seat === own ? "me" : ""}>
            <th scope="row">{names[seat]}</th>
            <td class={`number ${points > 0 ? "gain" : points < 0 ? "loss" : ""}`}>{signed(points)}</td>
            <td class="number">
              <b>{minus(result.totals[seat] ?? 0)}</b>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AllCards({ result, names }: SheetProps) {
  return (
    <details class="all-cards">
      <summary>{say("chan.all_cards")}</summary>
      <dl>
        {result.hands.map(({ hand, opening }, seat) => (
          <div key={seat}>
            <dt>{names[seat]}</dt>
            <dd>
              {say("chan.all_cards.dealt")} <Spoken cards={opening} />
            </dd>
            <dd>
              {say("chan.all_cards.left")} <Spoken cards={hand} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{say("chan.stock")}</dt>
          <dd>
            <Spoken cards={result.stock} />
          </dd>
        </div>
      </dl>
    </details>
  );
}

function Spoken({ cards }: { cards: HandResult["stock"] }) {
  return cards.length ? (
    <>
      <KindTiles cards={cards} />
      <span class="spoken">{vietnameseNames(cards)}</span>
    </>
  ) : (
    <>–</>
  );
}
