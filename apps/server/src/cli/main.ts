/**
 * `house`: the operator's command line. It works on the same data as the server, which may run meanwhile: what it
 * changes is told to it at once.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { PERMISSION } from "@reelcast/contract";
import { formatMaths, machineMaths, skinOf } from "@reelcast/machine";
import { Command } from "commander";
import { createAccounts } from "../accounts/index.ts";
import type { Accounts } from "../accounts/index.ts";
import type { Topic, Topics } from "../bus/bus.ts";
import { ConfigError, dataPaths, readConfig } from "../config.ts";
import type { Config } from "../config.ts";
import { createRegistry } from "../floor/index.ts";
import type { Registry } from "../floor/index.ts";
import { createLogger } from "../log.ts";
import { createProtection } from "../protection/index.ts";
import type { Protection } from "../protection/index.ts";
import { openStorage } from "../storage/index.ts";
import type { Storage } from "../storage/index.ts";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { chatCommands } from "./chat.ts";
import { describePlayer } from "./describe.ts";
import { playerOf } from "./find.ts";
import { jackpotCommands } from "./jackpots.ts";
import { formatAmount, parseAmount, table } from "./money.ts";
import { noticeCommands } from "./notices.ts";
import { promotionCommands } from "./promotions.ts";

interface Parts {
  config: Config;
  storage: Storage;
  accounts: Accounts;
  wallet: Wallet;
  registry: Registry;
  protection: Protection;
  tell: <T extends Topic>(topic: T, message: Topics[T]) => void;
}

/** Opens the data, does one thing, and closes it. @throws Error with one sentence for the operator */
async function withHouse(work: (parts: Parts) => Promise<void>): Promise<void> {
  const config = readConfig({ ...process.env, LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn" });
  const log = createLogger(config.logLevel === "info" ? "warn" : config.logLevel);
  const storage = await openStorage({ url: config.databaseUrl, dataDir: config.dataDir, log });
  const news: Promise<void>[] = [];
  const tell: Parts["tell"] = (topic, message) => void news.push(storage.notify({ topic, message }));
  try {
    const wallet = createWallet({
      db: storage.db,
      onBalance: (playerId, balance) => tell("player.balance", { playerId, balance }),
    });
    const accounts = await createAccounts({
      db: storage.db,
      keyFile: dataPaths(config.dataDir).tokenKey,
      publish: tell,
      version: "",
    });
    const protection = createProtection({
      db: storage.db,
      timeZone: config.timeZone,
      log: (trx, playerId, type, ip, detail) => accounts.log(playerId, type, ip, detail, trx),
      endLogins: (trx, playerId, reason) => accounts.endLogins(trx, playerId, reason),
      onChange: (playerId) => tell("player.limits", { playerId }),
    });
    await work({ config, storage, accounts, wallet, registry: createRegistry(storage.db), protection, tell });
    await Promise.all(news);
  } finally {
    await storage.close();
  }
}

function count(text: string, { from, to, of }: { from: number; to: number; of: string }): number {
  const value = /^\d{1,4}$/.test(text) ? Number(text) : NaN;
  if (!(value >= from && value <= to)) throw new Error(`"${text}" is not a number of ${of} from ${from} to ${to}.`);
  return value;
}
function machineId(text: string): number {
  const id = Number(text);
  if (!Number.isSafeInteger(id) || id <= 0) throw new Error(`"${text}" is not the number of a machine.`);
  return id;
}

const program = new Command("house")
  .description("The operator's command line of a Reelcast house.")
  .showHelpAfterError();

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

program
  .command("brand")
  .description("brands of machines")
  .command("add <name>")
  .action((name: string) =>
    withHouse(async ({ storage, registry }) => {
      const id = await storage.db.transaction().execute((trx) => registry.addBrand(trx, { name }));
      console.log(`Brand ${name} is number ${id}.`);
    }),
  );

const machine = program.command("machine").description("machines of the house");
machine
  .command("add <brand> <name>")
  .description("add a simulated machine")
  .requiredOption("--skin <skin>", "what it plays and wears, e.g. polar-fire")
  .option("--serial <serial>")
  .action((brand: string, name: string, options: { skin: string; serial?: string }) =>
    withHouse(async ({ storage, registry, wallet, tell }) => {
      const skin = skinOf(options.skin);
      const found = (await registry.brands()).find((row) => row.name.toLowerCase() === brand.toLowerCase());
      if (!found) throw new Error(`There is no brand "${brand}".`);
      const id = await storage.db.transaction().execute(async (trx) => {
        const serial = options.serial ?? `RC-${randomBytes(4).toString("hex")}`;
        const added = await registry.addMachine(trx, {
          name,
          brandId: found.id,
          skin: skin.key,
          serial,
          videoType: skin.videoType,
        });
        await wallet.openMachine(trx, added);
        return added;
      });
      tell("machine.changed", { id });
      console.log(`Machine ${name} is number ${id}.`);
    }),
  );
machine
  .command("out-of-order <id> <reason>")
  .description("take a machine out of play; its player is paid out")
  .action((id: string, reason: string) =>
    withHouse(async ({ registry, tell }) => {
      if (!(await registry.setOutOfOrder(machineId(id), reason))) throw new Error(`There is no machine ${id}.`);
      tell("machine.changed", { id: machineId(id) });
      console.log(`Machine ${id} is out of order: ${reason}`);
    }),
  );
machine
  .command("back <id>")
  .description("put a machine back into play")
  .action((id: string) =>
    withHouse(async ({ registry, tell }) => {
      if (!(await registry.setOutOfOrder(machineId(id), null))) throw new Error(`There is no machine ${id}.`);
      tell("machine.changed", { id: machineId(id) });
      console.log(`Machine ${id} is back.`);
    }),
  );
machine
  .command("reserve <id> <username>")
  .description("keep a machine for one player")
  .option("--hours <hours>", "for how long, 1 to 720", "24")
  .action((id: string, username: string, options: { hours: string }) =>
    withHouse(async ({ accounts, registry, tell }) => {
      const found = await playerOf(accounts, username);
      const hours = count(options.hours, { from: 1, to: 720, of: "hours" });
      const until = new Date(Date.now() + hours * 3_600_000);
      if (!(await registry.reserve(machineId(id), { playerId: found.id, until })))
        throw new Error(`There is no machine ${id}.`);
      tell("machine.changed", { id: machineId(id) });
      console.log(`Machine ${id} is kept for ${username} until ${until.toISOString()}.`);
    }),
  );
machine
  .command("release <id>")
  .description("give a reserved machine back to all players")
  .action((id: string) =>
    withHouse(async ({ registry, tell }) => {
      if (!(await registry.reserve(machineId(id), null))) throw new Error(`There is no machine ${id}.`);
      tell("machine.changed", { id: machineId(id) });
      console.log(`Machine ${id} is open to all players.`);
    }),
  );
machine
  .command("list")
  .description("all machines")
  .action(() =>
    withHouse(async ({ registry }) => {
      const rows = await registry.machines();
      console.log(
        table(
          ["id", "name", "brand", "skin", "out of play"],
          rows.map((row) => [row.id, row.name, row.brand, row.skin, row.out_of_order ?? row.quarantined ?? ""]),
        ),
      );
    }),
  );
machine
  .command("maths")
  .description("what each game returns, computed from its strips and pay table")
  .action(() => console.log(formatMaths(machineMaths())));

program
  .command("transfers")
  .description("transfers between players and machines that are not settled")
  .action(() =>
    withHouse(async ({ wallet }) => {
      const rows = await wallet.unresolved();
      if (rows.length === 0) console.log("Every transfer is settled.");
      else {
        console.log(
          table(
            ["transfer", "kind", "state", "player", "machine", "amount", "since"],
            rows.map((row) => [
              row.id,
              row.kind,
              row.state,
              row.playerId,
              row.machineId,
              row.amount === null ? "all" : formatAmount(row.amount),
              row.createdAt.toISOString(),
            ]),
          ),
        );
      }
    }),
  );

promotionCommands(program, withHouse);
jackpotCommands(program, withHouse);
chatCommands(program, withHouse);
noticeCommands(program, withHouse);

program
  .command("ledger")
  .description("the books")
  .command("check")
  .description("check every invariant; exit code 1 if one is broken")
  .option("--json")
  .action((options: { json?: boolean }) =>
    withHouse(async ({ wallet, registry }) => {
      const report = await wallet.check();
      const meters = await registry.creditMeters();
      const machines = report.machines.map((row) => ({ ...row, meter: meters.get(row.id) ?? null }));
      const total = Object.values(report.sums).reduce((sum, part) => sum + part, 0);
      if (options.json) {
        console.log(JSON.stringify({ ...report, machines, total }));
      } else {
        console.log(
          table(
            ["account", "sum"],
            [
              ...Object.entries(report.sums).map(([kind, sum]) => [kind, formatAmount(sum)]),
              ["all", formatAmount(total)],
            ],
          ),
        );
        console.log(`\nPending transfers: ${report.pending}`);
        console.log(
          report.ok ? "Every invariant holds." : `BROKEN:\n${report.broken.map((what) => `- ${what}`).join("\n")}`,
        );
      }
      if (!report.ok) process.exitCode = 1;
    }),
  );

try {
  await program.parseAsync();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof ConfigError ? 2 : 1;
}
