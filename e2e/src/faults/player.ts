/**
 * A player that records its requests and their answers. It requests transfers under ids that it stores, and repeats each id
 * until the answer is final. It finds the active server by itself.
 */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import { type GameClient, PlayerClient, Refused, Unanswered } from "../client.ts";
import { type BalanceRead, type Operation, type Outcome, type Press, type PressOutcome, verdictOf } from "./history.ts";

/**
 * Final refusals: the machine is away or in a game, it refused, the funds or the amount do not fit,
 * the id belongs to something else. (EarlierTransferPending is not final: the transfer that is being settled may be
 * this one.)
 */
const FINAL: ReadonlySet<number> = new Set([
  ErrorCode.MachineOffline,
  ErrorCode.GameInProgress,
  ErrorCode.AmountOutOfRange,
  ErrorCode.InsufficientBalance,
  ErrorCode.TransferRefused,
  ErrorCode.TransferIdReused,
]);
const ANSWER_WITHIN_MS = 5_000;
const ASK_AGAIN_MS = 25;
/** Far longer than any answer takes. Who waits shorter ends the connection, and knows of nothing. */
export const SILENT_AFTER_MS = 15_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function within<T>(promise: Promise<T>, ms = ANSWER_WITHIN_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Unanswered(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What became of a press that was not accepted. @param closeCode of its connection; null while that has not ended */
export function failureOf(error: unknown, waitedMs: number, closeCode: number | null): PressOutcome {
  if (error instanceof Refused) return { type: "refused", code: error.code };
  // A connection that is closing has no code yet, and sends nothing: that is known at once, not after the whole time.
  return { type: waitedMs > SILENT_AFTER_MS / 2 && closeCode === null ? "silent" : "lost" };
}

export class FaultPlayer {
  readonly name: string;
  readonly operations: Operation[] = [];
  readonly reads: BalanceRead[] = [];
  readonly presses: Press[] = [];
  readonly #urls: readonly string[];
  #client: PlayerClient;
  #game: GameClient | null = null;
  #machine = 0;
  #loginAfter = 0;
  /** Of the last answer; the machine's credit may differ by the win of a game. */
  credit = 0;
  phase = "idle";

  private constructor(name: string, client: PlayerClient, urls: readonly string[]) {
    this.name = name;
    this.#client = client;
    this.#urls = urls;
  }

  /** @param urls of all servers, one of which is active at any time */
  static async login(name: string, urls: readonly string[], withinMs = 20_000): Promise<FaultPlayer> {
    const client = await FaultPlayer.#tryEach(urls, withinMs, (url) => PlayerClient.login(url, name));
    return new FaultPlayer(name, client, urls);
  }

  get id(): number {
    return this.#client.playerId;
  }

  static async #tryEach<T>(
    urls: readonly string[],
    withinMs: number,
    work: (url: string) => Promise<T>,
    onRefused: (error: unknown, url: string) => Promise<void> = async () => undefined,
  ): Promise<T> {
    const giveUpAt = performance.now() + withinMs;
    const refusals = new Set<string>();
    for (let n = 0; ; n += 1) {
      const url = urls[n % urls.length] ?? "";
      try {
        return await within(work(url), Math.min(ANSWER_WITHIN_MS, Math.max(1, giveUpAt - performance.now())));
      } catch (error) {
        if (refusals.size < 8) refusals.add(error instanceof Error ? error.message : String(error));
        if (performance.now() > giveUpAt)
          throw new Unanswered(`not within ${Math.round(withinMs)} ms: ${[...refusals].join("; ")}`);
        await onRefused(error, url).catch(() => undefined);
      }
      await pause(ASK_AGAIN_MS);
    }
  }
  /**
   * A server whose clock is behind refuses a login as one of the future: the player logs in again, as in the app.
   * Twenty tries a minute are allowed.
   */
  async #loginAgain(error: unknown, url: string): Promise<void> {
    const isRefused = error instanceof Refused ? error.code === ErrorCode.TokenInvalid : String(error).includes("4401");
    if (!isRefused || performance.now() < this.#loginAfter) return;
    this.#loginAfter = performance.now() + 3_000;
    this.#client = await within(PlayerClient.login(url, this.name));
  }
  /** The server that answered last comes first. */
  #ordered(): readonly string[] {
    return [this.#client.url, ...this.#urls.filter((url) => url !== this.#client.url)];
  }

  /** Takes the machine, or resumes the session there. @throws Refused, Unanswered after the time */
  async seat(machine: number, withinMs = 60_000): Promise<void> {
    if (this.#game && this.#machine === machine && this.#game.closeCode === null) return;
    this.leaveSocket();
    await FaultPlayer.#tryEach(
      this.#ordered(),
      withinMs,
      async (url) => {
        const client = this.#client.at(url);
        const game = await client.game();
        try {
          const { meters } = await within(game.init(machine), 2_000);
          this.credit = meters.credit;
          this.phase = meters.phase;
          this.#client = client;
          this.#game = game;
          this.#machine = machine;
          game.onNotification((method, params) => {
            if (method !== "meters") return;
            if (typeof params["credit"] === "number") this.credit = params["credit"];
            if (typeof params["phase"] === "string") this.phase = params["phase"];
          });
        } catch (error) {
          game.terminate();
          throw error;
        }
      },
      (error, url) => this.#loginAgain(error, url),
    );
  }
  /** Drops the connection; the session stays. */
  leaveSocket(): void {
    this.#game?.terminate();
    this.#game = null;
  }

  begin(kind: "cashin" | "cashout", machine: number, amount: number | null): Operation {
    const operation: Operation = { id: randomUUID(), player: this.id, machine, kind, amount, attempts: [] };
    this.operations.push(operation);
    return operation;
  }

  /** Sends the request once, on the present connection. */
  async ask(operation: Operation): Promise<Outcome> {
    const attempt = {
      askedAt: performance.now(),
      answeredAt: Infinity,
      outcome: { type: "unknown", why: "" } as Outcome,
    };
    operation.attempts.push(attempt);
    const game = this.#game;
    attempt.outcome = await this.#move(operation).catch((error: unknown): Outcome => {
      if (error instanceof Refused && FINAL.has(error.code)) return { type: "failed", code: error.code };
      if (error instanceof Refused) return { type: "unknown", why: String(error.code) };
      if (error instanceof Unanswered) {
        // Another connection may have replaced it.
        if (this.#game === game) this.leaveSocket();
        return { type: "unknown", why: error.message };
      }
      throw error;
    });
    attempt.answeredAt = performance.now();
    return attempt.outcome;
  }
  async #move({ kind, amount, id }: Operation): Promise<Outcome> {
    const game = this.#game;
    if (!game) throw new Unanswered("there is no connection");
    if (kind === "cashin") {
      const { credit, balance } = await within(game.cashIn(amount ?? 0, id));
      return { type: "acknowledged", amount: amount ?? 0, credit, balance };
    }
    const { amount: paid, credit, balance } = await within(game.cashOut(id));
    return { type: "acknowledged", amount: paid, credit, balance };
  }

  /**
   * Repeats the operation until its answer is final. False: it was not final in time, or its session has ended.
   */
  async settle(operation: Operation, withinMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + withinMs;
    while (verdictOf(operation) === null) {
      const left = giveUpAt - performance.now();
      if (left <= 0) return false;
      try {
        await this.seat(operation.machine, left);
      } catch {
        return false;
      }
      const outcome = await this.ask(operation);
      if (outcome.type === "unknown") await this.#goOn();
    }
    return true;
  }
  /** Takes a waiting win, so that a cash-out is possible. */
  async #goOn(): Promise<void> {
    if (this.phase === "winToTake" || this.phase === "gamble") await this.press("take");
    await pause(ASK_AGAIN_MS);
  }

  /** False: refused, or no answer. @param withinMs a press without an answer on an open connection is given up after this time */
  async press(control: string, withinMs = 2_000): Promise<boolean> {
    const game = this.#game;
    if (!game) return false;
    const askedAt = performance.now();
    const outcome = await within(game.press(control), withinMs).then(
      (): PressOutcome => ({ type: "accepted" }),
      (error: unknown) => failureOf(error, performance.now() - askedAt, game.closeCode),
    );
    const [player, machine] = [this.id, this.#machine];
    this.presses.push({ player, machine, control, askedAt, answeredAt: performance.now(), outcome });
    // Another connection may have replaced it.
    if ((outcome.type === "lost" || outcome.type === "silent") && this.#game === game) this.leaveSocket();
    return outcome.type === "accepted";
  }

  /** Resolves once the machine accepts a press of this player. False: not in time. */
  async playable(machine: number, withinMs: number): Promise<boolean> {
    const giveUpAt = performance.now() + withinMs;
    while (performance.now() < giveUpAt) {
      try {
        await this.seat(machine, giveUpAt - performance.now());
      } catch {
        return false;
      }
      // Lit while no game is in progress.
      if (await this.press("bet-max")) return true;
      await this.#goOn();
    }
    return false;
  }

  /** Tries for a while to end the player's session at its machine. */
  async rest(withinMs = 5_000): Promise<void> {
    const giveUpAt = performance.now() + withinMs;
    while (this.#machine > 0 && this.phase !== "idle" && performance.now() < giveUpAt) {
      await this.seat(this.#machine, withinMs).catch(() => undefined);
      await this.#goOn();
    }
  }

  /** Reads the balance from the server that answers. */
  async read(): Promise<number> {
    return FaultPlayer.#tryEach(
      this.#ordered(),
      30_000,
      async (url) => {
        const askedAt = performance.now();
        const balance = await this.#client.at(url).balance();
        this.reads.push({ player: this.id, askedAt, answeredAt: performance.now(), balance });
        return balance;
      },
      (error, url) => this.#loginAgain(error, url),
    );
  }
}
