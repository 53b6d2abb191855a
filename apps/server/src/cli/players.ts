/** `house player …`: accounts of players. Manual payments are in credit.ts. */
import { randomBytes } from "node:crypto";
import { PERMISSION, SIGN_IN_LINK_SECONDS } from "@reelcast/contract";
import type { Command } from "commander";
import type { PreparedPassword, PreparedPlayer } from "../accounts/index.ts";
import { addPlayer } from "../domain.ts";
import { InputError } from "../input.ts";
import { defineChange, defineRead } from "./command.ts";
import { creditCommand } from "./credit.ts";
import { describePlayer } from "./playerReport.ts";
import { findPlayer } from "./findPlayer.ts";
import { parseCount } from "./commandContext.ts";
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
interface NewPassword {
  password: string;
  prepared: PreparedPassword;
}

export function playerCommands(program: Command, withContext: WithContext): void {
  const player = program.command("player").description("accounts of players");
  addCommand(player, withContext);
  creditCommand(player, withContext);
  banCommands(player, withContext);
  passwordCommand(player, withContext);
  linkCommand(player, withContext);
  showCommand(player, withContext);
  absenceCommands(player, withContext);
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

function banCommands(player: Command, withContext: WithContext): void {
  defineChange(
    player.command("ban <username>").description("end all logins; an open session is paid out"),
    { name: "player.ban", why: "required" },
    withContext,
    async ({ accounts }, _, username: string) => {
      const { id, bannedAt } = await findPlayer(accounts, username);
      await accounts.ban(id);
      const after = (await findPlayer(accounts, id)).bannedAt;
      return {
        target: `player ${id}`,
        before: { username, bannedSince: bannedAt },
        after: { username, bannedSince: after },
        message: `${username} is banned.`,
      };
    },
  );
  defineChange(
    player.command("unban <username>").description("lift a ban and a block after wrong logins"),
    { name: "player.unban", why: "required" },
    withContext,
    async ({ accounts }, _, username: string) => {
      const { id, bannedAt } = await findPlayer(accounts, username);
      await accounts.unban(id);
      return {
        target: `player ${id}`,
        before: { username, bannedSince: bannedAt },
        after: { username, bannedSince: null },
        message: `${username} may log in.`,
      };
    },
  );
}

function passwordCommand(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("password <username>")
      .description("set a new password; all logins end")
      .option("--password <password>", "default: one is generated and printed"),
    {
      name: "player.password",
      why: "required",
      async prepare({ accounts }, _: string, options: { password?: string }) {
        const password = options.password ?? newPassword();
        return { password, prepared: await accounts.prepareNewPassword(password) };
      },
    },
    withContext,
    async ({ accounts }, _, username: string, options: { password?: string }, { password, prepared }: NewPassword) => {
      const { id } = await findPlayer(accounts, username);
      await accounts.setPassword(id, prepared);
      return {
        target: `player ${id}`,
        before: null,
        after: { username, passwordSet: true },
        message: `The password of ${username} is set.${shown(options.password, password)}`,
      };
    },
  );
}

/** @throws InputError */
function siteOf(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw new InputError(`"${address}" is not an address of a site: write one such as https://play.example.org.`);
  return new URL(address).origin;
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
        output: describePlayer(found, await wallet.balance(found.id), await protection.of(found.id)),
      };
    },
  );
}

function absenceCommands(player: Command, withContext: WithContext): void {
  defineChange(
    player
      .command("break <username> <days>")
      .description("a break on request of the player: 1 to 42 days; it can't be shortened"),
    { name: "player.break", why: "required" },
    withContext,
    async ({ accounts, protection }, _, username: string, days: string) => {
      const { id } = await findPlayer(accounts, username);
      const { breakUntil: before } = await protection.of(id);
      const { breakUntil } = await protection.takeBreak(id, parseCount(days, { from: 1, to: 42, of: "days" }), null);
      return {
        target: `player ${id}`,
        before: { username, breakUntil: before },
        after: { username, breakUntil },
        message: `${username} takes a break until ${breakUntil}.`,
      };
    },
  );
  defineChange(
    player
      .command("exclude <username> <months>")
      .description("a self-exclusion on request of the player: 6 to 120 months; it can't be shortened"),
    { name: "player.exclude", why: "required" },
    withContext,
    async ({ accounts, protection }, _, username: string, months: string) => {
      const { id } = await findPlayer(accounts, username);
      const { exclusionUntil: before } = await protection.of(id);
      const forMonths = parseCount(months, { from: 6, to: 120, of: "months" });
      const { exclusionUntil } = await protection.selfExclude(id, forMonths, null);
      return {
        target: `player ${id}`,
        before: { username, exclusionUntil: before },
        after: { username, exclusionUntil },
        message: `${username} is excluded until ${exclusionUntil}.`,
      };
    },
  );
}
