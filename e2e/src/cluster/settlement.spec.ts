/** A server that is killed while an operator settles a machine: the next one finishes what was begun. */
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { withDatabase } from "../database.ts";
import { TestServer } from "../testServer.ts";

let house: TestServer;
test.beforeAll(async () => {
  house = await TestServer.open({ HAND_PAY_SECONDS: "0" });
});
test.afterAll(async () => {
  await house.close();
});

for (const [machineId, when] of [
  [5, "before"],
  [6, "after"],
] as const)
  test(`a settlement that is cut off ${when} the ledger is finished by the next server, once`, async () => {
    const id = String(machineId);
    const client = PlayerClient.of(house.url, await house.addPlayer());
    const game = await client.game();
    await game.init(machineId);
    await game.cashIn(500_00);
    const before = await client.balance();
    await house.stop();
    // The machine has more than the ledger knows of.
    await withDatabase(house, (database) =>
      database.query(
        `update machine_memories set state = jsonb_set(state, '{meters,credit}', '70000') where machine_id = $1`,
        [machineId],
      ),
    );
    await house.start();
    await expect
      .poll(async () => (await house.cli("ledger", "check")).stdout)
      .toContain(`machine ${id} is quarantined`);
    // More than what is due: a second person approves it.
    const { stdout } = await house.cli("machine", "settle", id, "--pay", "700", "--why", "counted", "--by", "ayse");
    const request = /Request (\d+) waits/.exec(stdout)?.[1] ?? stdout;
    const settled = await withDatabase(house, async (database) => {
      await database.query("begin");
      await database.query("select from suspensions where machine_id = $1 for update", [machineId]);
      const asked = house.cli("approvals", "approve", request, "--by", "mehmet");
      // The machine has given its credit up, and the ledger waits.
      await expect
        .poll(async () => {
          const { rows } = await database.query<{ credit: number }>(
            `select (state #>> '{meters,credit}')::int as credit from machine_memories where machine_id = $1`,
            [machineId],
          );
          return rows[0]?.credit;
        })
        .toBe(0);
      const waits = "pid <> pg_backend_pid() and query like '%machine_settle%'";
      const waiting = async () => (await database.query(`select from pg_stat_activity where ${waits}`)).rowCount;
      await expect.poll(waiting).toBe(1);
      await house.kill();
      // Without that the database carries out what it was asked for, though nobody is there to receive the answer.
      if (when === "before")
        await database.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${waits}`);
      await database.query("rollback");
      await house.start();
      return asked;
    });
    expect(settled, settled.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Machine ${id} has paid 700.00.`),
    });
    expect(await client.balance()).toBe(before + 700_00);
    expect((await house.cli("machine", "back", id, "--why", "counted")).code).toBe(0);
    const check = await house.cli("ledger", "check");
    expect(check.code, check.stdout).toBe(0);
  });
