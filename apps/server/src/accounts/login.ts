/**
 * The login with a password: what is asked first, what is counted, who waits for whom. A login is *known* where the player
 * has logged in before from the same network or browser: then neither what strangers do elsewhere nor what they do in the
 * same network keeps the player out. Guesses are counted all the same.
 */
import { setTimeout as pause } from "node:timers/promises";
import { AppError, ErrorCode } from "@reelcast/contract";
import type { LoginAnswer } from "@reelcast/contract";
import { createQueue } from "../queue.ts";
import type { Queue } from "../queue.ts";
import type { Db } from "../storage/index.ts";
import type { Checks } from "./checks.ts";
import { accountSubject } from "./failures.ts";
import type { FailureStore } from "./failures.ts";
import type { createTokenStore } from "./tokenStore.ts";
import { networkOf } from "./network.ts";
import { placesOf } from "./pairs.ts";
import type { Pairs, Place } from "./pairs.ts";
import { verifyPassword } from "./passwords.ts";
import type { RefusalLog } from "./refusals.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, EVERYWHERE_RULE } from "./throttle.ts";
import type { Verdict } from "./throttle.ts";
import type { Accounts, PlayerRow } from "./types.ts";

interface Parts {
  db: Db;
  now: () => Date;
  siteId: () => number;
  byName: (name: string) => Promise<PlayerRow | undefined>;
  tokenStore: ReturnType<typeof createTokenStore>;
  failures: FailureStore;
  pairs: Pairs;
  refusals: RefusalLog;
  /** Strangers of one network, few at once. */
  networks: Queue;
  /** One at a time per key: attempts sent at once are checked after one another. */
  attempts: Queue;
  checks: Checks;
  log: Accounts["log"];
  answer: (
    player: PlayerRow,
    token: string,
    ip: string,
    last: { at: Date | null; ip: string | null },
  ) => Promise<LoginAnswer>;
  /** Milliseconds; see `inSteps`. */
  refusalStepMs: number;
}
interface Attempt {
  player: PlayerRow;
  password: string;
  ip: string;
  network: string;
  places: Place[];
  known: Place | null;
}

/**
 * A refusal goes out at a whole number of steps after the request came: the time that it took does not tell whether a
 * player is there, known in this network, or blocked.
 */
export async function inSteps<T>(stepMs: number, work: () => Promise<T>): Promise<T> {
  const from = performance.now();
  try {
    return await work();
  } catch (error) {
    if (stepMs > 0) await pause(stepMs - ((performance.now() - from) % stepMs));
    throw error;
  }
}

const blocked = ({ minutes }: Extract<Verdict, { allowed: false }>) =>
  new AppError(ErrorCode.AccountProtected, { minutes });

export function createLogin(parts: Parts): Accounts["login"] {
  const { db, now, tokenStore, failures, pairs, refusals, networks, attempts, checks, log } = parts;
  /** Who it is and from where, which is quick, few at once: a flood leaves the database to others. */
  const lookups = createQueue({ atOnce: 2, waiting: 600 });
  const addressSubject = (network: string) => `address:${network}`;

  /** Does `work` unless the network is blocked, few at once. @throws AppError AccountProtected */
  const unlessBlocked = <T>(network: string, work: () => Promise<T>): Promise<T> =>
    networks.run(network, async () => {
      const verdict = await failures.mayTry(addressSubject(network));
      if (!verdict.allowed) throw blocked(verdict);
      return work();
    });
  /** Notes that a player who knows the password is kept out, and goes on refusing. */
  const refused = (playerId: number, ip: string) => async (error: unknown) => {
    if (error instanceof AppError)
      await refusals.note({
        playerId,
        type: "LOGIN_NOT_ALLOWED",
        ip,
        detail: error.code === ErrorCode.SelfExcluded ? "excluded" : "break",
      });
    throw error;
  };

  /** @throws AppError WrongCredentialsAttemptsLeft or AccountProtected, once the wrong attempt is counted */
  async function refuse({ player, ip, network, known }: Attempt, fromNetwork: Verdict): Promise<never> {
    // While a network is blocked its count stands still: the block does not grow by what the players there mistype.
    if (fromNetwork.allowed) await failures.count(addressSubject(network), ADDRESS_RULE);
    await failures.count(accountSubject(player.id), EVERYWHERE_RULE);
    const here = accountSubject(player.id, known ?? `network:${network}`);
    const { remaining, minutes } = await failures.count(here, ACCOUNT_RULE);
    await log(player.id, "LOGIN_FAIL", ip);
    if (remaining === 0) await log(player.id, "TEMPORARY_BLOCKED", ip);
    // As it is answered for everybody else there.
    if (!fromNetwork.allowed) throw blocked(fromNetwork);
    throw remaining > 0
      ? new AppError(ErrorCode.WrongCredentialsAttemptsLeft, { remaining, minutes })
      : new AppError(ErrorCode.AccountProtected, { minutes });
  }

  /** The login of one player; the caller sees to it that from one place only one is under way. */
  async function loginAs(attempt: Attempt): Promise<LoginAnswer> {
    const { player, password, ip, network, places, known } = attempt;
    const here = accountSubject(player.id, known ?? `network:${network}`);
    const fromNetwork = await failures.mayTry(addressSubject(network));
    const fromHere = await failures.mayTry(here);
    if (!fromHere.allowed) throw blocked(fromNetwork.allowed ? fromHere : fromNetwork);
    if (known === null) {
      const fromAnywhere = await failures.mayTry(accountSubject(player.id));
      if (!fromAnywhere.allowed) throw blocked(fromAnywhere);
    }
    const matches = await checks.run(known === null ? "stranger" : "known", () =>
      verifyPassword(player.password_hash, password),
    );
    if (matches && player.banned_at !== null) {
      await refusals.note({ playerId: player.id, type: "LOGIN_NOT_ALLOWED", ip, detail: "banned" });
      throw new AppError(ErrorCode.PlayerBanned);
    }
    const token = matches
      ? await tokenStore.begin(player.id, player.password_hash).catch(refused(player.id, ip))
      : null;
    if (token === null) return refuse(attempt, fromNetwork);
    await failures.forget(here);
    await pairs.note(player.id, places);
    await db
      .updateTable("players")
      .set({ last_login_at: now(), last_login_ip: ip })
      .where("id", "=", player.id)
      .execute();
    await log(player.id, "LOGIN_SUCCESS", ip);
    await tokenStore.tidy();
    await pairs.tidy();
    return parts.answer(player, token, ip, { at: player.last_login_at, ip: player.last_login_ip });
  }

  async function login({ username, password, siteId, ip, browser }: Parameters<Accounts["login"]>[0]) {
    const network = networkOf(ip);
    /** Counts it for the network alone. */
    async function wrong(type: "LOGIN_FAIL" | "LOGIN_NOT_ALLOWED", detail: string): Promise<void> {
      await failures.count(addressSubject(network), ADDRESS_RULE);
      await refusals.note({ playerId: null, type, ip, detail });
    }
    if (siteId !== parts.siteId())
      return unlessBlocked(network, async () => {
        await wrong("LOGIN_NOT_ALLOWED", "site");
        throw new AppError(ErrorCode.PasswordLoginNotAllowed);
      });
    const places = placesOf(network, browser);
    const { player, known } = await lookups.run(network, async () => {
      const found = await parts.byName(username);
      return { player: found, known: found === undefined ? null : await pairs.known(found.id, places) };
    });
    if (player === undefined)
      return unlessBlocked(network, async () => {
        await checks.run("stranger", () => verifyPassword(null, password));
        await wrong("LOGIN_FAIL", "unknown user");
        throw new AppError(ErrorCode.WrongCredentials);
      });
    const attempt = { player, password, ip, network, places, known };
    const attemptLogin = () =>
      attempts.run(accountSubject(player.id, known ?? `network:${network}`), () => loginAs(attempt));
    return known === null ? unlessBlocked(network, attemptLogin) : attemptLogin();
  }

  return (request) => inSteps(parts.refusalStepMs, () => login(request));
}
