/** The token that says who a session is, and where another one comes from. */

/**
 * A JSON Web Token, or what gets one: asked before the first call, and again when a token is not valid any more. What it
 * rejects with counts as a failed try and is tried again later.
 */
export type TokenSource = string | (() => string | Promise<string>);

/** One session's token, asked for once and shared by all who need it. */
export class Token {
  #asked: Promise<string> | undefined;
  #current = "";
  #isRejected = false;

  constructor(
    private readonly source: TokenSource,
    /** Whether the source may be asked again. A guest who logs in again is another guest. */
    private readonly isRenewable = typeof source === "function",
  ) {}

  /** The token in use; empty before the first was got. */
  get current(): string {
    return this.#current;
  }

  /** The token. Rejects with what its source rejects with, and asks again the next time. */
  get(): Promise<string> {
    this.#asked ??= this.#ask();
    return this.#asked;
  }

  /** The server takes it. */
  accept(): void {
    this.#isRejected = false;
  }

  /**
   * The server did not take the one that was used. Returns whether it is worth trying with another one, which `get` will
   * ask for, or somebody else has asked for meanwhile.
   */
  reject(used: string): boolean {
    if (!this.isRenewable) {
      return false;
    }
    if (used !== this.#current) {
      return true;
    }
    if (this.#isRejected) {
      return false;
    }
    this.#isRejected = true;
    this.#current = "";
    this.#asked = undefined;
    return true;
  }

  async #ask(): Promise<string> {
    try {
      this.#current = typeof this.source === "string" ? this.source : await this.source();
      return this.#current;
    } catch (error) {
      this.#asked = undefined;
      throw error;
    }
  }
}
