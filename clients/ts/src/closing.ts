/**
 * What the end of a WebSocket connection means for coming back.
 *
 * The gateway's own codes say it by their hundred, so that new ones need no new client: 40xx come back, 41xx come back
 * with another token, 42xx do not come back. Of RFC 6455's codes those stay away for which we would do the same wrong
 * again. Everything else is an accident: come back, later and later.
 */

/** How a connection ended. `code` is 1006 where no close frame came. */
export interface Closing {
  readonly code: number;
  readonly words: string;
}

/** The connection broke, or this side gave up on it. */
export const BROKEN: Closing = { code: 1006, words: "" };

const STAY_AWAY_CODES: ReadonlySet<number> = new Set([1000, 1002, 1003, 1007, 1008, 1009, 1010]);

/** Whether a connection that ended with this code is worth another one with the same token. */
export function mayComeBack(code: number): boolean {
  const hundred = Math.floor(code / 100);
  return !STAY_AWAY_CODES.has(code) && hundred !== 41 && hundred !== 42;
}

/** Whether another token would do: for a close code, or for the HTTP status of a call. */
export function wantsAnotherToken(code: number): boolean {
  return code === 401 || Math.floor(code / 100) === 41;
}
