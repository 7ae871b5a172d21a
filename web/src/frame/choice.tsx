/** One of a few, side by side. */

import { useId } from "preact/hooks";

/** What a choice is given: values with their words. */
export interface ChoiceProps {
  readonly label: string;
  readonly help?: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly isLabelHidden?: boolean;
  onChoose(value: string): void;
}

/** Radio buttons that look like one bar. */
export function Choice({ label, help, value, choices, isLabelHidden, onChoose }: ChoiceProps) {
  const id = useId();
  return (
    <fieldset class="choice">
      <legend class={isLabelHidden ? "spoken" : ""}>{label}</legend>
      <div class="choice-bar">
        {choices.map(([choice, words]) => (
          <label key={choice}>
            <input type="radio" name={id} value={choice} checked={choice === value} onChange={() => onChoose(choice)} />
            <span>{words}</span>
          </label>
        ))}
      </div>
      {help && <p class="help">{help}</p>}
    </fieldset>
  );
}
