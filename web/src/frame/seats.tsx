/** The seats round the mat: who sits there, how many cards he holds, what he does, and his clock. */

import { Phase, type Seat, type Update } from "@chieu/client";
import type { GameFace, SeatFace } from "../games/face";
import { say } from "../words";
import type { TurnClock } from "./clock";
import { Popover } from "./popover";
import { Ring } from "./ring";

/** Where a seat stands, seen from the own one: play runs to the right. */
export type Side = "bottom" | "right" | "top" | "left";

const SIDES: Readonly<Record<number, readonly Side[]>> = {
  1: ["bottom"],
  2: ["bottom", "top"],
  3: ["bottom", "right", "left"],
  4: ["bottom", "right", "top", "left"],
};

/** The side of a seat at a table of so many, seen from `own`. */
export function sideOf(seat: number, own: number, count: number): Side {
  return SIDES[count]?.[(seat - own + count) % count] ?? "top";
}

/** The names of the seats, by number. */
export function namesOf(update: Update): string[] {
  return (update.state?.seats ?? []).map(nameOf);
}

/** What a seat is called. */
export function nameOf({ controller, number }: Seat): string {
  switch (controller.case) {
    case "player":
      return controller.value.name;
    case "bot":
      return say("who.bot", { number: number + 1 });
    case undefined:
      return say("who.free");
  }
}

/** What a seat is drawn from. */
export interface SeatProps {
  readonly seat: Seat;
  readonly face: SeatFace | undefined;
  readonly score: number | undefined;
  readonly words: GameFace["score"];
  readonly side: Side;
  readonly isMe: boolean;
  readonly clock: TurnClock | undefined;
}

/** All seats but that at the bottom, and that one. */
export function seatsOf(game: GameFace, update: Update, clock: TurnClock | undefined) {
  const seats = update.state?.seats ?? [];
  const faces = update.state?.phase === Phase.GATHERING ? [] : game.seats(update);
  const drawn = seats.map((seat) => ({
    seat,
    face: faces.find((face) => face.seat === seat.number),
    score: update.state?.scores[seat.number],
    words: game.score,
    side: sideOf(seat.number, update.seat ?? 0, seats.length),
    isMe: seat.number === update.seat,
    clock: clock && clock.seat === seat.number ? clock : undefined,
  }));
  return { others: drawn.filter(({ side }) => side !== "bottom"), own: drawn.find(({ side }) => side === "bottom") };
}

/** One seat. */
export function SeatBadge(props: SeatProps) {
  const { seat, face, side, isMe, clock } = props;
  const name = nameOf(seat);
  const classes = [
    "seat",
    `at-${side}`,
    isMe && "me",
    clock && "to-move",
    seat.away && "away",
    face && `is-${face.standing}`,
  ];
  return (
    <Popover
      class={classes.filter(Boolean).join(" ")}
      anchor={`seat-${seat.number}`}
      label={spokenSeat(props, name)}
      title={name}
      button={<Badge {...props} name={name} />}
    >
      <SeatDetails {...props} />
    </Popover>
  );
}

function Badge({ seat, face, score, words, isMe, clock, name }: SeatProps & { name: string }) {
  return (
    <>
      <span class="portrait" aria-hidden="true">
        <Ring clock={clock} />
        <span class="portrait-face">
          {seat.controller.case === "bot" ? <BotSign /> : name.trim().charAt(0).toUpperCase() || "·"}
        </span>
      </span>
      <span class="seat-text">
        <span class="seat-name">
          {name}
          {seat.controller.case === "bot" && <small> · {say(`level.${seat.controller.value.level}`)}</small>}
        </span>
        <span class="seat-line">
          {face && <Count face={face} />}
          {score !== undefined && <span class="seat-score">{say(words.short, { points: score })}</span>}
          {!isMe && face?.knownCount ? (
            <span class="chip known">{say("seat.known", { count: face.knownCount })}</span>
          ) : null}
        </span>
        {!isMe && face?.shown && <span class="seat-line shown">{face.shown.cards}</span>}
        <span class="seat-line marks">
          {face?.marks.map((mark) => (
            <span key={mark.words} class={`chip ${mark.tone}`}>
              {mark.words}
            </span>
          ))}
          {seat.away && <span class="chip warn">{say("seat.away")}</span>}
        </span>
      </span>
    </>
  );
}

function Count({ face }: { face: SeatFace }) {
  return (
    <span class="seat-count">
      <svg viewBox="0 0 16 14" aria-hidden="true" focusable="false">
        <rect x="1" y="2.5" width="7" height="10" rx="1.2" transform="rotate(-12 4 8)" />
        <rect x="6" y="2" width="7" height="10" rx="1.2" transform="rotate(10 10 7)" />
      </svg>
      {face.count}
    </span>
  );
}

function BotSign() {
  return (
    <svg viewBox="0 0 20 20" class="bot-sign" aria-hidden="true" focusable="false">
      <path d="M4 8h12v8H4zM10 8V4.500M7.5 11.500v1.500M12.5 11.500v1.5" />
      <circle cx="10" cy="3.5" r="1.4" />
    </svg>
  );
}

function SeatDetails({ seat, face, score, words }: SeatProps) {
  return (
    <ul class="seat-details">
      <li>{controllerWords(seat)}</li>
      {seat.away && <li>{say("seat.away_long")}</li>}
      {face && <li>{say("seat.cards", { count: face.count })}</li>}
      {score !== undefined && <li>{say(words.long, { points: score })}</li>}
      {face?.known && (
        <li>
          {say("seat.known_long")} {face.known}
        </li>
      )}
    </ul>
  );
}

function controllerWords({ controller }: Seat): string {
  switch (controller.case) {
    case "player":
      return say("seat.player");
    case "bot":
      return say("seat.bot", { level: say(`level.${controller.value.level}`) });
    case undefined:
      return say("who.free");
  }
}

function spokenSeat({ seat, face, score, words, isMe, clock }: SeatProps, name: string): string {
  const parts = [
    isMe ? say("who.you", { name }) : name,
    clock && say("seat.to_move"),
    face && say("seat.cards", { count: face.count }),
    ...(face?.marks ?? []).map((mark) => mark.words),
    seat.away && say("seat.away_long"),
    score !== undefined && say(words.long, { points: score }),
    !isMe && face?.shown && say("seat.shows", { cards: face.shown.words }),
  ];
  return parts.filter(Boolean).join(", ");
}
