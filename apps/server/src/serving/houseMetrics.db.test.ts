/** `/metrics` of a whole house that is played in. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { LEDGER_CHECK, SYSTEM, recordAct } from "../audit/index.ts";
import { BET, cashIn, openProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../edge/http/testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

const figures = async () => (await house.app.http.inject({ url: "/metrics" })).body.split("\n");

it("counts calls by route, machines, seats and transfers", async () => {
  const seat = await house.sit();
  await cashIn(seat, 10 * BET);
  await house.ask(house.anna.token, "GET", "/machine/123456");
  await house.ask(house.anna.token, "GET", "/machine/654321");
  await house.ask(null, "GET", "/no/such/path/4711");
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
    /http_request_method="GET",http_route="\/api\/v1\/machine\/:\w+",http_response_status_code="404"\} 2/,
  );
  // What a client asks for is nowhere in the labels.
  expect(lines.join("\n")).not.toMatch(/4711|123456|654321/);
  await seat.leave();
  await vi.waitFor(async () =>
    expect(await figures()).toContain('reelcast_transfer_duration_seconds_count{kind="cashout",outcome="done"} 1'),
  );
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
