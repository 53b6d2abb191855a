/**
 * Accounts: who a player is, and that it is really them. Owns players, passwords, tokens, wrong logins and the log of
 * what happened to an account. Knows nothing of money or machines.
 */
import { AppError, DEFAULT_SETTINGS, PERMISSION, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import type { LogType, LoginAnswer } from "@reelcast/contract";
import { sql } from "kysely";
import type { Bus } from "../bus/bus.ts";
import { InputError } from "../input.ts";
import { createQueue } from "../queue.ts";
import type { Db, Trx } from "../storage/index.ts";
import { createChecks } from "./checks.ts";
import { createCredentials } from "./credentials.ts";
import { createFailureStore } from "./failures.ts";
import { createTokenStore } from "./tokenStore.ts";
import type { MayLogIn } from "./tokenStore.ts";
import { loadTokenKeys } from "./keys.ts";
import { createIdleLogins } from "./idle.ts";
import { createLogin } from "./login.ts";
import { createPairs } from "./pairs.ts";
import { checkNewPassword, hashPassword, hashPin } from "./passwords.ts";
import { createPreferences } from "./preferences.ts";
import { createPublished } from "./published.ts";
import { createRefusalLog } from "./refusals.ts";
import { NameTaken, createRegistration } from "./registration.ts";
import { createSigner, tokenRefused } from "./tokens.ts";
import type { Accounts, PlayerRow } from "./types.ts";

export { nameSkeleton } from "./confusables.ts";
export type * from "./types.ts";
export { networkOf } from "./network.ts";
export { LOGIN_PAIR_DAYS } from "./pairs.ts";

/** Logins at once from one network of those who are not known there. */
const LOGINS_AT_ONCE = 2;
/** As many as sit in a hall may come at once. */
const WAITING_LOGINS = 64;
/** Attempts that are checked after one another. */
const WAITING_ATTEMPTS = 32;
/** Longer than the check of a password takes. */
const REFUSAL_STEP_MS = 250;
const HOUSEKEEPING_MS = 60_000;
const FIRST_PIN = "0000";
const DAY_MS = 86_400_000;

export interface AccountsOptions {
  db: Db;
  now?: () => Date;
  /** Where the key of tokens was kept before it was in the database: it is imported once. */
  keyFile: string;
  publish: Bus["publish"];
  /** Asked once the password was right, so that nobody learns by guessing who stays away. Without it, everybody may. */
  mayLogIn?: MayLogIn;
  /** Of the server, shown in the app. */
  version: string;
  siteId?: () => number;
  tokenHours?: number;
  passwordExpiryDays?: number | null;
  /** A login that is not used for so long ends; 0: none does. */
  idleLoginMinutes?: number;
  currency?: () => string;
  /** What the operator calls the house: no player may be called so. */
  houseName?: () => string;
  /**
   * Creates what a registered player needs in addition to an account, in the same transaction. Without it, registration
   * is off.
   */
  welcome?: (trx: Trx, playerId: number) => Promise<void>;
  /** A refused login is answered at a whole number of these, so that the time tells nothing; 0: at once. */
  refusalStepMs?: number;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, publish, version, tokenHours = 12, passwordExpiryDays = null } = options;
  const siteId = options.siteId ?? (() => DEFAULT_SETTINGS.siteId);
  const currency = options.currency ?? (() => DEFAULT_SETTINGS.currency);
  const now = options.now ?? (() => new Date());
  const signer = createSigner(await loadTokenKeys(db, options.keyFile), tokenHours, now);
  const tokenStore = createTokenStore({ db, now, signer, publish, mayLogIn: options.mayLogIn ?? (async () => {}) });
  const failures = createFailureStore(db, now);
  const networks = createQueue({ atOnce: LOGINS_AT_ONCE, waiting: WAITING_LOGINS });
  const attempts = createQueue({ atOnce: 1, waiting: WAITING_ATTEMPTS });
  const checks = createChecks();
  const pairs = createPairs(db, now);
  const idle = createIdleLogins({ db, now, minutes: options.idleLoginMinutes ?? 0, publish });
  const refusals = createRefusalLog(({ playerId, type, ip, detail }) => log(playerId, type, ip, detail), now);
  const houseName = options.houseName ?? (() => "");
  const preferences = createPreferences(db, houseName);
  const credentials = createCredentials({ db, tokenStore, failures, attempts, checks, log });

  async function log(
    playerId: number | null,
    type: LogType,
    ip: string | null,
    detail?: string,
    on: Db | Trx = db,
  ): Promise<void> {
    await on
      .insertInto("log_entries")
      .values({ player_id: playerId, type, ip, detail: detail ?? null })
      .execute();
  }
  const byName = (name: string) =>
    db
      .selectFrom("players")
      .selectAll()
      .where((eb) =>
        eb.or([
          eb(eb.fn("lower", ["username"]), "=", name.toLowerCase()),
          eb(eb.fn("lower", ["email"]), "=", name.toLowerCase()),
        ]),
      )
      .executeTakeFirst();
  const byId = (id: number) => db.selectFrom("players").selectAll().where("id", "=", id).executeTakeFirst();

  const userOf = (player: PlayerRow, shortcuts: string[]): LoginAnswer["user"] => ({
    id: player.id,
    type: "player",
    name: player.name,
    lastname: player.lastname,
    email: player.email,
    username: player.username,
    shortcuts,
  });
  async function answer(
    player: PlayerRow,
    token: string,
    ip: string,
    last: { at: Date | null; ip: string | null },
  ): Promise<LoginAnswer> {
    const expired =
      passwordExpiryDays !== null &&
      now().getTime() - player.password_changed_at.getTime() > passwordExpiryDays * DAY_MS;
    return {
      token,
      pin_code: player.pin_hash,
      ip_address: ip,
      versions: version,
      ...(last.at === null ? {} : { last_logon: last.at.toISOString() }),
      ...(last.ip === null ? {} : { last_logon_ip: last.ip }),
      Permissions: player.permissions.map((PermissionId) => ({ PermissionId })),
      Group: player.group_name,
      ...(expired ? { password_expired: true } : {}),
      user: userOf(player, (await preferences.read(player.id)).shortcuts),
    };
  }

  const accounts: Accounts = {
    login: (request) => login(request),

    async validate(who, ip) {
      const player = await byId(who.playerId);
      if (!player || player.banned_at !== null) throw tokenRefused("invalid");
      const token = await tokenStore.renew(player.id, who.tokenId);
      // The last login but this one: the newest success that is older than the latest.
      const previous = await db
        .selectFrom("log_entries")
        .select(["at", "ip"])
        .where("player_id", "=", player.id)
        .where("type", "=", "LOGIN_SUCCESS")
        .orderBy("id", "desc")
        .offset(1)
        .limit(1)
        .executeTakeFirst();
      await log(player.id, "LOGIN_CHECK_SUCCESS", ip);
      return answer(player, token, ip, { at: previous?.at ?? null, ip: previous?.ip ?? null });
    },

    async noteRefused(token, ip) {
      const playerId = await signer.signedFor(token);
      if (playerId === null || !(await byId(playerId))) return;
      const noted = await db
        .selectFrom("log_entries")
        .select("id")
        .where("player_id", "=", playerId)
        .where("type", "=", "LOGIN_CHECK_FAIL")
        .where("at", ">", sql<Date>`now() - interval '1 minute'`)
        .limit(1)
        .executeTakeFirst();
      if (!noted) await log(playerId, "LOGIN_CHECK_FAIL", ip);
    },

    async logout(who, ip) {
      await tokenStore.endFamily(who.playerId, who.tokenId);
      await log(who.playerId, "LOGOUT_SUCCESS", ip);
    },

    async verify(token) {
      const { id, playerId } = await signer.read(token);
      const who = await tokenStore.whoHas(id);
      if (who.playerId !== playerId) throw tokenRefused("invalid");
      return who;
    },

    playerOf: async (token) =>
      tokenStore.ticketOf(token) ??
      signer.read(token).then(
        ({ playerId }) => playerId,
        (error: unknown) => {
          if (error instanceof AppError) return null;
          throw error;
        },
      ),

    seen: (who) => idle.seen(who),

    async startHousekeeping(log) {
      await idle.begin();
      await idle.sweep();
      const timer = setInterval(() => {
        idle
          .sweep()
          .then(() => refusals.flush())
          .catch((error: unknown) => log.warn({ err: error }, "idle logins and the log of refusals wait"));
      }, HOUSEKEEPING_MS);
      timer.unref();
      return async () => {
        clearInterval(timer);
        await refusals.flush(true);
      };
    },

    issueTicket: (who) => tokenStore.issueTicket(who),
    redeemTicket: (ticket) => tokenStore.redeemTicket(ticket),

    ...credentials,
    ...createPublished({ db, now, tokenStore }),
    playerSettings: (who) => preferences.read(who.playerId),
    savePlayerSettings: (who, change) => preferences.save(who.playerId, change),

    saveCourse: (who, course) => preferences.saveCourse(who.playerId, course),
    register: (request) => registration.register(request),
    checkPassword: (request) => registration.checkPassword(request),

    async profile(who, balance) {
      const player = await byId(who.playerId);
      if (!player) throw tokenRefused("invalid");
      return {
        user: userOf(player, (await preferences.read(player.id)).shortcuts),
        createdAt: player.created_at.toISOString(),
        balance,
        currency: currency(),
        authentication: {
          lastPasswordChange: player.password_changed_at.toISOString(),
          lastLogin: player.last_login_at?.toISOString() ?? null,
          lastLoginIp: player.last_login_ip,
        },
      };
    },

    log,
    noteRefusal: (refusal) => refusals.note({ playerId: null, ...refusal }),
    endLogins: (trx, playerId, reason) => tokenStore.endAllWithin(trx, playerId, reason),

    async addPlayer(trx, player) {
      if (!/^[\p{L}\p{N}._-]{4,64}$/u.test(player.username)) {
        throw new InputError(
          `"${player.username}" is not a username: 4 to 64 letters, digits, dots, dashes or underscores.`,
        );
      }
      if (!/^\S+@\S+\.\S+$/.test(player.email)) throw new InputError(`"${player.email}" is not an e-mail address.`);
      if (!isLongEnough(player.password))
        throw new InputError(`A password has at least ${SHORTEST_PASSWORD} characters.`);
      const taken = await trx
        .selectFrom("players")
        .select("id")
        .where((eb) =>
          eb.or([
            eb(eb.fn("lower", ["username"]), "in", [player.username.toLowerCase(), player.email.toLowerCase()]),
            eb(eb.fn("lower", ["email"]), "in", [player.username.toLowerCase(), player.email.toLowerCase()]),
          ]),
        )
        .executeTakeFirst();
      if (taken) throw new NameTaken(`The name ${player.username} or the e-mail ${player.email} is taken.`);
      const { id } = await trx
        .insertInto("players")
        .values({
          username: player.username,
          email: player.email,
          name: player.name,
          lastname: player.lastname,
          group_name: player.group ?? "player",
          permissions: player.permissions ?? [PERMISSION.play],
          password_hash: await hashPassword(player.password),
          pin_hash: await hashPin(FIRST_PIN),
          banned_at: null,
          last_login_at: null,
          last_login_ip: null,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    },
    async findPlayer(usernameOrId) {
      const row =
        (await byName(usernameOrId)) ?? (/^\d{1,9}$/.test(usernameOrId) ? await byId(Number(usernameOrId)) : undefined);
      return row ? { id: row.id, username: row.username, bannedAt: row.banned_at } : null;
    },
    async ban(playerId) {
      await db.updateTable("players").set({ banned_at: now(), banned_for: null }).where("id", "=", playerId).execute();
      await tokenStore.endAll(playerId, "banned");
    },
    async unban(playerId) {
      await db.updateTable("players").set({ banned_at: null, banned_for: null }).where("id", "=", playerId).execute();
      await failures.forgetAccount(playerId);
    },
    async setPassword(playerId, password) {
      checkNewPassword(password);
      await tokenStore.replacePassword(playerId, await hashPassword(password), false);
      await failures.forgetAccount(playerId);
    },
  };
  const login = createLogin({
    db,
    now,
    siteId,
    byName,
    tokenStore,
    failures,
    pairs,
    refusals,
    networks,
    attempts,
    checks,
    log,
    answer,
    refusalStepMs: options.refusalStepMs ?? REFUSAL_STEP_MS,
  });
  const registration = createRegistration({
    db,
    failures,
    networks,
    checks,
    addPlayer: (trx, player) => accounts.addPlayer(trx, player),
    houseName,
    welcome: options.welcome,
  });
  return accounts;
}
