/**
 * Accounts: who a player is, and that it is really them. Owns players, passwords, tokens, wrong logins and the log of
 * what happened to an account. Knows nothing of money or machines.
 */
import { createHash, randomBytes } from "node:crypto";
import { AppError, PERMISSION } from "@reelcast/contract";
import type { LogType, LoginAnswer } from "@reelcast/contract";
import type { Selectable } from "kysely";
import type { Bus } from "../bus/bus.ts";
import type { Db } from "../storage/index.ts";
import type { AccountsTables } from "../storage/tables/accounts.ts";
import { MIN_PASSWORD, hashPassword, hashPin, isCommon, verifyPassword, verifyPin } from "./passwords.ts";
import { ACCOUNT_RULE, ADDRESS_RULE, afterFailure, mayTry } from "./throttle.ts";
import type { Failures, ThrottleRule } from "./throttle.ts";
import { createSigner, loadKey } from "./tokens.ts";
import type { Accounts, Who } from "./types.ts";

export type * from "./types.ts";

type PlayerRow = Selectable<AccountsTables["players"]>;

const TICKET_MS = 30_000;
const PIN_TRIES = 5;
const FIRST_PIN = "0000";
const DAY_MS = 86_400_000;

export interface AccountsOptions {
  db: Db;
  now?: () => Date;
  /** Where the key of tokens is kept, mode 600. */
  keyFile: string;
  publish: Bus["publish"];
  /** Of the server, shown in the app. */
  version: string;
  siteId?: number;
  tokenHours?: number;
  passwordExpiryDays?: number | null;
  currency?: string;
}

export async function createAccounts(options: AccountsOptions): Promise<Accounts> {
  const { db, publish, version, siteId = 2008, tokenHours = 12, passwordExpiryDays = null, currency = "TRY" } = options;
  const now = options.now ?? (() => new Date());
  const signer = createSigner(await loadKey(options.keyFile), tokenHours, now);
  const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

  async function log(playerId: number | null, type: LogType, ip: string | null, detail?: string): Promise<void> {
    await db
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

  async function failures(subject: string): Promise<Failures | null> {
    const row = await db.selectFrom("login_failures").selectAll().where("subject", "=", subject).executeTakeFirst();
    return row
      ? { failures: row.failures, firstAt: row.first_at.getTime(), blockedUntil: row.blocked_until?.getTime() ?? null }
      : null;
  }
  /** One after the other per subject, so that attempts sent at once are all counted. */
  async function countFailure(subject: string, rule: ThrottleRule) {
    return db.transaction().execute(async (trx) => {
      await trx
        .insertInto("login_failures")
        .values({ subject, failures: 0, first_at: now(), blocked_until: null })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      const row = await trx
        .selectFrom("login_failures")
        .selectAll()
        .where("subject", "=", subject)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const known =
        row.failures === 0
          ? null
          : {
              failures: row.failures,
              firstAt: row.first_at.getTime(),
              blockedUntil: row.blocked_until?.getTime() ?? null,
            };
      const next = afterFailure(known, rule, now().getTime());
      await trx
        .updateTable("login_failures")
        .set({
          failures: next.record.failures,
          first_at: new Date(next.record.firstAt),
          blocked_until: next.record.blockedUntil === null ? null : new Date(next.record.blockedUntil),
        })
        .where("subject", "=", subject)
        .execute();
      return next;
    });
  }

  /** @param family of the token that asks for a fresh one; a login begins a new family */
  async function newToken(playerId: number, family?: string): Promise<{ token: string; id: string }> {
    const { token, id, expiresAt } = await signer.sign(playerId);
    await db
      .insertInto("tokens")
      .values({ id, player_id: playerId, family: family ?? id, expires_at: expiresAt, ended_at: null })
      .execute();
    return { token, id };
  }
  async function familyOf(tokenId: string): Promise<string> {
    const row = await db.selectFrom("tokens").select("family").where("id", "=", tokenId).executeTakeFirst();
    if (!row) throw new AppError(40100);
    return row.family;
  }
  /** Ends tokens; sockets that were opened with them close. */
  async function endTokens(
    playerId: number,
    which: { family?: string; except?: string },
    reason: "logout" | "banned" | "password",
  ): Promise<void> {
    let query = db
      .updateTable("tokens")
      .set({ ended_at: now() })
      .where("player_id", "=", playerId)
      .where("ended_at", "is", null);
    if (which.family !== undefined) query = query.where("family", "=", which.family);
    if (which.except !== undefined) query = query.where("id", "<>", which.except);
    const ended = await query.returning("id").execute();
    publish("player.ended", {
      playerId,
      tokenIds: which.family === undefined ? null : ended.map(({ id }) => id),
      ...(which.except === undefined ? {} : { except: which.except }),
      reason,
    });
  }

  function answer(
    player: PlayerRow,
    token: string,
    ip: string,
    last: { at: Date | null; ip: string | null },
  ): LoginAnswer {
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
      user: {
        id: player.id,
        type: "player",
        name: player.name,
        lastname: player.lastname,
        email: player.email,
        username: player.username,
        shortcuts: [],
      },
    };
  }

  async function whoHas(tokenId: string): Promise<Who> {
    const row = await db
      .selectFrom("tokens")
      .innerJoin("players", "players.id", "tokens.player_id")
      .select(["tokens.id", "tokens.expires_at", "players.id as player_id", "players.username", "players.permissions"])
      .where("tokens.id", "=", tokenId)
      .where("tokens.ended_at", "is", null)
      .where("players.banned_at", "is", null)
      .executeTakeFirst();
    if (!row || row.expires_at <= now()) throw new AppError(40100);
    return {
      playerId: row.player_id,
      tokenId: row.id,
      username: row.username,
      permissions: row.permissions,
      expiresAt: Math.floor(row.expires_at.getTime() / 1000),
    };
  }

  function checkNewPassword(password: string): void {
    if (Array.from(password).length < MIN_PASSWORD) throw new AppError(40101, { minimum: MIN_PASSWORD });
    if (isCommon(password)) throw new AppError(40102);
  }

  return {
    async login({ username, password, siteId: site, ip }) {
      if (site !== siteId) {
        await log(null, "LOGIN_NOT_ALLOWED", ip, "site");
        throw new AppError(40104);
      }
      const address = `address:${ip}`;
      const fromAddress = mayTry(await failures(address), now().getTime());
      if (!fromAddress.allowed) throw new AppError(10702, { minutes: fromAddress.minutes });
      const player = await byName(username);
      // Blocks are kept per name as it was typed for unknown names too: the answer tells nothing about who exists.
      const account = `account:${player ? player.id : `?${username.toLowerCase()}`}`;
      const block = mayTry(await failures(account), now().getTime());
      if (!block.allowed) throw new AppError(10702, { minutes: block.minutes });
      const matches = await verifyPassword(player?.password_hash ?? null, password);
      if (!player || !matches) {
        await countFailure(address, ADDRESS_RULE);
        if (!player) {
          await log(null, "LOGIN_FAIL", ip, "unknown user");
          throw new AppError(10701);
        }
        const { remaining, minutes } = await countFailure(account, ACCOUNT_RULE);
        await log(player.id, "LOGIN_FAIL", ip);
        if (remaining > 0) throw new AppError(10700, { remaining, minutes });
        await log(player.id, "TEMPORARY_BLOCKED", ip);
        throw new AppError(10702, { minutes });
      }
      if (player.banned_at !== null) {
        await log(player.id, "LOGIN_NOT_ALLOWED", ip, "banned");
        throw new AppError(10704);
      }
      await db.deleteFrom("login_failures").where("subject", "=", account).execute();
      const { token } = await newToken(player.id);
      await db
        .updateTable("players")
        .set({ last_login_at: now(), last_login_ip: ip })
        .where("id", "=", player.id)
        .execute();
      await log(player.id, "LOGIN_SUCCESS", ip);
      return answer(player, token, ip, { at: player.last_login_at, ip: player.last_login_ip });
    },

    async validate(who, ip) {
      const player = await byId(who.playerId);
      if (!player || player.banned_at !== null) {
        await log(who.playerId, "LOGIN_CHECK_FAIL", ip);
        throw new AppError(40100);
      }
      const { token } = await newToken(player.id, await familyOf(who.tokenId));
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

    async logout(who, ip) {
      await endTokens(who.playerId, { family: await familyOf(who.tokenId) }, "logout");
      await log(who.playerId, "LOGOUT_SUCCESS", ip);
    },

    async verify(token) {
      const { id, playerId } = await signer.read(token);
      const who = await whoHas(id);
      if (who.playerId !== playerId) throw new AppError(40100);
      return who;
    },

    async issueTicket(who) {
      const ticket = `t.${randomBytes(24).toString("base64url")}`;
      await db.deleteFrom("tickets").where("expires_at", "<", now()).execute();
      await db
        .insertInto("tickets")
        .values({ id: digest(ticket), token_id: who.tokenId, expires_at: new Date(now().getTime() + TICKET_MS) })
        .execute();
      return ticket;
    },
    async redeemTicket(ticket) {
      const row = await db
        .deleteFrom("tickets")
        .where("id", "=", digest(ticket))
        .returning(["token_id", "expires_at"])
        .executeTakeFirst();
      if (!row || row.expires_at <= now()) throw new AppError(40100);
      return whoHas(row.token_id);
    },

    async changePassword(who, { oldPassword, newPassword }, ip) {
      const player = await byId(who.playerId);
      if (!player || !(await verifyPassword(player.password_hash, oldPassword))) throw new AppError(40001);
      checkNewPassword(newPassword);
      await db
        .updateTable("players")
        .set({ password_hash: await hashPassword(newPassword), password_changed_at: now() })
        .where("id", "=", who.playerId)
        .execute();
      const { token, id } = await newToken(who.playerId);
      await endTokens(who.playerId, { except: id }, "password");
      await log(who.playerId, "CHANGED_PASSWORD", ip);
      return { token };
    },

    async checkPin(who, pin) {
      const player = await byId(who.playerId);
      if (!player) throw new AppError(40100);
      if (await verifyPin(player.pin_hash, pin)) {
        await db.updateTable("players").set({ pin_failures: 0 }).where("id", "=", player.id).execute();
        return;
      }
      const row = await db
        .updateTable("players")
        .set((eb) => ({ pin_failures: eb("pin_failures", "+", 1) }))
        .where("id", "=", player.id)
        .returning("pin_failures")
        .executeTakeFirstOrThrow();
      const remaining = Math.max(0, PIN_TRIES - row.pin_failures);
      if (remaining === 0) {
        await db.updateTable("players").set({ pin_failures: 0 }).where("id", "=", player.id).execute();
        await endTokens(player.id, { family: await familyOf(who.tokenId) }, "logout");
      }
      throw new AppError(40103, { remaining });
    },

    async profile(who, balance) {
      const player = await byId(who.playerId);
      if (!player) throw new AppError(40100);
      return {
        user: answer(player, "", "", { at: null, ip: null }).user,
        createdAt: player.created_at.toISOString(),
        balance,
        currency,
        authentication: {
          lastPasswordChange: player.password_changed_at.toISOString(),
          lastLogin: player.last_login_at?.toISOString() ?? null,
          lastLoginIp: player.last_login_ip,
        },
      };
    },

    async logs(who, { cursor, limit, type }) {
      let query = db.selectFrom("log_entries").where("player_id", "=", who.playerId);
      if (type !== undefined && type !== "") query = query.where("type", "=", type);
      const { n } = await query.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
      let page = query
        .selectAll()
        .orderBy("id", "desc")
        .limit(limit + 1);
      if (cursor !== undefined) {
        if (!/^\d{1,15}$/.test(cursor)) throw new AppError(40000);
        page = page.where("id", "<", Number(cursor));
      }
      const rows = await page.execute();
      const items = rows.slice(0, limit).map((row) => ({
        id: String(row.id),
        at: row.at.toISOString(),
        type: row.type,
        ip: row.ip,
        detail: row.detail,
      }));
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null, total: n };
    },
    log,

    async addPlayer(trx, player) {
      if (!/^[\p{L}\p{N}._-]{4,64}$/u.test(player.username)) {
        throw new Error(
          `"${player.username}" is not a username: 4 to 64 letters, digits, dots, dashes or underscores.`,
        );
      }
      if (!/^\S+@\S+\.\S+$/.test(player.email)) throw new Error(`"${player.email}" is not an e-mail address.`);
      if (Array.from(player.password).length < MIN_PASSWORD)
        throw new Error(`A password has at least ${MIN_PASSWORD} characters.`);
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
      if (taken) throw new Error(`The name ${player.username} or the e-mail ${player.email} is taken.`);
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
      await endTokens(playerId, {}, "banned");
    },
    async unban(playerId) {
      await db.updateTable("players").set({ banned_at: null }).where("id", "=", playerId).execute();
      await db.deleteFrom("login_failures").where("subject", "=", `account:${playerId}`).execute();
    },
    async setPassword(playerId, password) {
      checkNewPassword(password);
      await db
        .updateTable("players")
        .set({ password_hash: await hashPassword(password), password_changed_at: now() })
        .where("id", "=", playerId)
        .execute();
      await endTokens(playerId, {}, "password");
    },
  };
}
