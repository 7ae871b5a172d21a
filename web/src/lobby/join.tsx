/** Joining by a link or by six letters. */

import { useState } from "preact/hooks";
import { go, routeOfPasted } from "../route";
import { say } from "../words";

/** One field for both. */
export function JoinForm() {
  const [text, setText] = useState("");
  const [complaint, setComplaint] = useState("");
  const join = (event: Event): void => {
    event.preventDefault();
    const to = routeOfPasted(text);
    if (to) {
      go(to);
    } else {
      setComplaint(say("lobby.join.unclear"));
    }
  };
  return (
    <form class="field" onSubmit={join}>
      <label for="join">{say("lobby.join")}</label>
      <div class="row">
        <input
          id="join"
          value={text}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          placeholder="ABCDEF"
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" class="button plain" disabled={!text.trim()}>
          {say("lobby.join.go")}
        </button>
      </div>
      <p class="complaint-line" role="alert">
        {complaint}
      </p>
    </form>
  );
}
