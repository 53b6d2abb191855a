/** `/metrics` of a whole house that is played in. */
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Config } from "../config.ts";
import { LEDGER_CHECK, SYSTEM, recordAct } from "../audit/index.ts";
import { BET, cashIn, openProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import { createPresence } from "../floor/index.ts";
import { createMetrics } from "../metrics/index.ts";
import { showHouse } from "./houseMetrics.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

const figures = async () => (await house.app.http.inject({ url: "/metrics" })).body.split("\n");

it("counts calls by route, machines, seats and transfers", async () => {
  const seat = await house.sit();
  await cashIn(seat, 10 * BET);
  await house.play(seat, 2);
  await house.ask(house.anna.token, "GET", "/machine/123456");
  await house.ask(house.anna.token, "GET", "/machine/654321");
  await house.ask(null, "GET", "/no/such/path/4711");
  // The machine is still before its last game is in the ledger.
  const recorded = "reelcast_game_record_duration_seconds_count 2";
  await vi.waitFor(async () => expect(await figures()).toContain(recorded));
  const lines = await figures();
  expect(lines).toEqual(
    expect.arrayContaining([
      'reelcast_machines{status="available"} 1',
      'reelcast_seats{state="connected"} 1',
      "reelcast_authority 1",
      expect.stringMatching(
        /^reelcast_node_info\{name="[a-z0-9-]+",roles="edge,floor,media",zone="",version="\d.*"\} 1$/,
      ),
      'reelcast_lease_changes_total{how="taken"} 2',
      'reelcast_transfer_duration_seconds_count{kind="cashin",outcome="done"} 1',
      recorded,
      "reelcast_database_up 1",
      'reelcast_house_machines{condition="in_play"} 2',
      'reelcast_house_machines{condition="quarantined"} 0',
      "reelcast_suspensions_open 0",
      "reelcast_sockets_limit 4000",
      'reelcast_sockets{socket="game"} 0',
      "reelcast_log_months_ahead 2",
    ]),
  );
  const calls = lines.filter((line) => line.startsWith("http_server_request_duration_seconds_count"));
  expect(calls.join("\n")).toMatch(
    /port="players",http_request_method="GET",http_route="\/api\/v1\/machine\/:\w+",http_response_status_code="404"\} 2/,
  );
  // What a client asks for is nowhere in the names and labels. A measured value may have any digits.
  const labels = lines.map((line) => line.replace(/ [^ ]+$/, ""));
  expect(labels.join("\n")).not.toMatch(/4711|123456|654321/);
  await seat.leave();
  await vi.waitFor(async () =>
    expect(await figures()).toContain('reelcast_transfer_duration_seconds_count{kind="cashout",outcome="done"} 1'),
  );
});

it("counts machines that are closed to new players, once nobody plays them", async () => {
  const seat = await house.sit();
  const { machineStore, storage } = house.app.domain;
  const machines = await storage.db.selectFrom("machines").select("id").execute();
  for (const { id } of machines) await machineStore.close(id, "cleaning");
  const of = async () => (await figures()).filter((line) => /^reelcast_house_machines.* [1-9]/.test(line));
  await vi.waitFor(async () =>
    expect(await of()).toEqual([
      'reelcast_house_machines{condition="in_play"} 1',
      'reelcast_house_machines{condition="closed"} 1',
    ]),
  );
  await seat.leave();
  await vi.waitFor(async () => expect(await of()).toEqual(['reelcast_house_machines{condition="closed"} 2']));
});

it("names the last check of the ledger, once there was one", async () => {
  const of = async (name: string) => (await figures()).filter((line) => line.startsWith(`reelcast_ledger_${name}`));
  expect(await of("")).toEqual([]);
  const { db } = house.app.domain.storage;
  const check = { ...SYSTEM, act: LEDGER_CHECK, target: null, before: null, why: null };
  await recordAct(db, { ...check, after: { broken: 2, attention: 1, full: true } });
  await house.app.domain.wallet.check({ full: true, checkpoint: true });
  await vi.waitFor(async () => expect(await of("broken")).toEqual(["reelcast_ledger_broken 2"]));
  expect(await of("to_be_looked_at")).toEqual(["reelcast_ledger_to_be_looked_at 1"]);
  const [, at] = (await of("checked_timestamp"))[0]?.split(" ") ?? [];
  expect(Math.abs(Number(at) - Date.now() / 1000)).toBeLessThan(60);
  expect(await of("checked_in_full")).toHaveLength(1);
});

it("counts the processes that share the house by role, without those that are gone", async () => {
  const { url, superuser } = house.app.database;
  const metrics = createMetrics();
  const servers = {
    servers: ["nats://127.0.0.1"],
    credentials: null,
    nkey: null,
    ca: null,
    certificate: null,
    key: null,
  };
  showHouse(metrics, house.app.domain.storage.db, { nats: servers as unknown as Config["nats"] });
  const log = { info() {}, warn() {} };
  const nodes = (["edge", "media"] as const).map((role) =>
    createPresence({ url, log, describe: { name: `${role}1`, roles: [role], version: "1.0.0" } }),
  );
  const count = async (labels: string) => (await metrics.text()).includes(`\nreelcast_nodes{${labels}`);
  try {
    for (const node of nodes) await node.register(AbortSignal.timeout(10_000));
    await expect.poll(() => count('role="edge",state="active"} 1')).toBe(true);
    // Without a connection: killed.
    await sql`insert into floor_nodes (node, incarnation, postmaster_started, name, roles)
      values ('00000000-0000-4000-8000-000000000000', 1, now(), 'edge2', '{edge}')`.execute(superuser);
    expect(await count('role="edge",state="active"} 1')).toBe(true);
    expect(await count('role="floor",state="active"} 0')).toBe(true);
    await nodes[1]?.drain();
    await expect.poll(() => count('role="media",state="draining"} 1')).toBe(true);
    expect(await count('role="media",state="active"} 0')).toBe(true);
  } finally {
    await Promise.all(nodes.map((node) => node.release()));
  }
});
