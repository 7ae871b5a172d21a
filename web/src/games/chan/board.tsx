/** Chắn's table: the mat with its doors and seats, the own hand, and what may be done. */

import { chanView, Stage, type View, vietnameseName } from "@chieu/client/chan";
import { useRef } from "preact/hooks";
import { Hand, type HandCard } from "../../cards/hand";
import { TimeBar } from "../../frame/time-bar";
import { useFlight } from "../../motion/use-flight";
import { useCell } from "../../state/cell";
import { preferences } from "../../state/preferences";
import { say } from "../../words";
import { type Line, RichLine } from "../../words/rich";
import type { BoardProps } from "../face";
import { Actions } from "./actions";
import { askedLine, waitingLine } from "./asking";
import { KINDS_PACK } from "./cards";
import { KindFace } from "./cards/card";
import { KindsText } from "./cards/text";
import { useKeys } from "./keys";
import { Mat } from "./mat";
import { type Playing, usePlaying } from "./playing";
import { groupedHand, type Held } from "./sorting";
import { layKinds } from "./spread";
import { waysOf } from "./ways";

/** The table. */
export function Board(props: BoardProps) {
  const { moment, names, seats, own, clock } = props;
  const root = useRef<HTMLDivElement>(null);
  const playing = usePlaying(props);
  const view = chanView(moment.update);
  useFlight(root, moment, waysOf(view), moment.update.snapshot);
  useKeys(playing, view);
  if (!view) {
    return null;
  }
  const isPlayer = moment.update.seat !== undefined;
  const isTimed = clock && (playing.prompt !== undefined || view.stage === Stage.CLAIMS);
  return (
    <div class="board chan" ref={root} data-turn={playing.prompt ? "mine" : "other"}>
      <section class="mat" aria-label={say("table.mat")} data-drop="mat">
        {seats}
        <Mat view={view} names={names} />
      </section>
      <section class="own" aria-label={say("chan.hand")}>
        <div class="own-line">
          {own}
          <p class="asked" aria-live="polite">
            <Asked playing={playing} view={view} names={names} />
          </p>
          {isPlayer && <Waits view={view} />}
        </div>
        {isTimed && <TimeBar clock={clock} />}
        {isPlayer && <OwnHand view={view} playing={playing} />}
        {isPlayer && (
          <div class="action-bar">
            <Actions playing={playing} view={view} />
          </div>
        )}
      </section>
    </div>
  );
}

function Asked({ playing, view, names }: { playing: Playing; view: View; names: readonly string[] }) {
  const { choices, complaint } = playing;
  if (complaint && complaint.card === undefined) {
    return (
      <span class="asked-complaint" role="alert">
        {complaint.text}
      </span>
    );
  }
  const line: Line | undefined = choices ? askedLine(choices, view) : waitingLine(view);
  const isDead = view.seats.some(({ seat, isDead }) => isDead && seat === view.audience);
  return line ? (
    <>
      {isDead && `${say("chan.rule.DEAD_HAND")} `}
      <RichLine line={line} names={names} pack={KINDS_PACK} />
    </>
  ) : null;
}

/** What the own hand waits for (chờ ù). */
function Waits({ view }: { view: View }) {
  if (!view.waits.length || view.stage === Stage.OVER) {
    return null;
  }
  return (
    <p class="waits">
      {say("chan.waits")} <KindsText cards={view.waits} />
    </p>
  );
}

function OwnHand({ view, playing }: { view: View; playing: Playing }) {
  const { order } = useCell(preferences);
  const groups = groupedHand(view.hand, order);
  const held = new Map(groups.flat().map((card) => [card.id, card]));
  const withCard = (id: string, then: (card: Held) => void): void => {
    const card = held.get(id);
    if (card) {
      then(card);
    }
  };
  return (
    <div class="hand-place" data-anchor="hand">
      <Hand
        groups={groups.map((cards) => cards.map((card) => handCard(card, view, playing)))}
        label={say("chan.hand_spoken", { count: view.hand.length })}
        lay={layKinds}
        onTap={(id) => withCard(id, playing.tap)}
        onDrop={(id) => playing.choices?.choices.case === "discard" && withCard(id, playing.put)}
      />
    </div>
  );
}

function handCard({ id, kind }: Held, view: View, playing: Playing): HandCard<string> {
  const { choices, chosen, complaint, isSending, mayDiscard } = playing;
  const isDiscard = choices?.choices.case === "discard";
  return {
    id,
    face: <KindFace kind={kind} />,
    words: vietnameseName(kind),
    isChosen: chosen?.id === id,
    isLegal: isDiscard && !isSending ? mayDiscard(kind) : undefined,
    mark: view.locked.includes(kind) ? say("chan.locked") : undefined,
    complaint: complaint?.card === id ? complaint.text : undefined,
  };
}
