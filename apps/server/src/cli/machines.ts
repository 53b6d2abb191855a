/** `house brand …` and `house machine …`: what stands on the floor. */
import { randomBytes } from "node:crypto";
import { formatMaths, machineMaths, skinOf } from "@reelcast/machine";
import type { Command } from "commander";
import type { MachineRow } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { change, list, steps } from "./command.ts";
import { playerOf } from "./findPlayer.ts";
import { count } from "./commandContext.ts";
import type { House, Parts, WithHouse } from "./commandContext.ts";
import { formatAmount, parseAmount, table } from "./money.ts";
import { askMachine } from "./machineRequests.ts";
import { systemUser } from "./actor.ts";

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

/** What an operator may change of it. */
const stateOf = ({ name, out_of_order, quarantined, reserved_for, reserved_until }: MachineRow) => ({
  name,
  outOfOrder: out_of_order,
  quarantined,
  reservedFor: reserved_for,
  reservedUntil: reserved_until,
});
const target = (id: number) => `machine ${id}`;

export function machineCommands(program: Command, withHouse: WithHouse): void {
  change(
    program.command("brand").description("brands of machines").command("add <name>").description("add a brand"),
    { name: "brand.add", why: "optional" },
    withHouse,
    async ({ storage, registry }, _, name: string) => {
      const id = await storage.db.transaction().execute((trx) => registry.addBrand(trx, { name }));
      return { target: `brand ${id}`, before: null, after: { name }, say: `Brand ${name} is number ${id}.` };
    },
  );
  const machine = program.command("machine").description("machines of the house");
  inventory(machine, withHouse);
  decisions(machine, withHouse);
  reservations(machine, withHouse);
}

/** What stands there. */
function inventory(machine: Command, withHouse: WithHouse): void {
  change(
    machine
      .command("add <brand> <name>")
      .description("add a simulated machine")
      .requiredOption("--skin <skin>", "what it plays and wears, e.g. polar-fire")
      .option("--serial <serial>"),
    { name: "machine.add", why: "optional" },
    withHouse,
    async (parts, _, brand: string, name: string, options: { skin: string; serial?: string }) => {
      const { storage, registry, wallet, tell } = parts;
      const skin = skinNamed(options.skin);
      const found = (await registry.brands()).find((row) => row.name.toLowerCase() === brand.toLowerCase());
      if (!found) throw new InputError(`There is no brand "${brand}".`);
      const serial = options.serial ?? `RC-${randomBytes(4).toString("hex")}`;
      const wanted = { name, brandId: found.id, skin: skin.key, serial, videoType: skin.videoType };
      const id = await storage.db.transaction().execute(async (trx) => {
        const added = await registry.addMachine(trx, wanted);
        await wallet.openMachine(trx, added);
        return added;
      });
      tell("machine.changed", { id });
      return { target: target(id), before: null, after: wanted, say: `Machine ${name} is number ${id}.` };
    },
  );
  change(
    machine.command("retire <id>").description("take a machine out of the house for good"),
    { name: "machine.retire", why: "optional" },
    withHouse,
    async (parts, _, id: string) => {
      const found = await machineOf(parts, id);
      const refusal = await parts.registry.retire(found.id);
      if (refusal !== null) throw new InputError(`Machine ${id} can't be retired: ${refusal}.`);
      parts.tell("machine.changed", { id: found.id });
      return {
        target: target(found.id),
        before: stateOf(found),
        after: { retired: true },
        say: `Machine ${id} is retired.`,
      };
    },
  );
  list(machine.command("list").description("all machines"), withHouse, async ({ registry }) => {
    const rows = await registry.machines();
    console.log(
      table(
        ["id", "name", "brand", "skin", "out of play"],
        rows.map((row) => [row.id, row.name, row.brand, row.skin, row.out_of_order ?? row.quarantined ?? ""]),
      ),
    );
  });
  list(
    machine.command("maths").description("what each game returns, computed from its strips and pay table"),
    // It needs no data.
    async (work) => work({} as House),
    async () => console.log(formatMaths(machineMaths())),
  );
}

/** What an operator decides about a machine in play or in doubt. */
function decisions(machine: Command, withHouse: WithHouse): void {
  change(
    machine.command("out-of-order <id> <reason>").description("take a machine out of play; its player is paid out"),
    { name: "machine.out-of-order", why: "optional" },
    withHouse,
    async (parts, _, id: string, reason: string) => {
      const found = await machineOf(parts, id);
      await parts.registry.setOutOfOrder(found.id, reason);
      parts.tell("machine.changed", { id: found.id });
      return {
        target: target(found.id),
        before: stateOf(found),
        after: { ...stateOf(found), outOfOrder: reason },
        say: `Machine ${id} is out of order: ${reason}`,
      };
    },
  );
  steps(
    machine.command("back <id>").description("put a machine back into play, once its meters agree with the ledger"),
    { name: "machine.back", why: "optional" },
    withHouse,
    {
      async plan(parts, _, id: string) {
        const found = await machineOf(parts, id);
        return { target: target(found.id), before: stateOf(found), asked: {} };
      },
      async carryOut(parts, { by, why }, id: string) {
        const { id: machineId } = await machineOf(parts, id);
        const answer = await askMachine(parts, { machineId, kind: "back", params: {}, by, reason: why });
        const found = await machineOf(parts, id);
        return answer === null
          ? { after: { waiting: true }, say: WAITS }
          : { after: stateOf(found), say: `Machine ${id} is back.` };
      },
    },
  );
  interface Settlement {
    pay?: string;
    player?: string;
  }
  async function settlement(parts: Parts, options: Settlement) {
    const pay = options.pay === undefined ? undefined : options.pay === "0" ? 0 : parseAmount(options.pay);
    const playerId = options.player === undefined ? undefined : (await playerOf(parts.accounts, options.player)).id;
    return { ...(pay === undefined ? {} : { pay }), ...(playerId === undefined ? {} : { playerId }) };
  }
  steps(
    machine
      .command("settle <id>")
      .description("clear a machine whose money is in doubt, and pay its player; its meters then count from there")
      .option("--pay <amount>", "what the player gets, e.g. 500.00; without it all that waits; 0 for nothing")
      .option("--player <username>", "whom to pay, where the credit has no owner"),
    { name: "machine.settle", why: "required" },
    withHouse,
    {
      async plan(parts, _, id: string, options: Settlement) {
        const found = await machineOf(parts, id);
        const books = (await parts.wallet.machineBooks([found.id])).get(found.id);
        return {
          target: target(found.id),
          before: {
            credit: books?.credit,
            playerId: books?.suspension?.playerId,
            remaining: books?.suspension?.remaining,
          },
          asked: await settlement(parts, options),
        };
      },
      async carryOut(parts, { by, why }, id: string, options: Settlement) {
        const { id: machineId } = await machineOf(parts, id);
        const params = await settlement(parts, options);
        const paid = await askMachine(parts, { machineId, kind: "settle", params, by, reason: why });
        return paid === null
          ? { after: { waiting: true }, say: WAITS }
          : {
              after: { ...params, paid: Number(paid) },
              say: `Machine ${id} is settled: ${formatAmount(Number(paid))} were paid.`,
            };
      },
    },
  );
  list(
    machine.command("meters <id>").description("read its meters now, and compare them with the ledger"),
    withHouse,
    async (parts, id: string) => {
      const { id: machineId } = await machineOf(parts, id);
      const request = { machineId, kind: "meters" as const, params: {}, by: systemUser(), reason: null };
      console.log((await askMachine(parts, request)) ?? WAITS);
    },
  );
  steps(
    machine.command("unlock <id>").description("release the lock that a transfer keeps on a machine"),
    { name: "machine.unlock", why: "optional" },
    withHouse,
    {
      async plan(parts, _, id: string) {
        const found = await machineOf(parts, id);
        return { target: target(found.id), before: stateOf(found), asked: {} };
      },
      async carryOut(parts, { by, why }, id: string) {
        const { id: machineId } = await machineOf(parts, id);
        const answer = await askMachine(parts, { machineId, kind: "unlock", params: {}, by, reason: why });
        return answer === null
          ? { after: { waiting: true }, say: WAITS }
          : { after: { unlocked: true }, say: `Machine ${id} is unlocked.` };
      },
    },
  );
}

/** For whom it is kept. */
function reservations(machine: Command, withHouse: WithHouse): void {
  async function reserve(parts: Parts, id: string, reservation: { playerId: number; until: Date } | null) {
    const found = await machineOf(parts, id);
    await parts.registry.reserve(found.id, reservation);
    parts.tell("machine.changed", { id: found.id });
    return {
      target: target(found.id),
      before: stateOf(found),
      after: {
        ...stateOf(found),
        reservedFor: reservation?.playerId ?? null,
        reservedUntil: reservation?.until ?? null,
      },
    };
  }
  change(
    machine
      .command("reserve <id> <username>")
      .description("keep a machine for one player")
      .option("--hours <hours>", "for how long, 1 to 720", "24"),
    { name: "machine.reserve", why: "optional" },
    withHouse,
    async (parts, _, id: string, username: string, options: { hours: string }) => {
      const { id: playerId } = await playerOf(parts.accounts, username);
      const hours = count(options.hours, { from: 1, to: 720, of: "hours" });
      const until = new Date(Date.now() + hours * 3_600_000);
      const effect = await reserve(parts, id, { playerId, until });
      return { ...effect, say: `Machine ${id} is kept for ${username} until ${until.toISOString()}.` };
    },
  );
  change(
    machine.command("release <id>").description("give a reserved machine back to all players"),
    { name: "machine.release", why: "optional" },
    withHouse,
    async (parts, _, id: string) => ({
      ...(await reserve(parts, id, null)),
      say: `Machine ${id} is open to all players.`,
    }),
  );
}
