/** `house player …`: accounts of players. Manual payments are in credit.ts. */
import { randomBytes } from "node:crypto";
import { LIMIT_KINDS, LIMIT_PERIODS, PERIOD_MINUTES, PERMISSION, SIGN_IN_LINK_SECONDS } from "@reelcast/contract";
import type { Command } from "commander";
import type { PreparedPlayer } from "../accounts/index.ts";
import { ACTS } from "../acts/index.ts";
import type { ActContext } from "../acts/index.ts";
import { addPlayer } from "../domain.ts";
import { InputError } from "../input.ts";
import { defineActCommand, defineChange, defineRead } from "./command.ts";
import { correctCommand, creditCommand } from "./credit.ts";
import { parseAmount } from "./money.ts";
import { listNotes } from "../notes/index.ts";
import { describePlayer } from "./playerReport.ts";
import { findPlayer } from "./findPlayer.ts";
import { ageCommands } from "./playerAge.ts";
import { parseCount, siteOf } from "./commandContext.ts";
import type { WithContext } from "./commandContext.ts";

const newPassword = () => randomBytes(9).toString("base64url");
/** Prints a generated password; a given one is not printed. */
const shown = (typed: string | undefined, password: string) => (typed === undefined ? ` Password: ${password}` : "");

interface AddOptions {
  email: string;
  password?: string;
  name: string;
  lastname: string;
  mayKick?: boolean;
}
/** Parameters of an act on one player. */
const one = async ({ accounts }: ActContext, username: string) => ({
  playerId: (await findPlayer(accounts, username)).id,
});

export function playerCommands(program: Command, withContext: WithContext): void {
  const player = program.command("player").description("accounts of players");
  addCommand(player, withContext);
  creditCommand(player, withContext);
  correctCommand(player, withContext);
  banCommands(player, withContext);
  accessCommands(player, withContext);
  linkCommand(player, withContext);
  showCommand(player, withContext);
  limitCommand(player, withContext);
  absenceCommands(player, withContext);
  noteCommands(player, withContext);
  ageCommands(player, withContext);
  nameCommands(player, withContext);
}

function addCommand(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("add <username>")
      .description("add a player; without --password one is generated and printed")
      .requiredOption("--email <address>")
      .option("--password <password>")
      .option("--name <name>", "first name", "")
      .option("--lastname <name>", "last name", "")
      .option("--may-kick", "may free machines of other players"),
    {
      name: "player.add",
      why: "optional",
      prepare({ accounts }, username: string, { email, name, lastname, mayKick, ...options }: AddOptions) {
        const password = options.password ?? newPassword();
        const permissions = mayKick ? [PERMISSION.play, PERMISSION.kick] : [PERMISSION.play];
        return accounts.prepareNewPlayer({ username, password, name, lastname, email, permissions });
      },
    },
    withContext,
    async (parts, _, username: string, options: AddOptions, player: PreparedPlayer) => {
      const { email, password, permissions } = player.player;
      const id = await parts.storage.db.transaction().execute((trx) => addPlayer(trx, parts, player));
      return {
        target: `player ${id}`,
        before: null,
        after: { username, email, permissions },
        message: `Player ${username} is number ${id}.${shown(options.password, password)}`,
      };
    },
  );
}

/** Commands for usernames and e-mail addresses. */
function nameCommands(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("rename <username> [name]")
      .description("another username, or another e-mail address; logins go on, and the next one is under the new name")
      .option("--email <address>", "another e-mail address"),
    { name: "player.rename", why: "required" },
    withContext,
    async (parts, _, username: string, name: string | undefined, { email }: { email?: string }) => {
      const { id } = await findPlayer(parts.accounts, username);
      if (name === undefined && email === undefined)
        throw new InputError("Write the new username, or the new e-mail address with --email.");
      const names = { ...(name === undefined ? {} : { username: name }), ...(email === undefined ? {} : { email }) };
      const { before, after } = await parts.storage.db
        .transaction()
        .execute((trx) => parts.accounts.renamePlayer(trx, id, names));
      return {
        target: `player ${id}`,
        before,
        after,
        message: `Player ${id}, who was ${before.username}, ${before.email}, is ${after.username}, ${after.email}.`,
      };
    },
  );
  defineRead(
    player
      .command("shared-names")
      .description("players whose names are spellings of one name: each is found by its own spelling alone"),
    "player.shared-names",
    withContext,
    async ({ accounts }) => {
      const shared = await accounts.sharedNames();
      const lines = shared.map(({ players }) => players.map(({ id, name }) => `${name} (${id})`).join(", "));
      const none = "No two players have spellings of one name.";
      return { target: null, output: lines.length === 0 ? none : lines.join("\n"), after: { names: lines.length } };
    },
  );
}

function banCommands(player: Command, withContext: WithContext): void {
  defineActCommand(
    player.command("ban <username>").description("end all logins; an open session is paid out"),
    ACTS.players.ban,
    withContext,
    { params: one, say: (_, username: string) => `${username} is banned.` },
  );
  defineActCommand(
    player.command("unban <username>").description("lift a ban and a block after wrong logins"),
    ACTS.players.unban,
    withContext,
    { params: one, say: (_, username: string) => `${username} may log in.` },
  );
}

/** Commands for logins, password and PIN. */
function accessCommands(player: Command, withContext: WithContext): void {
  defineActCommand(
    player
      .command("password <username>")
      .description("set a new password; all logins end")
      .option("--password <password>", "default: one is generated and printed"),
    ACTS.players.resetPassword,
    withContext,
    {
      params: async (context, username: string, { password }: { password?: string }) => ({
        ...(await one(context, username)),
        ...(password === undefined ? {} : { password }),
      }),
      say: ({ generated }, username: string) =>
        `The password of ${username} is set.${generated === null ? "" : ` Password: ${generated}`}`,
    },
  );
  defineActCommand(
    player.command("pin <username>").description("set the PIN to the default one; all logins end"),
    ACTS.players.resetPin,
    withContext,
    { params: one, say: (_, username: string) => `${username} chooses a new PIN after the next login.` },
  );
  defineActCommand(
    player.command("logout <username>").description("end all logins; the player may log in again"),
    ACTS.players.endLogins,
    withContext,
    { params: one, say: ({ ended }, username: string) => `${username} had ${ended} logins: all are ended.` },
  );
}

function linkCommand(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("link <username>")
      .description(`print a link that logs the player in: for one use, within ${SIGN_IN_LINK_SECONDS} seconds`)
      .option("--site <address>", "the site's address, e.g. https://play.example.org; default: PORT of this computer"),
    { name: "player.link", why: "optional" },
    withContext,
    async ({ accounts, config, storage }, _, username: string, options: { site?: string }) => {
      const site = siteOf(options.site ?? `http://localhost:${config.port}`);
      const found = await findPlayer(accounts, username);
      if (found.bannedAt !== null) throw new InputError(`${found.username} is banned.`);
      const { path, expiresAt } = await accounts.makeLink(storage.db, found.id, null);
      return {
        target: `player ${found.id}`,
        before: null,
        after: { username: found.username, expiresAt },
        message: `For ${found.username}, once, within ${SIGN_IN_LINK_SECONDS} seconds: ${site}${path}`,
      };
    },
  );
}

function showCommand(player: Command, withContext: WithContext): void {
  defineRead(
    player.command("show <username>").description("balance, limits, break and self-exclusion of a player"),
    "player.show",
    withContext,
    async ({ accounts, wallet, protection }, username: string) => {
      const found = await findPlayer(accounts, username);
      return {
        target: `player ${found.id}`,
        output: describePlayer(
          found,
          await wallet.balance(found.id),
          await protection.of(found.id),
          await protection.age(found.id),
        ),
      };
    },
  );
}

function limitCommand(player: Command, withContext: WithContext): void {
  defineActCommand(
    player
      .command("limit <username> <kind> <period> <value>")
      .description(
        `set a limit on request of the player: ${LIMIT_KINDS.join(", ")}; for a ${LIMIT_PERIODS.join(", ")}; an amount, minutes for time, or "none". Tighter counts at once, looser after 24 hours and once the player confirms it in the app`,
      ),
    ACTS.players.setLimit,
    withContext,
    {
      async params(context, username: string, kind: string, period: string, text: string) {
        const [knownKind, knownPeriod] = [
          LIMIT_KINDS.find((each) => each === kind),
          LIMIT_PERIODS.find((each) => each === period),
        ];
        if (!knownKind) throw new InputError(`"${kind}" is no kind of limit: ${LIMIT_KINDS.join(", ")}.`);
        if (!knownPeriod) throw new InputError(`"${period}" is no period: ${LIMIT_PERIODS.join(", ")}.`);
        const minutes = () => parseCount(text, { from: 1, to: PERIOD_MINUTES[knownPeriod], of: "minutes" });
        const value = text === "none" ? null : knownKind === "time" ? minutes() : parseAmount(text);
        return { ...(await one(context, username)), kind: knownKind, period: knownPeriod, value };
      },
      say: ({ pending }, username: string) =>
        pending === null
          ? `The limit of ${username} is set.`
          : `The limit of ${username} stays. From ${pending.from} on the player can confirm the looser one in the app.`,
    },
  );
}

function absenceCommands(player: Command, withContext: WithContext): void {
  defineActCommand(
    player
      .command("break <username> <days>")
      .description("a break on request of the player: 1 to 42 days; it can't be shortened"),
    ACTS.players.takeBreak,
    withContext,
    {
      params: async (context, username: string, days: string) => ({
        ...(await one(context, username)),
        days: parseCount(days, { from: 1, to: 42, of: "days" }),
      }),
      say: ({ breakUntil }, username: string) => `${username} takes a break until ${breakUntil}.`,
    },
  );
  defineActCommand(
    player
      .command("exclude <username> <months>")
      .description("a self-exclusion on request of the player: 6 to 120 months; it can't be shortened"),
    ACTS.players.exclude,
    withContext,
    {
      params: async (context, username: string, months: string) => ({
        ...(await one(context, username)),
        months: parseCount(months, { from: 6, to: 120, of: "months" }),
      }),
      say: ({ exclusionUntil }, username: string) => `${username} is excluded until ${exclusionUntil}.`,
    },
  );
}

/** Commands for what the house writes about a player, for itself. */
function noteCommands(player: Command, withContext: WithContext): void {
  defineActCommand(
    player.command("note <username> <text>").description("write a note about a player, for the house alone"),
    ACTS.players.note,
    withContext,
    {
      params: async (context, username: string, text: string) => ({ ...(await one(context, username)), text }),
      say: ({ noteId }) => `The note is number ${noteId}.`,
    },
  );
  defineRead(
    player.command("notes <username>").description("the newest 50 notes about a player"),
    "player.notes",
    withContext,
    async ({ accounts, storage }, username: string) => {
      const found = await findPlayer(accounts, username);
      const notes = await listNotes(storage.db, found.id);
      return {
        target: `player ${found.id}`,
        output:
          notes.length === 0
            ? `There are no notes about ${found.username}.`
            : notes
                .map(({ at, by, text }) => `${at.toISOString()}  ${by}: ${text.replaceAll("\n", "\n  ")}`)
                .join("\n"),
      };
    },
  );
}
