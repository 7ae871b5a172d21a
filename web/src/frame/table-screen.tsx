/** A table in the frame: what stands round whatever is played. Knows games by their faces alone. */

import { Phase } from "@chieu/client";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { see } from "../check/memory";
import { gameFace } from "../games";
import type { GameFace } from "../games/face";
import { type Followed, type Follower, type Moment, useTable } from "../net/follow";
import { forget, remember } from "../net/mine";
import { player } from "../net/player";
import { restartSessions } from "../net/session";
import { go } from "../route";
import { play } from "../sound/sounds";
import { say, useLanguage } from "../words";
import { clockOf, type TurnClock } from "./clock";
import { Course, type Point } from "./course";
import { Deadline } from "./deadline";
import { Ended } from "./ended";
import { Gathering } from "./gathering";
import { Announcer, Log, type Logged } from "./log";
import { NetworkStrip } from "./network";
import { NewcomerButton, useNewcomer } from "./newcomer";
import { Pause } from "./pause";
import { namesOf, SeatBadge, seatsOf } from "./seats";
import { Panel, TopBar } from "./top-bar";

/** Follows a table, and shows it in whatever phase it is. */
export function TableScreen({ table }: { table: string }) {
  useLanguage();
  const [follower, followed] = useTable(table);
  const { moment, end } = followed;
  const game = moment && gameFace(moment.update.state?.game ?? "");
  // A new connection, not only the table anew: of two connections the newer one wins.
  const retry = (): void => {
    restartSessions();
    follower.again();
  };
  if (end && !moment) {
    return <Ended end={end} table={table} onRetry={retry} />;
  }
  if (!moment || !game) {
    return (
      <main class="loading" aria-busy="true">
        <NetworkStrip live={followed.live} onRetry={retry} />
        <p role="status">{say(moment ? "table.unknown_game" : "table.opening")}</p>
        <button type="button" class="button plain" onClick={() => go({ at: "lobby" })}>
          {say("table.back")}
        </button>
      </main>
    );
  }
  return <OpenTable key={table} follower={follower} followed={followed} moment={moment} game={game} onRetry={retry} />;
}

interface OpenTableProps {
  readonly follower: Follower;
  readonly followed: Followed;
  readonly moment: Moment;
  readonly game: GameFace;
  readonly onRetry: () => void;
}

function OpenTable({ follower, followed, moment, game, onRetry }: OpenTableProps) {
  const { update } = moment;
  const { live, end } = followed;
  const { lines, fresh } = useLog(follower.table, game, moment);
  const course = useCourse(follower.table, moment);
  const clock = useClock(game, moment, followed);
  const names = namesOf(update);
  const { others, own } = seatsOf(game, update, clock);
  const phase = update.state?.phase ?? Phase.UNSPECIFIED;
  const isMyTurn = live?.prompt !== undefined;
  const newcomer = useNewcomer(update);
  useMine(moment);
  useTitle(isMyTurn);
  const isGathering = phase === Phase.GATHERING;
  return (
    <main class={`table ${isMyTurn ? "my-turn" : ""}`}>
      <TopBar game={game} update={update} lines={lines} names={names} course={course} />
      {!end && <NetworkStrip live={live} onRetry={onRetry} />}
      <div class="table-body">
        {isGathering ? (
          <Gathering update={update} />
        ) : (
          <game.Board
            live={live}
            moment={moment}
            names={names}
            clock={clock}
            seats={others.map((seat) => <SeatBadge key={seat.seat.number} {...seat} />)}
            own={
              own && (
                <div class="own-seat">
                  <SeatBadge {...own} />
                  {isMyTurn && clock && <Deadline clock={clock} />}
                  {!own.isMe && (
                    <span class="chip watching">{say(newcomer.isWished ? "newcomer.soon" : "table.watching")}</span>
                  )}
                  {phase === Phase.PLAYING && <NewcomerButton newcomer={newcomer} />}
                </div>
              )
            }
          />
        )}
        <Panel game={game} update={update} lines={lines} names={names} course={course} />
      </div>
      {!isGathering && <Pause game={game} update={update} names={names} newcomer={newcomer} />}
      {end && <Ended end={end} table={follower.table} onRetry={onRetry} />}
      <Announcer fresh={fresh} names={names} pack={game.pack} />
    </main>
  );
}

/** The log, with what this moment added to it; sounds go with it. */
function useLog(table: string, game: GameFace, moment: Moment): { lines: readonly Logged[]; fresh: readonly Logged[] } {
  const log = useMemo(() => new Log(table), [table]);
  return useMemo(() => {
    const fresh = log.add(game, moment.events, moment.update);
    const sound = moment.events.map((event) => game.soundOf(event)).find((one) => one !== undefined);
    if (sound && fresh.length) {
      play(sound);
    }
    return { lines: log.lines, fresh };
  }, [log, game, moment]);
}

function useCourse(table: string, { update }: Moment): readonly Point[] {
  const course = useMemo(() => new Course(table), [table]);
  return useMemo(() => course.add(update), [course, update]);
}

function useClock(game: GameFace, moment: Moment, { live }: Followed): TurnClock | undefined {
  const before = useRef<TurnClock>();
  return useMemo(() => {
    before.current = clockOf(game, moment, live, before.current);
    return before.current;
  }, [game, moment, live]);
}

/** Keeps the table among this browser's, as long as it can be played, and remembers what its shuffle was committed to. */
function useMine({ update }: Moment): void {
  const { state, table, seat } = update;
  const isSeated = seat !== undefined;
  const isClosed = state?.phase === Phase.CLOSED;
  useEffect(() => {
    if (isClosed) {
      forget(table);
    } else if (isSeated) {
      remember({ id: table, game: state?.game ?? "", isOwner: false, subject: player.value?.subject ?? "" });
    }
  }, [table, isSeated, isClosed]);
  useEffect(() => see(update), [update]);
}

/** The window's title and a small sound say whose turn it is, for whoever looks elsewhere. */
function useTitle(isMyTurn: boolean): void {
  useEffect(() => {
    document.title = isMyTurn ? `● ${say("table.your_turn")} – Chiếu` : "Chiếu";
    if (isMyTurn) {
      play("turn");
    }
    return () => {
      document.title = "Chiếu";
    };
  }, [isMyTurn]);
}
