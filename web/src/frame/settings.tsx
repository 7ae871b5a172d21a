/** What the player may choose for himself: language, looks, sounds, and who he is. */

import { useState } from "preact/hooks";
import { allGames } from "../games";
import type { GameFace } from "../games/face";
import { enterAs, player } from "../net/player";
import { useCell } from "../state/cell";
import { orderFor, type Preferences, prefer, preferences } from "../state/preferences";
import { LANGUAGES, say } from "../words";
import { Choice } from "./choice";
import { Sheet } from "./sheet";

/** The settings; at a table also what is its game's. */
export function Settings({ game, onClose }: { game?: GameFace; onClose: () => void }) {
  const likes = useCell(preferences);
  const words = <K extends keyof Preferences>(name: K, values: readonly string[]) =>
    values.map((value) => [value, say(`settings.${name}.${value}`)] as const);
  return (
    <Sheet title={say("settings")} onClose={onClose}>
      <Choice
        label={say("settings.language")}
        value={likes.language}
        choices={LANGUAGES}
        onChoose={(language) => prefer({ language })}
      />
      <Choice
        label={say("settings.theme")}
        value={likes.theme}
        choices={words("theme", ["system", "light", "dark"])}
        onChoose={(theme) => prefer({ theme: theme as Preferences["theme"] })}
      />
      {game && game.orders.length > 0 && (
        <Choice
          label={say("settings.order")}
          value={orderFor(game.orders)}
          choices={words("order", game.orders)}
          onChoose={(order) => prefer({ order })}
        />
      )}
      <Choice
        label={say("settings.suits")}
        value={likes.suits}
        choices={words("suits", ["two", "four"])}
        onChoose={(suits) => prefer({ suits: suits as Preferences["suits"] })}
      />
      <Choice
        label={say("settings.sound")}
        value={likes.sound ? "on" : "off"}
        choices={words("sound", ["off", "on"])}
        onChoose={(sound) => prefer({ sound: sound === "on" })}
      />
      <Choice
        label={say("settings.motion")}
        value={likes.motion ? "on" : "off"}
        choices={words("motion", ["on", "off"])}
        onChoose={(motion) => prefer({ motion: motion === "on" })}
      />
      <Name />
      <Keys />
    </Sheet>
  );
}

function Name() {
  const known = useCell(player);
  const [name, setName] = useState(known?.name ?? "");
  const [said, setSaid] = useState("");
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    try {
      await enterAs(name);
      setSaid(say("settings.name.done"));
    } catch {
      setSaid(say("refusal.UNREACHABLE"));
    }
  };
  return (
    <form class="field" onSubmit={change}>
      <label for="player-name">{say("settings.name")}</label>
      <div class="row">
        <input
          id="player-name"
          value={name}
          maxLength={40}
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button type="submit" class="button plain" disabled={!name.trim() || name === known?.name}>
          {say("settings.name.change")}
        </button>
      </div>
      <p class="help" aria-live="polite">
        {said || say("settings.name.help")}
      </p>
    </form>
  );
}

function Keys() {
  return (
    <details class="keys">
      <summary>{say("settings.keys")}</summary>
      <p>{say("settings.keys.help")}</p>
      {allGames().map(({ name }) => (
        <p key={name}>
          <b>{say(`game.${name}`)}:</b> {say(`${name}.keys`)}
        </p>
      ))}
    </details>
  );
}
