/** Where a player begins: at once against bots, with friends, or back at a table. */

import { Visibility } from "@chieu/client";
import { useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { useAsking } from "../frame/asking";
import { Choice } from "../frame/choice";
import { LEVELS } from "../frame/gathering";
import { Settings } from "../frame/settings";
import { allGames, gameFace } from "../games";
import type { GameFace } from "../games/face";
import { remember } from "../net/mine";
import { player } from "../net/player";
import { lobby } from "../net/session";
import { go } from "../route";
import { useCell } from "../state/cell";
import { forLong } from "../state/keep";
import { say, useLanguage } from "../words";
import { Emblem } from "./emblem";
import { JoinForm } from "./join";
import { PublicTables } from "./public";
import { RunningTables } from "./running";

/** The lobby. */
export function LobbyScreen() {
  useLanguage();
  const known = useCell(player);
  const [hasSettings, setSettings] = useState(false);
  const [game, setGame] = useState(() => gameFace(forLong.read("game", "")) ?? (allGames()[0] as GameFace));
  const chooseGame = (name: string): void => {
    setGame(gameFace(name) ?? game);
    forLong.write("game", name);
  };
  return (
    <main class="lobby">
      <header class="lobby-head">
        <Emblem />
        <div class="lobby-title">
          <h1>Chiếu</h1>
          <p>{say("lobby.motto")}</p>
        </div>
        <button type="button" class="button plain who-am-i" onClick={() => setSettings(true)}>
          <span class="portrait small" aria-hidden="true">
            {known?.name.charAt(0).toUpperCase() ?? "·"}
          </span>
          <span class="ellipsis">{known?.name ?? say("settings")}</span>
        </button>
      </header>
      {allGames().length > 1 && (
        <Choice
          label={say("lobby.game")}
          value={game.name}
          choices={allGames().map(({ name }) => [name, say(`game.${name}`)])}
          onChoose={chooseGame}
        />
      )}
      <div class="lobby-columns">
        <div>
          <RunningTables />
          <QuickStart game={game} />
        </div>
        <div>
          <section class="card-panel">
            <h2>{say("lobby.friends")}</h2>
            <p>{say("lobby.friends.help")}</p>
            <button type="button" class="button primary wide" onClick={() => go({ at: "new", game: game.name })}>
              {say("lobby.make")}
            </button>
            <JoinForm />
          </section>
          <PublicTables game={game.name} />
        </div>
      </div>
      {hasSettings && <Settings onClose={() => setSettings(false)} />}
    </main>
  );
}

interface Liking {
  readonly seats: string;
  readonly level: string;
}

function QuickStart({ game }: { game: GameFace }) {
  const { ask, isAsking, complaint } = useAsking();
  const [{ seats: liked, level }, setLiking] = useState(() =>
    forLong.read<Liking>("quick", { seats: "3", level: "normal" }),
  );
  const seats = game.seatCounts.includes(Number(liked)) ? liked : String(game.seatCounts[0]);
  const like = (change: Partial<Liking>): void => {
    const liking = { seats, level, ...change };
    setLiking(liking);
    forLong.write("quick", liking);
  };
  const start = async (): Promise<void> => {
    const [usual] = game.presets;
    const made = await lobby().create(
      game.name,
      { ...(usual && game.settings?.(usual.values)), seats: Number(seats) },
      {
        botLevel: level,
        visibility: Visibility.UNLISTED,
        entropy: freshEntropy(),
        ...(usual && { options: game.options(usual.name, usual.values, Number(seats)) }),
      },
    );
    remember({ id: made.id, game: made.game, isOwner: true, subject: player.value?.subject ?? "" });
    go({ at: "table", table: made.id });
  };
  return (
    <section class="card-panel quick">
      <h2>{say("lobby.quick", { game: say(`game.${game.name}`) })}</h2>
      <p>{say(`game.${game.name}.about`)}</p>
      <Choice
        label={say("lobby.seats")}
        value={seats}
        choices={game.seatCounts.map((count) => [String(count), String(count)])}
        onChoose={(count) => like({ seats: count })}
      />
      <Choice
        label={say("lobby.level")}
        value={level}
        choices={LEVELS.map((one) => [one, say(`level.${one}`)])}
        onChoose={(one) => like({ level: one })}
      />
      <button type="button" class="button primary wide large" disabled={isAsking} onClick={() => ask(start)}>
        {isAsking ? say("lobby.dealing") : say("lobby.play_now")}
      </button>
      <p class="complaint-line" role="alert">
        {complaint}
      </p>
    </section>
  );
}
