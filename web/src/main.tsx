/** Starts the page. */

import { render } from "preact";
import { App } from "./app";
import "./games";
import { followAddress } from "./route";
import { applyPreferences } from "./state/preferences";
import "./styles/index.css";

applyPreferences(document);
followAddress(window);
const root = document.getElementById("app");
if (root) {
  render(<App />, root);
}
