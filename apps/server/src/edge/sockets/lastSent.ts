/**
 * What the sockets of each player were sent last of what has no order of its own: balances and sessions come from several
 * processes and from the database. Known only while the player has a socket here.
 */
import type { SessionPush } from "@reelcast/contract";

interface Sent {
  /** Of the newest balance. */
  version: number;
  /** The open session. */
  session: string | null;
}

export class LastSent {
  readonly #players = new Map<number, Sent>();

  begin(playerId: number): void {
    if (!this.#players.has(playerId)) this.#players.set(playerId, { version: -Infinity, session: null });
  }
  forget(playerId: number): void {
    this.#players.delete(playerId);
  }
  /** Whether this balance is to be sent: false after a newer one. @param version absent: not known, then it is sent */
  isNewBalance(playerId: number, version: number | undefined): boolean {
    const sent = this.#players.get(playerId);
    if (!sent) return false;
    if (version === undefined) return true;
    if (version < sent.version) return false;
    sent.version = version;
    return true;
  }
  noteSession(playerId: number, { session, status }: Pick<SessionPush, "session" | "status">): void {
    const sent = this.#players.get(playerId);
    if (sent) sent.session = status === "ended" ? null : (session ?? null);
  }
  /** The session that the player was shown as open. */
  openSession(playerId: number): string | null {
    return this.#players.get(playerId)?.session ?? null;
  }
}
