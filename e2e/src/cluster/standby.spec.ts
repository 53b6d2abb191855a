/** Two processes on one database: one serves, the other stands by and takes over. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { WebSocket } from "ws";
import { openEmbedded } from "../../../apps/server/src/storage/embedded.ts";
import { PlayerClient } from "../client.ts";
import { TestServer } from "../testServer.ts";

const statuses = async (player: PlayerClient) => (await player.machines()).map(({ status }) => status);
const available = (count: number) => Array.from({ length: count }, () => "available");

let folder: string;
let database: Awaited<ReturnType<typeof openEmbedded>>;
let active: TestServer;
let standby: TestServer;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-database-"));
  database = await openEmbedded(folder, { create: true });
  const logins = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl };
  active = await TestServer.create(logins);
  standby = await TestServer.create(logins);
  // Both at once on an empty database.
  active.launch();
  standby.launch();
  const states = async () => new Set([await active.state(), await standby.state()]);
  await expect.poll(states, { timeout: 60_000 }).toEqual(new Set(["ready", "standby"]));
  if ((await active.state()) !== "ready") [active, standby] = [standby, active];
});
test.afterAll(async () => {
  await active.close();
  await standby.close();
  await database.release("always");
  await rm(folder, { recursive: true, force: true });
});

test("one serves; the other refuses every call and says when to come again", async () => {
  for (const [path, init] of [
    ["/readyz", {}],
    ["/api/v1/machine/all", {}],
    ["/api/v1/login", { method: "POST", body: "{}" }],
    ["/", {}],
  ] as const) {
    const answer = await fetch(`${standby.url}${path}`, init);
    expect([path, answer.status, answer.headers.get("retry-after")]).toEqual([path, 503, "1"]);
  }
  expect((await fetch(`${standby.url}/healthz`)).status).toBe(200);
  const refused = await new Promise((resolve) => {
    const socket = new WebSocket(`${standby.url.replace("http", "ws")}/ws/game`);
    socket.on("error", () => undefined);
    socket.on("unexpected-response", (_, response) => resolve(response.statusCode));
  });
  expect(refused).toBe(503);
  const player = await PlayerClient.login(active.url, "demo1");
  expect(await statuses(player)).toEqual(available(12));
  // The command line works from any folder on the same database.
  expect((await standby.cli("player", "show", "demo1")).stdout).toContain("demo1");
  expect(await standby.state()).toBe("standby");
});

/** Ends the active one: the other has everything. How long that takes is measured by `npm run bench`. */
async function takeOver(username: string, machineId: number, end: (house: TestServer) => Promise<void>): Promise<void> {
  const player = await PlayerClient.login(active.url, username);
  const game = await player.game();
  const { session } = await game.init(machineId);
  await game.cashIn(20_000);
  const balance = await player.balance();
  const ended = end(active);
  await standby.ready();
  await ended;
  const elsewhere = player.at(standby.url);
  expect(await elsewhere.balance()).toBe(balance);
  expect(await statuses(elsewhere)).not.toContain("offline");
  const again = await elsewhere.game();
  expect((await again.init(machineId)).session).toMatchObject({ id: session.id, resumed: true });
  expect((await again.cashOut()).amount).toBe(20_000);
  again.close();
  expect((await standby.cli("ledger", "check", "--json")).code).toBe(0);
  [active, standby] = [standby, active];
}

test("after kill -9 of the active one the other serves, with logins, session and seat", async () => {
  await takeOver("demo2", 5, (house) => house.kill());
  standby.launch();
  await expect.poll(() => standby.state(), { timeout: 20_000 }).toBe("standby");
});

test("after an orderly end of the active one the other serves", async () => {
  await takeOver("demo3", 6, (house) => house.stop());
  standby.launch();
  await expect.poll(() => standby.state(), { timeout: 20_000 }).toBe("standby");
});

test("one that was paused stands by when it continues, and serves again when it is its turn", async () => {
  const paused = active;
  process.kill(paused.pid ?? 0, "SIGSTOP");
  await expect.poll(() => standby.state(), { timeout: 15_000 }).toBe("ready");
  process.kill(paused.pid ?? 0, "SIGCONT");
  await expect.poll(() => paused.state(), { timeout: 15_000 }).toBe("standby");
  [active, standby] = [standby, active];
  const player = await PlayerClient.login(active.url, "demo4");
  expect(await statuses(player)).not.toContain("offline");
  await active.stop();
  await expect.poll(() => standby.state(), { timeout: 15_000 }).toBe("ready");
  expect(await statuses(player.at(standby.url))).not.toContain("offline");
});

test("a standby ends without a handover", async () => {
  active.launch();
  await expect.poll(() => active.state(), { timeout: 15_000 }).toBe("standby");
  await active.stop();
  expect(active.running).toBe(false);
  expect(await standby.state()).toBe("ready");
});
