/** The health of the house over the console's calls. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ErrorCode } from "@reelcast/contract";
import { HEALTH_CALLS, Health, HealthSamples } from "@reelcast/contract/console";
import { afterEach, beforeEach, expect, it } from "vitest";
import { HOUSE_BACKUP, recordAct, LEDGER_CHECK, SYSTEM } from "../../audit/index.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let viewer: StaffClient;
let backups = "";
beforeEach(async () => {
  backups = await mkdtemp(join(tmpdir(), "reelcast-backups-"));
  house = await openConsoleHouse({ BACKUP_METRICS_DIR: backups });
  viewer = await house.member("Vera", ["viewer"]);
});
afterEach(async () => {
  await house.close();
  await rm(backups, { recursive: true });
});
const read = async (path: string) => (await house.call("GET", path, undefined, viewer)).body;

it("shows processes, database, disk, the last backup and the last check of the ledger", async () => {
  await writeFile(
    join(backups, "reelcast.prom"),
    "# TYPE reelcast_backup_timestamp_seconds gauge\nreelcast_backup_timestamp_seconds 1800000000\nreelcast_backup_bytes 4096\n",
  );
  await recordAct(house.app.domain.storage.db, {
    ...SYSTEM,
    act: LEDGER_CHECK,
    target: null,
    before: null,
    after: { broken: 0, attention: 2, full: true },
    why: null,
  });
  const health = Health.parse(await read("/health"));
  expect(health).toMatchObject({
    backup: { known: true, at: "2027-01-15T08:00:00.000Z", bytes: 4_096 },
    ledger: { broken: 0, attention: 2, fullAt: null },
    machines: { inPlay: 0, closed: 0, withoutNode: 0 },
    transfers: { unresolved: [], suspensions: 0 },
  });
  expect(health.database.bytes).toBeGreaterThan(1_000_000);
  expect(health.disk.freeBytes).toBeGreaterThan(0);
  expect(health.disk.level).toBe("enough");
  expect(health.disk.dataBytes).toBeGreaterThanOrEqual(0);
});

it("counts the console's calls apart from the players'", async () => {
  await read("/health");
  await house.call("GET", "/machines/4711", undefined, viewer);
  await house.app.http.inject({ url: "/healthz" });
  const { body } = await house.app.http.inject({ url: "/metrics" });
  const counted = (port: string, route: string, status: number) =>
    `http_server_request_duration_seconds_count{port="${port}",http_request_method="GET",http_route="${route}",http_response_status_code="${status}"} 1`;
  expect(body).toContain(counted("console", "/api/v1/health", 200));
  expect(body).toContain(counted("console", "/api/v1/machines/:id", 404));
  expect(body).toContain(counted("players", "/healthz", 200));
  // What a client asks for is in no label. A measured value may have any digits.
  expect(body.replaceAll(/ [^ ]+$/gm, "")).not.toContain("4711");
});

it("says where no backup was noted, instead of that there is none", async () => {
  expect(Health.parse(await read("/health")).backup).toEqual({ known: true, at: null, bytes: null });
});

it("counts a backup that house backup has finished, and none that was only asked for", async () => {
  const { db } = house.app.domain.storage;
  const backup = { ...SYSTEM, act: HOUSE_BACKUP, target: "file", before: null, why: null };
  await recordAct(db, { ...backup, after: { outcome: "done", bytes: 2_048 } });
  await recordAct(db, { ...backup, after: { outcome: "asked" } });
  const { at } = await db
    .selectFrom("audit_log")
    .select("at")
    .where("act", "=", HOUSE_BACKUP)
    .orderBy("seq")
    .executeTakeFirstOrThrow();
  expect(Health.parse(await read("/health")).backup).toEqual({ known: true, at: at.toISOString(), bytes: 2_048 });
});

it("answers samples of this process, and NotFound for another one", async () => {
  const samples = HealthSamples.parse(await read("/health/samples"));
  expect(samples.at).toEqual([]);
  expect(HealthSamples.parse(await read(`/health/samples?node=${encodeURIComponent(samples.node)}`)).node).toBe(
    samples.node,
  );
  expect((await house.call("GET", "/health/samples?node=nobody", undefined, viewer)).code).toBe(ErrorCode.NotFound);
});

it("pages leases by machine", async () => {
  const { storage, machineStore, wallet } = house.app.domain;
  const ids = await storage.db.transaction().execute(async (trx) => {
    const brandId = await machineStore.addBrand(trx, { name: "Lodestar", key: "lodestar" });
    const made = [];
    for (const serial of ["one", "two", "three"]) {
      const id = await machineStore.addMachine(trx, {
        name: serial,
        brandId,
        skin: "royal-sevens",
        serial,
        videoType: "screen",
      });
      await wallet.openMachine(trx, id);
      made.push(id);
    }
    return made;
  });
  const page = async (after: number) =>
    HEALTH_CALLS.healthLeases.answer.parse(await read(`/health/leases?limit=2&after=${after}`));
  const first = await page(0);
  expect(first.items.map(({ machineId }) => machineId)).toEqual(ids.slice(0, 2));
  expect((await page(first.next ?? 0)).items.map(({ machine }) => machine)).toEqual(["three"]);
});
