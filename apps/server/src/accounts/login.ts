/**
 * Login with a password: the order of the checks, what is counted, and which logins wait. A login is *known* if the player
 * has logged in before from the same network or browser: then attempts by strangers, elsewhere or in the same network,
 * do not keep the player out. Wrong passwords are counted in both cases.
 */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { LoginAnswer } from "@reelcast/contract";
import type { FailureStore } from "../failureStore.ts";
import { inSteps } from "../inSteps.ts";
import type { StepClock } from "../inSteps.ts";
import { networkOf } from "../networkOf.ts";
import type { RefusalLog } from "../refusalLog.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, EVERYWHERE_RULE } from "../throttle.ts";
import type { Verdict } from "../throttle.ts";
import { accountSubject, placesOf } from "./knownPlaces.ts";
import type { KnownPlaces, Place } from "./knownPlaces.ts";
import type { LoginAnswers } from "./loginAnswers.ts";
import { matchingHash, verifyPassword } from "./passwords.ts";
import type { PlayerStore } from "./playerStore.ts";
import type { AccountQueues } from "./queues.ts";
import type { TokenStore } from "./tokenStore.ts";
import type { Accounts, PlayerRow, Refusal } from "./types.ts";

interface Parts {
  now: () => Date;
  siteId: () => number;
  /** Then passwords are refused without being checked. */
  linksOnly: () => boolean;
  players: PlayerStore;
  tokenStore: TokenStore;
  failures: FailureStore;
  knownPlaces: KnownPlaces;
  refusals: RefusalLog<Refusal>;
  queues: AccountQueues;
  log: Accounts["log"];
  answers: LoginAnswers;
  /** Milliseconds; see `inSteps`. */
  refusalStepMs: number;
  stepClock: StepClock;
}
type LoginRequest = Parameters<Accounts["login"]>[0];
interface Attempt {
  player: PlayerRow;
  password: string;
  ip: string;
  network: string;
  places: Place[];
  known: Place | null;
}

const blocked = ({ minutes }: Extract<Verdict, { allowed: false }>) =>
  new AppError(ErrorCode.AccountProtected, { minutes });
const networkSubject = (network: string) => `address:${network}`;
/** Wrong attempts on the account are counted for the known place, otherwise for the network. */
const placeSubject = ({ player, known, network }: Pick<Attempt, "player" | "known" | "network">) =>
  accountSubject(player.id, known ?? `network:${network}`);

class PasswordLogin {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async login({ username, password, siteId, ip, browser }: LoginRequest): Promise<LoginAnswer> {
    const { players, knownPlaces, queues, refusals } = this.#parts;
    if (this.#parts.linksOnly()) {
      await refusals.note({ playerId: null, type: "LOGIN_NOT_ALLOWED", ip, detail: "password" });
      throw new AppError(ErrorCode.PasswordLoginNotAllowed);
    }
    const network = networkOf(ip);
    if (siteId !== this.#parts.siteId()) {
      return this.#unlessBlocked(network, async () => {
        await this.#countForNetwork(network, { type: "LOGIN_NOT_ALLOWED", ip, detail: "site" });
        throw new AppError(ErrorCode.SiteNotServed);
      });
    }
    const places = placesOf(network, browser);
    const { player, known } = await queues.lookups.run(network, async () => {
      // A spelling of the names of several accounts is none of theirs.
      const [found, ...others] = await players.byName(username);
      if (others.length > 0) return { player: undefined, known: null };
      return { player: found, known: found === undefined ? null : await knownPlaces.find(found.id, places) };
    });
    if (player === undefined) {
      return this.#unlessBlocked(network, async () => {
        await queues.passwords.run("stranger", () => verifyPassword(null, password));
        await this.#countForNetwork(network, { type: "LOGIN_FAIL", ip, detail: "unknown user" });
        throw new AppError(ErrorCode.WrongCredentials);
      });
    }
    const attempt: Attempt = { player, password, ip, network, places, known };
    const run = () => queues.attempts.run(placeSubject(attempt), () => this.#attempt(attempt));
    return known === null ? this.#unlessBlocked(network, run) : run();
  }

  /** Runs `work` unless the network is blocked; few at once. @throws AppError AccountProtected */
  #unlessBlocked<T>(network: string, work: () => Promise<T>): Promise<T> {
    return this.#parts.queues.networks.run(network, async () => {
      const verdict = await this.#parts.failures.mayTry(networkSubject(network));
      if (!verdict.allowed) throw blocked(verdict);
      return work();
    });
  }

  async #countForNetwork(
    network: string,
    refusal: { type: "LOGIN_FAIL" | "LOGIN_NOT_ALLOWED"; ip: string; detail: string },
  ): Promise<void> {
    await this.#parts.failures.count(networkSubject(network), ADDRESS_RULE);
    await this.#parts.refusals.note({ playerId: null, ...refusal });
  }

  /** The login of one player. The caller makes sure that only one runs per account and place. */
  async #attempt(attempt: Attempt): Promise<LoginAnswer> {
    const { failures, players, queues } = this.#parts;
    const { player, password, network, known } = attempt;
    const fromNetwork = await failures.mayTry(networkSubject(network));
    const fromPlace = await failures.mayTry(placeSubject(attempt));
    if (!fromPlace.allowed) throw blocked(fromNetwork.allowed ? fromPlace : fromNetwork);
    if (known === null) {
      const fromAnywhere = await failures.mayTry(accountSubject(player.id));
      if (!fromAnywhere.allowed) throw blocked(fromAnywhere);
    }
    const hash = await queues.passwords.run(known === null ? "stranger" : "known", () =>
      matchingHash(player.password_hash, password, (former, fresh) => players.replaceHash(player.id, former, fresh)),
    );
    const token = hash === null ? null : await this.#issueToken(attempt, hash);
    return token === null ? this.#refuse(attempt, fromNetwork) : this.#accept(attempt, token);
  }

  /**
   * Null if the password was changed after it was checked.
   * @throws AppError PlayerBanned, OnBreak, SelfExcluded, once the refusal is in the player's log
   */
  async #issueToken({ player, ip }: Attempt, hash: string): Promise<string | null> {
    const note = (detail: string) =>
      this.#parts.refusals.note({ playerId: player.id, type: "LOGIN_NOT_ALLOWED", ip, detail });
    if (player.banned_at !== null) {
      await note("banned");
      throw new AppError(ErrorCode.PlayerBanned);
    }
    try {
      return await this.#parts.tokenStore.issue(player.id, hash);
    } catch (error) {
      if (error instanceof AppError) await note(error.code === ErrorCode.SelfExcluded ? "excluded" : "break");
      throw error;
    }
  }

  /** @throws AppError WrongCredentialsAttemptsLeft or AccountProtected, once the wrong attempt is counted */
  async #refuse(attempt: Attempt, fromNetwork: Verdict): Promise<never> {
    const { failures, log } = this.#parts;
    const { player, ip, network } = attempt;
    // While a network is blocked, known players there can still log in: their mistakes must not extend the block.
    if (fromNetwork.allowed) await failures.count(networkSubject(network), ADDRESS_RULE);
    await failures.count(accountSubject(player.id), EVERYWHERE_RULE);
    const { remaining, minutes } = await failures.count(placeSubject(attempt), ACCOUNT_RULE);
    await log(player.id, "LOGIN_FAIL", ip);
    if (remaining === 0) await log(player.id, "TEMPORARY_BLOCKED", ip);
    // The same answer as for everybody else in a blocked network.
    if (!fromNetwork.allowed) throw blocked(fromNetwork);
    throw remaining > 0
      ? new AppError(ErrorCode.WrongCredentialsAttemptsLeft, { remaining, minutes })
      : new AppError(ErrorCode.AccountProtected, { minutes });
  }

  async #accept(attempt: Attempt, token: string): Promise<LoginAnswer> {
    const { now, players, tokenStore, failures, knownPlaces, log, answers } = this.#parts;
    const { player, ip, places } = attempt;
    await failures.forget(placeSubject(attempt));
    await knownPlaces.note(player.id, places);
    await players.setLastLogin(player.id, now(), ip);
    await log(player.id, "LOGIN_SUCCESS", ip);
    for (const store of [tokenStore, failures, knownPlaces]) await store.tidy();
    return answers.login(player, token, ip, { at: player.last_login_at, ip: player.last_login_ip });
  }
}

export function createLogin(parts: Parts): Accounts["login"] {
  const passwords = new PasswordLogin(parts);
  return (request) => inSteps(parts.refusalStepMs, parts.stepClock, () => passwords.login(request));
}
