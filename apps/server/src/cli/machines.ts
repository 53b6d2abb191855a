/** `house brand …` and `house machine …`: brands and machines. */
import { randomBytes } from "node:crypto";
import { formatMaths, machineMaths, skinOf } from "@reelcast/machine";
import type { Command } from "commander";
import { ACTS, brandOf, machineOf, requestMachine } from "../acts/index.ts";
import type { ActContext, MachinePaid, PaymentRequested } from "../acts/index.ts";
import type { MachineRow } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { defineActCommand, defineChange, defineList } from "./command.ts";
import { describeRequest } from "./credit.ts";
import { findPlayer } from "./findPlayer.ts";
import { parseCount } from "./commandContext.ts";
import { machineId } from "./machineId.ts";
import { rulesCommand } from "./machineRules.ts";
import type { WithContext } from "./commandContext.ts";
import { formatAmount, parseAmount, table } from "./money.ts";
import { systemUser } from "./actor.ts";

const WAITS = "No server carries this out at the moment: it is done as soon as one runs and the machine answers.";

function skinNamed(key: string) {
  try {
    return skinOf(key);
  } catch (error) {
    throw new InputError(error instanceof Error ? error.message : `There is no skin "${key}".`, { cause: error });
  }
}

const target = (id: number) => `machine ${id}`;
/** Parameters of an act on one machine. */
const one = (_: unknown, id: string) => ({ machineId: machineId(id) });

export function machineCommands(program: Command, withContext: WithContext): void {
  defineChange(
    program.command("brand").description("brands of machines").command("add <name>").description("add a brand"),
    { name: "brand.add", why: "optional" },
    withContext,
    async ({ storage, machineStore, publish }, _, name: string) => {
      const id = await storage.db.transaction().execute((trx) => machineStore.addBrand(trx, { name }));
      publish("brand.changed", { id });
      return { target: `brand ${id}`, before: null, after: { name }, message: `Brand ${name} is number ${id}.` };
    },
  );
  const machine = program.command("machine").description("machines of the house");
  inventory(machine, withContext);
  availability(machine, withContext);
  settlements(machine, withContext);
  maintenance(machine, withContext);
  reservations(machine, withContext);
  zones(machine, withContext);
  deposits(machine, withContext);
  rulesCommand(machine, withContext);
}

/** Commands for adding, retiring and listing machines. */
function inventory(machine: Command, withContext: WithContext): void {
  defineChange(
    machine
      .command("add <brand> <name>")
      .description("add a simulated machine")
      .requiredOption("--skin <skin>", "its game and its look, e.g. polar-fire")
      .option("--serial <serial>"),
    { name: "machine.add", why: "optional" },
    withContext,
    async (parts, _, brand: string, name: string, options: { skin: string; serial?: string }) => {
      const { storage, machineStore, wallet, publish } = parts;
      const skin = skinNamed(options.skin);
      const brandId = await brandOf(machineStore, brand);
      const serial = options.serial ?? `RC-${randomBytes(4).toString("hex")}`;
      const wanted = { name, brandId, skin: skin.key, serial, videoType: skin.videoType };
      const id = await storage.db.transaction().execute(async (trx) => {
        const added = await machineStore.addMachine(trx, wanted);
        await wallet.openMachine(trx, added);
        return added;
      });
      publish("machine.changed", { id });
      return { target: target(id), before: null, after: wanted, message: `Machine ${name} is number ${id}.` };
    },
  );
  defineActCommand(
    machine.command("retire <id>").description("take a machine out of the house for good"),
    ACTS.machines.retire,
    withContext,
    { params: one, say: (_, id: string) => `Machine ${id} is retired.` },
  );
  defineList(machine.command("list").description("all machines"), withContext, async ({ machineStore }) => {
    const rows = await machineStore.machines();
    console.log(
      table(
        ["id", "name", "brand", "skin", "zone", "not available"],
        rows.map((row) => [row.id, row.name, row.brand, row.skin, row.zone ?? "-", unavailable(row)]),
      ),
    );
  });
  defineList(
    machine.command("maths").description("what each game returns, computed from its strips and pay table"),
    // It needs no database.
    async (work) => work({} as ActContext),
    async () => console.log(formatMaths(machineMaths())),
  );
}

function unavailable({ out_of_order, quarantined, closed_at, closed_reason }: MachineRow): string {
  if (out_of_order !== null || quarantined !== null) return out_of_order ?? quarantined ?? "";
  if (closed_at === null) return "";
  return closed_reason === null ? "closed" : `closed: ${closed_reason}`;
}

/** Commands for taking machines out of play and putting them back. */
function availability(machine: Command, withContext: WithContext): void {
  defineActCommand(
    machine.command("out-of-order <id> <reason>").description("take a machine out of play; its player is paid out"),
    ACTS.machines.outOfOrder,
    withContext,
    {
      params: (_, id: string, reason: string) => ({ machineId: machineId(id), reason }),
      say: (_, id: string, reason: string) => `Machine ${id} is out of order: ${reason}`,
    },
  );
  defineActCommand(
    machine.command("back <id>").description("put a machine back into play, once its meters agree with the ledger"),
    ACTS.machines.back,
    withContext,
    { params: one, say: ({ waiting }, id: string) => (waiting ? WAITS : `Machine ${id} is back.`) },
  );
  defineActCommand(
    machine.command("close <id> [reason]").description("let nobody new sit down; who is seated plays on"),
    ACTS.machines.close,
    withContext,
    {
      params: (_, id: string, reason?: string) => ({
        machineId: machineId(id),
        ...(reason === undefined ? {} : { reason }),
      }),
      say: (_, id: string) => `Machine ${id} is closed to new players. Who is seated plays on.`,
    },
  );
  defineActCommand(
    machine.command("open <id>").description("let players sit down at a closed machine again"),
    ACTS.machines.open,
    withContext,
    { params: one, say: (_, id: string) => `Machine ${id} is open to new players.` },
  );
}

interface Settlement {
  pay?: string;
  player?: string;
}

/** @param by who has asked for it @param words of an amount that was paid */
function describePaid(
  paid: MachinePaid | PaymentRequested,
  { by }: { by: string },
  words: (amount: string) => string,
): string {
  if (paid.state === "requested") return describeRequest(paid, by, "machines");
  return paid.paid === null ? WAITS : words(formatAmount(paid.paid));
}

/** Commands for what a machine owes: money in doubt, and a win that waits for the attendant. */
function settlements(machine: Command, withContext: WithContext): void {
  defineActCommand(
    machine
      .command("settle <id>")
      .description(
        "clear a machine whose money is in doubt, and pay its player; its meters then count from there; above APPROVAL_ABOVE a " +
          "second person approves",
      )
      .option("--pay <amount>", "what the player gets, e.g. 500.00; without it all that waits; 0 for nothing")
      .option("--player <username>", "whom to pay, where the credit has no owner"),
    ACTS.machines.settle,
    withContext,
    {
      async params({ accounts }, id: string, { pay, player }: Settlement) {
        return {
          machineId: machineId(id),
          ...(pay === undefined ? {} : { pay: pay === "0" ? 0 : parseAmount(pay) }),
          ...(player === undefined ? {} : { playerId: (await findPlayer(accounts, player)).id }),
        };
      },
      say: (paid, id: string, options: { by: string }) =>
        describePaid(paid, options, (amount) => `Machine ${id} is settled: ${amount} were paid.`),
    },
  );
  defineActCommand(
    machine
      .command("hand-pay <id>")
      .description(
        "pay a win that waits for the attendant to its player, at once; above APPROVAL_ABOVE a second person approves",
      ),
    ACTS.machines.handPay,
    withContext,
    {
      params: one,
      say: (paid, id: string, options: { by: string }) =>
        describePaid(paid, options, (amount) => `Machine ${id}: ${amount} were paid to its player.`),
    },
  );
}

/** Commands for the meters and the transfer lock of a machine. */
function maintenance(machine: Command, withContext: WithContext): void {
  defineList(
    machine.command("meters <id>").description("read its meters now, and compare them with the ledger"),
    withContext,
    async (parts, id: string) => {
      const { id: found } = await machineOf(parts, machineId(id));
      const request = { machineId: found, kind: "meters" as const, params: {}, by: systemUser(), reason: null };
      console.log((await requestMachine(parts, request, { isQuestion: true })) ?? WAITS);
    },
  );
  defineActCommand(
    machine.command("unlock <id>").description("release the lock that a transfer keeps on a machine"),
    ACTS.machines.unlock,
    withContext,
    { params: one, say: ({ waiting }, id: string) => (waiting ? WAITS : `Machine ${id} is unlocked.`) },
  );
}

/** Commands for reservations. */
function reservations(machine: Command, withContext: WithContext): void {
  defineActCommand(
    machine
      .command("reserve <id> <username>")
      .description("keep a machine for one player")
      .option("--hours <hours>", "for how long, 1 to 720", "24"),
    ACTS.machines.reserve,
    withContext,
    {
      async params({ accounts }, id: string, username: string, options: { hours: string }) {
        const { id: playerId } = await findPlayer(accounts, username);
        const hours = parseCount(options.hours, { from: 1, to: 720, of: "hours" });
        return { machineId: machineId(id), playerId, hours };
      },
      say: ({ until }, id: string, username: string) =>
        `Machine ${id} is kept for ${username} until ${until.toISOString()}.`,
    },
  );
  defineActCommand(
    machine.command("release <id>").description("give a reserved machine back to all players"),
    ACTS.machines.release,
    withContext,
    { params: one, say: (_, id: string) => `Machine ${id} is open to all players.` },
  );
}

/** As NODE_ZONE of a process. */
const ZONE = /^[a-z0-9][a-z0-9-]{0,31}$/;

/** Where a machine stands. */
function zones(machine: Command, withContext: WithContext): void {
  defineChange(
    machine
      .command("zone <id> [zone]")
      .description("say where a machine stands: floors with this NODE_ZONE take it first")
      .option("--none", "it belongs to no zone"),
    { name: "machine.zone", why: "optional" },
    withContext,
    async (parts, _, id: string, zone: string | undefined, { none = false }: { none?: boolean }) => {
      if ((zone === undefined) !== none) throw new InputError("Give a zone, or --none.");
      if (zone !== undefined && !ZONE.test(zone))
        throw new InputError(`"${zone}" is no zone: use 1 to 32 small letters, digits and hyphens.`);
      const found = await machineOf(parts, machineId(id));
      await parts.machineStore.setZone(found.id, zone ?? null);
      const message = zone === undefined ? `Machine ${id} belongs to no zone.` : `Machine ${id} belongs to ${zone}.`;
      return { target: target(found.id), before: { zone: found.zone }, after: { zone: zone ?? null }, message };
    },
  );
}

/** What may be moved to a machine. */
function deposits(machine: Command, withContext: WithContext): void {
  defineChange(
    machine
      .command("least-deposit <id> [amount]")
      .description("say how much must be moved to a machine at least")
      .option("--smallest-bet", "as much as its smallest bet, as without a word about it"),
    { name: "machine.least-deposit", why: "optional" },
    withContext,
    async (parts, _, id: string, text: string | undefined, { smallestBet = false }: { smallestBet?: boolean }) => {
      if ((text === undefined) !== smallestBet) throw new InputError("Give an amount, or --smallest-bet.");
      const amount = text === undefined ? null : parseAmount(text);
      const found = await machineOf(parts, machineId(id));
      await parts.machineStore.setLeastDeposit(found.id, amount);
      parts.publish("machine.changed", { id: found.id });
      return {
        target: target(found.id),
        before: { leastDeposit: found.least_deposit },
        after: { leastDeposit: amount },
        message: `Machine ${id} takes deposits from ${amount === null ? "its smallest bet" : formatAmount(amount)} on.`,
      };
    },
  );
}
