/** `house player …`: accounts of players. */
import { randomBytes, randomUUID } from "node:crypto";
import { PERMISSION } from "@reelcast/contract";
import type { Command } from "commander";
import { describePlayer } from "./describe.ts";
import { playerOf } from "./find.ts";
import { count } from "./house.ts";
import type { WithHouse } from "./house.ts";
import { formatAmount, parseAmount } from "./money.ts";

export function playerCommands(program: Command, withHouse: WithHouse): void {
  const player = program.command("player").description("accounts of players");
  player
    .command("add <username>")
    .description("add a player; without --password one is made and printed")
    .requiredOption("--email <address>")
    .option("--password <password>")
    .option("--name <name>", "first name", "")
    .option("--lastname <name>", "last name", "")
    .option("--may-kick", "may free machines of other players")
    .action(
      (
        username: string,
        options: { email: string; password?: string; name: string; lastname: string; mayKick?: boolean },
      ) =>
        withHouse(async ({ storage, accounts, wallet }) => {
          const password = options.password ?? randomBytes(9).toString("base64url");
          const id = await storage.db.transaction().execute(async (trx) => {
            const playerId = await accounts.addPlayer(trx, {
              username,
              password,
              name: options.name,
              lastname: options.lastname,
              email: options.email,
              permissions: options.mayKick ? [PERMISSION.play, PERMISSION.kick] : [PERMISSION.play],
            });
            await wallet.openPlayer(trx, playerId);
            return playerId;
          });
          console.log(
            `Player ${username} is number ${id}.${options.password === undefined ? ` Password: ${password}` : ""}`,
          );
        }),
    );
  player
    .command("credit <username> <amount>")
    .description("bring money from the house to a player, e.g. 1500.00")
    .option("--key <key>", "the same key again changes nothing")
    .action((username: string, amount: string, options: { key?: string }) =>
      withHouse(async ({ accounts, wallet }) => {
        const minor = parseAmount(amount);
        const { id } = await playerOf(accounts, username);
        const { balance } = await wallet.adjust({
          playerId: id,
          amount: minor,
          key: options.key ?? randomUUID(),
          tag: "operator",
        });
        console.log(`${username} has ${formatAmount(balance)}.`);
      }),
    );
  player
    .command("ban <username>")
    .description("end all logins; an open session is paid out")
    .action((username: string) =>
      withHouse(async ({ accounts }) => {
        await accounts.ban((await playerOf(accounts, username)).id);
        console.log(`${username} is banned.`);
      }),
    );
  player
    .command("unban <username>")
    .description("lift a ban and a block after wrong logins")
    .action((username: string) =>
      withHouse(async ({ accounts }) => {
        await accounts.unban((await playerOf(accounts, username)).id);
        console.log(`${username} may log in.`);
      }),
    );
  player
    .command("password <username>")
    .description("set a new password; all logins end")
    .option("--password <password>", "without it one is made and printed")
    .action((username: string, options: { password?: string }) =>
      withHouse(async ({ accounts }) => {
        const password = options.password ?? randomBytes(9).toString("base64url");
        await accounts.setPassword((await playerOf(accounts, username)).id, password);
        console.log(
          `The password of ${username} is set.${options.password === undefined ? ` Password: ${password}` : ""}`,
        );
      }),
    );
  player
    .command("show <username>")
    .description("balance, limits, break and self-exclusion of a player")
    .action((username: string) =>
      withHouse(async ({ accounts, wallet, protection }) => {
        const found = await playerOf(accounts, username);
        console.log(describePlayer(found, await wallet.balance(found.id), await protection.of(found.id)));
      }),
    );
  player
    .command("break <username> <days>")
    .description("a break that a player asks for: 1 to 42 days; nothing ends it sooner")
    .action((username: string, days: string) =>
      withHouse(async ({ accounts, protection }) => {
        const { id } = await playerOf(accounts, username);
        const { breakUntil } = await protection.takeBreak(id, count(days, { from: 1, to: 42, of: "days" }), null);
        console.log(`${username} takes a break until ${breakUntil}.`);
      }),
    );
  player
    .command("exclude <username> <months>")
    .description("a self-exclusion that a player asks for: 6 to 120 months; nothing ends it sooner")
    .action((username: string, months: string) =>
      withHouse(async ({ accounts, protection }) => {
        const { id } = await playerOf(accounts, username);
        const { exclusionUntil } = await protection.selfExclude(
          id,
          count(months, { from: 6, to: 120, of: "months" }),
          null,
        );
        console.log(`${username} is excluded until ${exclusionUntil}.`);
      }),
    );
}
