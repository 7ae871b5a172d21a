/** A new table: a preset, or each rule by itself, each with a line that says what it does. */

import { Visibility } from "@chieu/client";
import { useState } from "preact/hooks";
import { freshEntropy } from "../check/memory";
import { Amount } from "../frame/amount";
import { useAsking } from "../frame/asking";
import { Choice } from "../frame/choice";
import { gameFace } from "../games";
import type { GameFace, OptionField, OptionValues } from "../games/face";
import { remember } from "../net/mine";
import { player } from "../net/player";
import { lobby } from "../net/session";
import { go } from "../route";
import { say, useLanguage } from "../words";
import { checkRanges, refusedTable } from "./refusing";

const VISIBILITIES: Readonly<Record<string, Visibility>> = { unlisted: Visibility.UNLISTED, public: Visibility.PUBLIC };

/** The form. */
export function NewTableScreen({ name }: { name: string }) {
  useLanguage();
  const game = gameFace(name);
  return game ? <NewTable game={game} /> : <p class="loading">{say("table.unknown_game")}</p>;
}

function NewTable({ game }: { game: GameFace }) {
  const { ask, isAsking, complaint } = useAsking((error) => refusedTable(game.name, error));
  const [seats, setSeats] = useState(String(Math.max(...game.seatCounts)));
  const [visibility, setVisibility] = useState("unlisted");
  const [title, setTitle] = useState("");
  const [preset, setPreset] = useState(game.presets[0]?.name ?? "");
  const [values, setValues] = useState<OptionValues>(game.presets[0]?.values ?? {});
  const make = async (): Promise<void> => {
    checkRanges(game.fields, values);
    const made = await lobby().create(
      game.name,
      { ...game.settings?.(values), seats: Number(seats), readyCheck: false },
      {
        options: game.options(preset, values, Number(seats)),
        visibility: VISIBILITIES[visibility] ?? Visibility.UNLISTED,
        title: title.trim(),
        entropy: freshEntropy(),
      },
    );
    remember({ id: made.id, game: made.game, isOwner: true, subject: player.value?.subject ?? "" });
    go({ at: "table", table: made.id });
  };
  const choosePreset = (chosen: string): void => {
    setPreset(chosen);
    setValues(game.presets.find((one) => one.name === chosen)?.values ?? values);
  };
  return (
    <main class="new-table">
      <header class="lobby-head">
        <button type="button" class="icon-button" aria-label={say("table.back")} onClick={() => go({ at: "lobby" })}>
          <svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
            <path d="M12 4 6 10 12 16" />
          </svg>
        </button>
        <h1>{say("new.title", { game: say(`game.${game.name}`) })}</h1>
      </header>
      <form
        class="card-panel"
        onSubmit={(event) => {
          event.preventDefault();
          void ask(make);
        }}
      >
        <Choice
          label={say("lobby.seats")}
          value={seats}
          choices={game.seatCounts.map((count) => [String(count), String(count)])}
          onChoose={setSeats}
        />
        <Choice
          label={say("new.visibility")}
          help={say(`new.visibility.${visibility}.help`)}
          value={visibility}
          choices={Object.keys(VISIBILITIES).map((one) => [one, say(`new.visibility.${one}`)])}
          onChoose={setVisibility}
        />
        <label class="field">
          <span>{say("new.name")}</span>
          <input value={title} maxLength={60} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
        <Choice
          label={say("new.preset")}
          help={say(`${game.name}.preset.${preset}.help`)}
          value={preset}
          choices={game.presets.map((one) => [one.name, say(`${game.name}.preset.${one.name}`)])}
          onChoose={choosePreset}
        />
        <details class="rules">
          <summary>{say("new.each_rule")}</summary>
          {game.fields.map((field) => (
            <Option
              key={field.name}
              game={game}
              field={field}
              value={values[field.name] ?? ""}
              onChoose={(value) => setValues({ ...values, [field.name]: value })}
            />
          ))}
        </details>
        <div class="actions">
          <button type="submit" class="button primary wide" disabled={isAsking}>
            {say("new.make")}
          </button>
        </div>
        <p class="complaint-line" role="alert">
          {complaint}
        </p>
      </form>
    </main>
  );
}

function Option({
  game,
  field,
  value,
  onChoose,
}: {
  game: GameFace;
  field: OptionField;
  value: string;
  onChoose: (value: string) => void;
}) {
  const key = `${game.name}.option.${field.name}`;
  const about = { label: say(key), help: say(`${key}.help`), value, onChoose };
  if ("most" in field) {
    return <Amount {...about} least={field.least} most={field.most} />;
  }
  const choices = field.choices.map(({ value: one, word }) => [one, word ? say(word) : one] as const);
  return <Choice {...about} choices={choices} />;
}
