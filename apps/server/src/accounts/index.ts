/**
 * Accounts: who a player is, and that it is really them. Owns players, passwords, tokens, wrong logins and the log of
 * what happened to an account. Knows nothing of money or machines.
 */
import { AppError, DEFAULT_SETTINGS, PERMISSION, SHORTEST_PASSWORD, isLongEnough } from "@reelcast/contract";
import type { LogType, LoginAnswer } from "@reelcast/contract";
import { sql } from "kysely";
import type { Selectable } from "kysely";
import type { Bus } from "../bus/bus.ts";
import { InputError } from "../input.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { AccountsTables } from "../storage/tables/accounts.ts";
import { createCredentials } from "./credentials.ts";
import { accountSubject, createFailureStore } from "./failures.ts";
import { createGrants } from "./grants.ts";
import type { MayLogIn } from "./grants.ts";
import { loadTokenKeys } from "./keys.ts";
import { networkOf } from "./network.ts";
import { checkNewPassword, hashPassword, hashPin, verifyPassword } from "./passwords.ts";
import { createPreferences } from "./preferences.ts";
import { createQueue } from "./queue.ts";
import { NameTaken, createRegistration } from "./registration.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, EVERYWHERE_RULE } from "./throttle.ts";
import { createSigner, tokenRefused } from "./tokens.ts";
import type { Accounts } from "./types.ts";

export type * from "./types.ts";

type PlayerRow = Selectable<AccountsTables["players"]>;

/** Logins at once from one network: a check of a password takes 19 MiB and a thread. */
const LOGINS_AT_ONCE = 4;
/** How many of the last logins tell from where an account is usually used. */
const USUAL_LOGINS = 50;
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
  currency?: () => string;
  /** What the operator calls the house: no player may be called so. */
  houseName?: () => string;
  /** What a player who registers needs beside an account, in the same transaction. Without it, nobody can register. */
  welcome?: (trx: Trx, playerId: number) => Promise<void>;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, publish, version, tokenHours = 12, passwordExpiryDays = null } = options;
  const siteId = options.siteId ?? (() => DEFAULT_SETTINGS.siteId);
  const currency = options.currency ?? (() => DEFAULT_SETTINGS.currency);
  const now = options.now ?? (() => new Date());
  const signer = createSigner(await loadTokenKeys(db, options.keyFile), tokenHours, now);
  const grants = createGrants({ db, now, signer, publish, mayLogIn: options.mayLogIn ?? (async () => {}) });
  const failures = createFailureStore(db, now);
  const networks = createQueue(LOGINS_AT_ONCE);
  const attempts = createQueue(1);
  const houseName = options.houseName ?? (() => "");
  const preferences = createPreferences(db, houseName);
  const credentials = createCredentials({ db, grants, failures, attempts, log });

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

  /** Whether somebody has logged in to this account from this network lately. */
  async function isUsual(playerId: number, network: string): Promise<boolean> {
    const rows = await db
      .selectFrom("log_entries")
      .select("ip")
      .where("player_id", "=", playerId)
      .where("type", "=", "LOGIN_SUCCESS")
      .orderBy("id", "desc")
      .limit(USUAL_LOGINS)
      .execute();
    return rows.some(({ ip }) => ip !== null && networkOf(ip) === network);
  }
  /** @throws AppError 10702 */
  async function checkBlocks(player: PlayerRow, network: string): Promise<void> {
    const here = await failures.mayTry(accountSubject(player.id, network));
    if (!here.allowed) throw new AppError(10702, { minutes: here.minutes });
    const anywhere = await failures.mayTry(accountSubject(player.id));
    if (!anywhere.allowed && !(await isUsual(player.id, network))) {
      throw new AppError(10702, { minutes: anywhere.minutes });
    }
  }
  /** Notes that a player who knows the password is kept out, and goes on refusing. */
  const refused = (playerId: number, ip: string) => async (error: unknown) => {
    if (error instanceof AppError)
      await log(playerId, "LOGIN_NOT_ALLOWED", ip, error.code === 62006 ? "excluded" : "break");
    throw error;
  };
  /** The login of one player from one network; the caller sees to it that only one is under way. */
  async function loginAs(player: PlayerRow, password: string, ip: string): Promise<LoginAnswer> {
    const network = networkOf(ip);
    await checkBlocks(player, network);
    const matches = await verifyPassword(player.password_hash, password);
    if (matches && player.banned_at !== null) {
      await log(player.id, "LOGIN_NOT_ALLOWED", ip, "banned");
      throw new AppError(10704);
    }
    const token = matches ? await grants.begin(player.id, player.password_hash).catch(refused(player.id, ip)) : null;
    if (token === null) {
      await failures.count(`address:${network}`, ADDRESS_RULE);
      await failures.count(accountSubject(player.id), EVERYWHERE_RULE);
      const { remaining, minutes } = await failures.count(accountSubject(player.id, network), ACCOUNT_RULE);
      await log(player.id, "LOGIN_FAIL", ip);
      if (remaining > 0) throw new AppError(10700, { remaining, minutes });
      await log(player.id, "TEMPORARY_BLOCKED", ip);
      throw new AppError(10702, { minutes });
    }
    await failures.forget(accountSubject(player.id, network));
    await db
      .updateTable("players")
      .set({ last_login_at: now(), last_login_ip: ip })
      .where("id", "=", player.id)
      .execute();
    await log(player.id, "LOGIN_SUCCESS", ip);
    await grants.tidy();
    return answer(player, token, ip, { at: player.last_login_at, ip: player.last_login_ip });
  }

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
    async login({ username, password, siteId: site, ip }) {
      if (site !== siteId()) {
        await log(null, "LOGIN_NOT_ALLOWED", ip, "site");
        throw new AppError(40104);
      }
      const network = networkOf(ip);
      // Attempts wait in line: sent all at once they would be checked before the first of them is counted.
      return networks.run(network, async () => {
        const fromAddress = await failures.mayTry(`address:${network}`);
        if (!fromAddress.allowed) throw new AppError(10702, { minutes: fromAddress.minutes });
        const player = await byName(username);
        if (!player) {
          await verifyPassword(null, password);
          await failures.count(`address:${network}`, ADDRESS_RULE);
          await log(null, "LOGIN_FAIL", ip, "unknown user");
          throw new AppError(10701);
        }
        return attempts.run(accountSubject(player.id, network), () => loginAs(player, password, ip));
      });
    },

    async validate(who, ip) {
      const player = await byId(who.playerId);
      if (!player || player.banned_at !== null) throw tokenRefused("invalid");
      const token = await grants.renew(player.id, who.tokenId);
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
      await grants.endFamily(who.playerId, who.tokenId);
      await log(who.playerId, "LOGOUT_SUCCESS", ip);
    },

    async verify(token) {
      const { id, playerId } = await signer.read(token);
      const who = await grants.whoHas(id);
      if (who.playerId !== playerId) throw tokenRefused("invalid");
      return who;
    },

    issueTicket: (who) => grants.issueTicket(who.tokenId),
    redeemTicket: (ticket) => grants.redeemTicket(ticket),

    ...credentials,
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
    endLogins: (trx, playerId, reason) => grants.endAllWithin(trx, playerId, reason),

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
      await db.updateTable("players").set({ banned_at: now() }).where("id", "=", playerId).execute();
      await grants.endAll(playerId, "banned");
    },
    async unban(playerId) {
      await db.updateTable("players").set({ banned_at: null }).where("id", "=", playerId).execute();
      await failures.forgetAccount(playerId);
    },
    async setPassword(playerId, password) {
      checkNewPassword(password);
      await grants.replacePassword(playerId, await hashPassword(password), false);
      await failures.forgetAccount(playerId);
    },
  };
  const registration = createRegistration({
    db,
    failures,
    networks,
    addPlayer: (trx, player) => accounts.addPlayer(trx, player),
    houseName,
    welcome: options.welcome,
  });
  return accounts;
}
