/** `house player …`: accounts of players. Money by hand is in credit.ts. */
import { randomBytes } from "node:crypto";
import { PERMISSION } from "@reelcast/contract";
import type { Command } from "commander";
import { change, read } from "./command.ts";
import { creditCommand } from "./credit.ts";
import { describePlayer } from "./playerReport.ts";
import { playerOf } from "./findPlayer.ts";
import { count } from "./commandContext.ts";
import type { WithHouse } from "./commandContext.ts";

const newPassword = () => randomBytes(9).toString("base64url");
/** What is printed of a password that was made here; one that was typed is not repeated. */
const shown = (typed: string | undefined, password: string) => (typed === undefined ? ` Password: ${password}` : "");

interface NewPlayer {
  email: string;
  password?: string;
  name: string;
  lastname: string;
  mayKick?: boolean;
}

export function playerCommands(program: Command, withHouse: WithHouse): void {
  const player = program.command("player").description("accounts of players");
  change(
    player
      .command("add <username>")
      .description("add a player; without --password one is made and printed")
      .requiredOption("--email <address>")
      .option("--password <password>")
      .option("--name <name>", "first name", "")
      .option("--lastname <name>", "last name", "")
      .option("--may-kick", "may free machines of other players"),
    { name: "player.add", why: "optional" },
    withHouse,
    async ({ storage, accounts, wallet }, _, username: string, options: NewPlayer) => {
      const { email, name, lastname } = options;
      const password = options.password ?? newPassword();
      const permissions = options.mayKick ? [PERMISSION.play, PERMISSION.kick] : [PERMISSION.play];
      const id = await storage.db.transaction().execute(async (trx) => {
        const playerId = await accounts.addPlayer(trx, { username, password, name, lastname, email, permissions });
        await wallet.openPlayer(trx, playerId);
        return playerId;
      });
      return {
        target: `player ${id}`,
        before: null,
        after: { username, email, permissions },
        say: `Player ${username} is number ${id}.${shown(options.password, password)}`,
      };
    },
  );
  creditCommand(player, withHouse);
  change(
    player.command("ban <username>").description("end all logins; an open session is paid out"),
    { name: "player.ban", why: "required" },
    withHouse,
    async ({ accounts }, _, username: string) => {
      const { id, bannedAt } = await playerOf(accounts, username);
      await accounts.ban(id);
      const after = (await playerOf(accounts, String(id))).bannedAt;
      return {
        target: `player ${id}`,
        before: { username, bannedSince: bannedAt },
        after: { username, bannedSince: after },
        say: `${username} is banned.`,
      };
    },
  );
  change(
    player.command("unban <username>").description("lift a ban and a block after wrong logins"),
    { name: "player.unban", why: "required" },
    withHouse,
    async ({ accounts }, _, username: string) => {
      const { id, bannedAt } = await playerOf(accounts, username);
      await accounts.unban(id);
      return {
        target: `player ${id}`,
        before: { username, bannedSince: bannedAt },
        after: { username, bannedSince: null },
        say: `${username} may log in.`,
      };
    },
  );
  change(
    player
      .command("password <username>")
      .description("set a new password; all logins end")
      .option("--password <password>", "without it one is made and printed"),
    { name: "player.password", why: "required" },
    withHouse,
    async ({ accounts }, _, username: string, options: { password?: string }) => {
      const password = options.password ?? newPassword();
      const { id } = await playerOf(accounts, username);
      await accounts.setPassword(id, password);
      return {
        target: `player ${id}`,
        before: null,
        after: { username, passwordSet: true },
        say: `The password of ${username} is set.${shown(options.password, password)}`,
      };
    },
  );
  read(
    player.command("show <username>").description("balance, limits, break and self-exclusion of a player"),
    "player.show",
    withHouse,
    async ({ accounts, wallet, protection }, username: string) => {
      const found = await playerOf(accounts, username);
      return {
        target: `player ${found.id}`,
        show: describePlayer(found, await wallet.balance(found.id), await protection.of(found.id)),
      };
    },
  );
  change(
    player
      .command("break <username> <days>")
      .description("a break that a player asks for: 1 to 42 days; nothing ends it sooner"),
    { name: "player.break", why: "required" },
    withHouse,
    async ({ accounts, protection }, _, username: string, days: string) => {
      const { id } = await playerOf(accounts, username);
      const { breakUntil: before } = await protection.of(id);
      const { breakUntil } = await protection.takeBreak(id, count(days, { from: 1, to: 42, of: "days" }), null);
      return {
        target: `player ${id}`,
        before: { username, breakUntil: before },
        after: { username, breakUntil },
        say: `${username} takes a break until ${breakUntil}.`,
      };
    },
  );
  change(
    player
      .command("exclude <username> <months>")
      .description("a self-exclusion that a player asks for: 6 to 120 months; nothing ends it sooner"),
    { name: "player.exclude", why: "required" },
    withHouse,
    async ({ accounts, protection }, _, username: string, months: string) => {
      const { id } = await playerOf(accounts, username);
      const { exclusionUntil: before } = await protection.of(id);
      const forMonths = count(months, { from: 6, to: 120, of: "months" });
      const { exclusionUntil } = await protection.selfExclude(id, forMonths, null);
      return {
        target: `player ${id}`,
        before: { username, exclusionUntil: before },
        after: { username, exclusionUntil },
        say: `${username} is excluded until ${exclusionUntil}.`,
      };
    },
  );
}
