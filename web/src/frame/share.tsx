/** The ways for others to come: a link and six letters. */

import type { Update } from "@chieu/client";
import { useState } from "preact/hooks";
import { hashOf } from "../route";
import { say } from "../words";

/** Link and code of a table. */
export function Share({ update }: { update: Update }) {
  const [said, setSaid] = useState("");
  const { origin, pathname } = location;
  const link = origin + pathname + hashOf({ at: "table", table: update.table });
  const code = update.state?.code ?? "";
  const share = async (): Promise<void> => {
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) {
        await navigator.share({ title: "Chiếu", url: link });
      } else {
        await navigator.clipboard.writeText(link);
        setSaid(say("share.copied"));
      }
    } catch {
      setSaid(say("share.by_hand"));
    }
  };
  return (
    <div class="share">
      <label class="field">
        <span>{say("share.link")}</span>
        <span class="row">
          <input readOnly value={link} onFocus={(event) => event.currentTarget.select()} data-testid="share-link" />
          <button type="button" class="button plain" onClick={share}>
            {say("share")}
          </button>
        </span>
      </label>
      {code && (
        <p class="code">
          {say("share.code")} <b data-testid="share-code">{code}</b>
        </p>
      )}
      <p class="help" aria-live="polite">
        {said}
      </p>
    </div>
  );
}
