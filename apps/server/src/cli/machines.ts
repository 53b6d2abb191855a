/** `house brand …` and `house machine …`: what stands on the floor. */
import { randomBytes } from "node:crypto";
import { formatMaths, machineMaths, skinOf } from "@reelcast/machine";
import type { Command } from "commander";
import type { MachineRow } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { playerOf } from "./find.ts";
import { count } from "./house.ts";
import type { Parts, WithHouse } from "./house.ts";
import { formatAmount, parseAmount, table } from "./money.ts";
import { askMachine } from "./requests.ts";
import { nameOf, reasonOf, systemUser } from "./transfers.ts";

function machineId(text: string): number {
  const id = Number(text);
  if (!/^\d{1,9}$/.test(text) || id <= 0) throw new InputError(`"${text}" is not the number of a machine.`);
  return id;
}

const WAITS = "No house carries this out at the moment: it is done as soon as one runs and the machine answers.";

async function machineOf({ registry }: Pick<Parts, "registry">, text: string): Promise<MachineRow> {
  const found = await registry.machine(machineId(text));
  if (!found) throw new InputError(`There is no machine ${text}.`);
  return found;
}

function skinNamed(key: string) {
  try {
    return skinOf(key);
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : `There is no skin "${key}".`, { cause: error });
  }
}

export function machineCommands(program: Command, withHouse: WithHouse): void {
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
        const skin = skinNamed(options.skin);
        const found = (await registry.brands()).find((row) => row.name.toLowerCase() === brand.toLowerCase());
        if (!found) throw new InputError(`There is no brand "${brand}".`);
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
        if (!(await registry.setOutOfOrder(machineId(id), reason))) throw new InputError(`There is no machine ${id}.`);
        tell("machine.changed", { id: machineId(id) });
        console.log(`Machine ${id} is out of order: ${reason}`);
      }),
    );
  machine
    .command("back <id>")
    .description("put a machine back into play, once its meters agree with the ledger")
    .option("--reason <text>", "why")
    .option("--by <name>", "who decides this", systemUser())
    .action((id: string, options: { reason?: string; by: string }) =>
      withHouse(async (parts) => {
        const found = await machineOf(parts, id);
        const { reason = null } = options;
        const by = nameOf(options.by);
        const answer = await askMachine(parts, { machineId: found.id, kind: "back", params: {}, by, reason });
        console.log(answer === null ? WAITS : `Machine ${id} is back.`);
      }),
    );
  machine
    .command("settle <id>")
    .description("clear a machine whose money is in doubt, and pay its player; its meters then count from there")
    .option("--pay <amount>", "what the player gets, e.g. 500.00; without it all that waits; 0 for nothing")
    .option("--player <username>", "whom to pay, where the credit has no owner")
    .option("--reason <text>", "why; must be given")
    .option("--by <name>", "who decides this", systemUser())
    .action((id: string, options: { pay?: string; player?: string; reason?: string; by: string }) =>
      withHouse(async (parts) => {
        const reason = reasonOf(options.reason);
        const by = nameOf(options.by);
        const found = await machineOf(parts, id);
        const pay = options.pay === undefined ? undefined : options.pay === "0" ? 0 : parseAmount(options.pay);
        const playerId = options.player === undefined ? undefined : (await playerOf(parts.accounts, options.player)).id;
        const params = { ...(pay === undefined ? {} : { pay }), ...(playerId === undefined ? {} : { playerId }) };
        const request = { machineId: found.id, kind: "settle" as const, params, by, reason };
        const paid = await askMachine(parts, request);
        console.log(paid === null ? WAITS : `Machine ${id} is settled: ${formatAmount(Number(paid))} were paid.`);
      }),
    );
  machine
    .command("meters <id>")
    .description("read its meters now, and compare them with the ledger")
    .action((id: string) =>
      withHouse(async (parts) => {
        const { id: machineId } = await machineOf(parts, id);
        const request = { machineId, kind: "meters" as const, params: {}, by: systemUser(), reason: null };
        console.log((await askMachine(parts, request)) ?? WAITS);
      }),
    );
  machine
    .command("unlock <id>")
    .description("release the lock that a transfer keeps on a machine")
    .option("--by <name>", "who decides this", systemUser())
    .action((id: string, options: { by: string }) =>
      withHouse(async (parts) => {
        const by = nameOf(options.by);
        const { id: machineId } = await machineOf(parts, id);
        const answer = await askMachine(parts, { machineId, kind: "unlock", params: {}, by, reason: null });
        console.log(answer === null ? WAITS : `Machine ${id} is unlocked.`);
      }),
    );
  machine
    .command("retire <id>")
    .description("take a machine out of the house for good")
    .action((id: string) =>
      withHouse(async (parts) => {
        const found = await machineOf(parts, id);
        const why = await parts.registry.retire(found.id);
        if (why !== null) throw new InputError(`Machine ${id} can't be retired: ${why}.`);
        parts.tell("machine.changed", { id: found.id });
        console.log(`Machine ${id} is retired.`);
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
          throw new InputError(`There is no machine ${id}.`);
        tell("machine.changed", { id: machineId(id) });
        console.log(`Machine ${id} is kept for ${username} until ${until.toISOString()}.`);
      }),
    );
  machine
    .command("release <id>")
    .description("give a reserved machine back to all players")
    .action((id: string) =>
      withHouse(async ({ registry, tell }) => {
        if (!(await registry.reserve(machineId(id), null))) throw new InputError(`There is no machine ${id}.`);
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
}
