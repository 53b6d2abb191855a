/** `house demo …`: situations of a demo house that are made on purpose, for showing and testing what an operator does then. */
import type { Command } from "commander";
import { requestMachine } from "../acts/index.ts";
import { DEMO_PLAYERS } from "../demo.ts";
import { InputError } from "../input.ts";
import { defineSteps } from "./command.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { findPlayer } from "./findPlayer.ts";
import { formatAmount, parseAmount } from "./money.ts";

/** @throws InputError outside of a demo, and for a player whose money is not play money */
async function demoPlayer({ accounts, config }: Pick<Parts, "accounts" | "config">, name: string) {
  if (!config.demo) throw new InputError("This is not a demo house (DEMO=0): nothing is put in doubt here.");
  const player = await findPlayer(accounts, name);
  if (!DEMO_PLAYERS.some((demo) => demo === player.username))
    throw new InputError(`${player.username} is not one of the demo players: ${DEMO_PLAYERS.join(", ")}.`);
  return player;
}

/** The simulated machine where the player sits, otherwise the first that is free. @throws InputError */
async function machineFor({ storage }: Pick<Parts, "storage">, playerId: number): Promise<number> {
  const machine = await storage.db
    .selectFrom("machines as m")
    .leftJoin("sessions as s", (join) => join.onRef("s.machine_id", "=", "m.id").on("s.state", "<>", "closed"))
    .select("m.id")
    .where("m.driver", "=", "simulated")
    .where("m.out_of_order", "is", null)
    .where("m.quarantined", "is", null)
    .where("m.retired_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("s.player_id", "=", playerId),
        eb.and([
          eb("s.id", "is", null),
          eb("m.reserved_for", "is", null),
          eb.not(
            eb.exists(
              eb
                .selectFrom("sessions as other")
                .where("other.player_id", "=", playerId)
                .where("other.state", "<>", "closed"),
            ),
          ),
        ]),
      ]),
    )
    .orderBy("m.position")
    .orderBy("m.id")
    .limit(1)
    .executeTakeFirst();
  if (!machine) throw new InputError("No simulated machine is free.");
  return machine.id;
}

export function demoCommands(program: Command, withContext: WithContext): void {
  const demo = program.command("demo").description("situations of a demo house, made on purpose");
  defineSteps(
    demo
      .command("doubt <player>")
      .description(
        "put a deposit of a demo player in doubt: a simulated machine takes the money and forgets that it did",
      )
      .option("--amount <amount>", "of the deposit", "50.00"),
    { name: "demo.doubt", why: "optional" },
    withContext,
    {
      async plan(parts, _, name: string, options: { amount: string }) {
        const player = await demoPlayer(parts, name);
        const machineId = await machineFor(parts, player.id);
        const requested = { machineId, amount: parseAmount(options.amount) };
        return { target: `player ${player.id}`, before: null, requested };
      },
      async carryOut(parts, { by, why }, name: string, options: { amount: string }) {
        const { id: playerId, username } = await demoPlayer(parts, name);
        const machineId = await machineFor(parts, playerId);
        const amount = parseAmount(options.amount);
        const params = { playerId, amount };
        const transfer = await requestMachine(parts, { machineId, kind: "doubt", params, by, reason: why });
        if (transfer === null) throw new InputError("No server carries this out at the moment.");
        return {
          after: { machineId, amount, transfer },
          result: [
            `A deposit of ${formatAmount(amount)} of ${username} to machine ${machineId} is in doubt: transfer ${transfer}.`,
            `See it: house transfer show ${transfer}`,
          ].join("\n"),
        };
      },
    },
  );
}
