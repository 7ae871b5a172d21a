/** SHA-256 by the browser, and bytes as text. */

/** Whether this browser hashes here: it does so only on `https:` and on the own machine. */
export function mayHash(): boolean {
  return (globalThis as { crypto?: Partial<Crypto> }).crypto?.subtle !== undefined;
}

/** The hash of some byte strings, one after the other. */
export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", whole));
}

/** Bytes in hexadecimal. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
