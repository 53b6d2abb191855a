/** Looks into a house's own database as its superuser, or changes it behind its back. Where no server runs, it is started for that. */
import { Client } from "pg";
import { openEmbedded } from "../../apps/server/src/storage/embedded.ts";
import { superuserUrl } from "../../apps/server/src/storage/testing/superuser.ts";
import type { TestServer } from "./testServer.ts";

export async function withDatabase<T>(house: TestServer, work: (client: Client) => Promise<T>): Promise<T> {
  const database = await openEmbedded(house.dataDir, { create: true });
  const client = new Client({ connectionString: await superuserUrl(house.dataDir, database.url) });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await database.release();
  }
}

/** The machine forgets everything, as after a cleared memory: its meters begin at zero. The house must not run. */
export async function clearMemory(house: TestServer, machineId: number): Promise<void> {
  if (house.running) throw new Error("the house runs");
  await withDatabase(house, (client) =>
    client.query("delete from machine_memories where machine_id = $1", [machineId]),
  );
}

/**
 * Leaves a deposit behind as a server does that is killed between "sent" and the machine's answer. The house must not run.
 * @returns the transfer's id
 */
export async function leaveSent(
  house: TestServer,
  { machineId, amount, clientTransferId }: { machineId: number; amount: number; clientTransferId: string },
): Promise<string> {
  if (house.running) throw new Error("the house runs");
  return withDatabase(house, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select (b.transfer).id from sessions s join machine_leases l on l.machine_id = s.machine_id,
        lateral transfer_begin(gen_random_uuid(), $2, 'cashin', s.player_id, s.machine_id, s.id, $3, null, l.epoch) b
        where s.machine_id = $1 and s.state <> 'closed'`,
      [machineId, clientTransferId, amount],
    );
    const [row] = rows;
    if (!row) throw new Error("nobody sits there");
    await client.query(`select transfer_mark($1, 'sent', null, epoch) from machine_leases where machine_id = $2`, [
      row.id,
      machineId,
    ]);
    return row.id;
  });
}
