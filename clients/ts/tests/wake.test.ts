import { expect, test, vi } from "vitest";
import { BROWSER } from "../src/wake.js";

function browser() {
  const document = Object.assign(new EventTarget(), { visibilityState: "hidden" });
  const window = new EventTarget();
  vi.stubGlobal("window", window);
  vi.stubGlobal("document", document);
  return { window, document };
}

test("a page that is shown again, and a network that comes or goes, deserve a look", () => {
  const { window, document } = browser();
  const look = vi.fn();
  const stop = BROWSER.onWake(look);
  document.dispatchEvent(new Event("visibilitychange"));
  expect(look).toHaveBeenCalledTimes(0);
  document.visibilityState = "visible";
  document.dispatchEvent(new Event("visibilitychange"));
  for (const name of ["online", "offline", "pageshow"]) {
    window.dispatchEvent(new Event(name));
  }
  expect(look).toHaveBeenCalledTimes(4);
  stop();
  window.dispatchEvent(new Event("online"));
  expect(look).toHaveBeenCalledTimes(4);
});

test("without a window nothing happens, and nobody is offline", () => {
  BROWSER.onWake(() => undefined)();
  expect(BROWSER.isOffline()).toBe(false);
  vi.stubGlobal("navigator", { onLine: false });
  expect(BROWSER.isOffline()).toBe(true);
});
