/** Where the player is, in the address after `#`: so that links, reloads and the Back button work on any static server. */

import { Cell } from "./state/cell";

/** A place in the page. */
export type Route =
  | { readonly at: "lobby" }
  | { readonly at: "new"; readonly game: string }
  | { readonly at: "code"; readonly code: string }
  | { readonly at: "table"; readonly table: string };

/** The place that an address names; the lobby where it names none. */
export function routeOf(hash: string): Route {
  const [kind = "", rest = ""] = hash.replace(/^#\/?/, "").split("/", 2).map(decodeURIComponent);
  if (kind === "t" && rest) {
    return { at: "table", table: rest };
  }
  if (kind === "c" && rest) {
    return { at: "code", code: rest.toUpperCase() };
  }
  return kind === "new" && rest ? { at: "new", game: rest } : { at: "lobby" };
}

/** The address of a place. */
export function hashOf(route: Route): string {
  switch (route.at) {
    case "table":
      return `#/t/${encodeURIComponent(route.table)}`;
    case "code":
      return `#/c/${encodeURIComponent(route.code)}`;
    case "new":
      return `#/new/${encodeURIComponent(route.game)}`;
    case "lobby":
      return "#/";
  }
}

/** Finds the table in what a player pasted: a link of ours, a table's id or a six-letter code. */
export function routeOfPasted(text: string): Route | undefined {
  const trimmed = text.trim();
  const linked = routeOf(trimmed.includes("#") ? trimmed.slice(trimmed.indexOf("#")) : "");
  if (linked.at === "table" || linked.at === "code") {
    return linked;
  }
  if (/^[A-Za-z]{6}$/.test(trimmed)) {
    return { at: "code", code: trimmed.toUpperCase() };
  }
  return /^\w+[.:-][\w.:-]{8,}$/.test(trimmed) ? { at: "table", table: trimmed } : undefined;
}

/** Where the player is now. */
export const route = new Cell<Route>(typeof location === "undefined" ? { at: "lobby" } : routeOf(location.hash));

/** Goes somewhere, as a link would. */
export function go(to: Route): void {
  location.hash = hashOf(to);
}

/** Follows the address from now on. */
export function followAddress(window: Window): void {
  window.addEventListener("hashchange", () => route.set(routeOf(window.location.hash)));
}
