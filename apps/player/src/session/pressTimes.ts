/** The times that presses carry, and what became of those whose connection was lost before their answer came. */
export class PressTimes {
  #last = 0;
  /** Null: without a time, since the server's clock was not known. */
  readonly #lost: (number | null)[] = [];

  /** The time for a press; no two have the same. @param serverTime ms since 1970; null: not known */
  next(serverTime: number | null): number | null {
    if (serverTime === null) return null;
    this.#last = Math.max(serverTime, this.#last + 1);
    return this.#last;
  }
  /** The press of that time got no answer: its connection is lost. */
  lost(at: number | null): void {
    this.#lost.push(at);
  }
  /**
   * Whether the lost presses had no effect: the server names the last one that the machine accepted. Forgets them.
   * @param lastPress null: none; undefined: the server does not know
   */
  hadNoEffect(lastPress: number | null | undefined): boolean {
    const lost = this.#lost.splice(0);
    return lost.length > 0 && lastPress !== undefined && !lost.includes(null) && !lost.includes(lastPress);
  }
}
