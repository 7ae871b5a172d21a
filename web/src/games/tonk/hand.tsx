/** The own hand: its count, the order that its player likes, and its cards. */

import type { Update } from "@chieu/client";
import { type Card, Source, type View } from "@chieu/client/tonk";
import { arranged, useArrangement } from "../../cards/arranging";
import { Hand, type HandCard } from "../../cards/hand";
import { CardFace } from "../../french/card";
import { layFrench } from "../../french/fan";
import { spokenName } from "../../french/pack";
import { useCell } from "../../state/cell";
import { orderFor, prefer, preferences } from "../../state/preferences";
import { say } from "../../words";
import { usable } from "./plan";
import type { Playing } from "./playing";
import { ORDERS, sortedHand } from "./sorting";

/** Cards with what stands over them. A card that is put elsewhere by hand stays there until the hand is sorted again. */
export function OwnHand({ view, playing, update }: { view: View; playing: Playing; update: Update }) {
  useCell(preferences);
  const { put, keep } = useArrangement(update.table, update.state?.deal ?? 0);
  const order = orderFor(ORDERS);
  const sorted = sortedHand(view.hand, order);
  const groups: Card[][] = put ? [arranged(sorted.flat(), put as Card[])] : sorted;
  return (
    <div class="tonk-hand">
      <div class="hand-tools" hidden={view.hand.length === 0}>
        <span class="hand-count">{say("tonk.count_is", { count: view.count ?? 0 })}</span>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would be drawn as a form */}
        <span class="sorts" role="group" aria-label={say("settings.order")}>
          {ORDERS.map((one) => (
            <button
              type="button"
              key={one}
              aria-pressed={!put && one === order}
              onClick={() => {
                prefer({ order: one });
                keep(undefined);
              }}
            >
              {say(`tonk.sort.${one}`)}
            </button>
          ))}
        </span>
      </div>
      <Hand
        groups={groups.map((cards) => cards.map((card) => handCard(card, view, playing)))}
        label={say("tonk.hand_spoken", { count: view.hand.length })}
        lay={layFrench}
        onTap={playing.tapCard}
        onDrop={playing.drop}
        onArrange={keep}
      />
    </div>
  );
}

function handCard(card: Card, view: View, { rest, chosen, complaint, isSending }: Playing): HandCard<Card> {
  const isDrawn = card === view.drawn && view.turn === view.audience;
  return {
    id: card,
    face: <CardFace card={card} />,
    words: spokenName(card),
    isChosen: chosen.includes(card),
    isLegal: rest && !isSending ? usable(rest).has(card) : undefined,
    mark: isDrawn ? say(view.source === Source.DISCARD ? "tonk.mark.taken" : "tonk.mark.drawn") : undefined,
    complaint: complaint?.card === card ? complaint.text : undefined,
  };
}
