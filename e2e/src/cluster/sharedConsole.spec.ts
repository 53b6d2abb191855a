/** The console of a house of several processes, with the rights of deploy/nats: from each edge staff see and run all of it. */
import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Browser, Page } from "@playwright/test";
import { CLOSE, ErrorCode } from "@reelcast/contract";
import { PlayerClient } from "../client.ts";
import { Cluster } from "../processes/cluster.ts";
import { StaffClient } from "../processes/staffClient.ts";
import type { Account } from "../testServer.ts";

const PASSWORD = "lamps that burn at night";
const EDGES = ["edge-1", "edge-2"] as const;
const FLOORS = ["floor-1", "floor-2"] as const;
const MEDIA = ["media-1", "media-2"] as const;

// One house for all: its start takes longer than each of the tests.
test.describe.configure({ mode: "serial", timeout: 240_000 });
let cluster: Cluster;
/** With all rights, signed in at the first edge. */
let manager: StaffClient;
/** Of the present test. */
const pages: Page[] = [];

test.beforeAll(async () => {
  cluster = await Cluster.open({ edges: 2, floors: 2, media: 2, consoles: true, rights: true });
});
test.afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
});
test.afterAll(async () => {
  await cluster[Symbol.asyncDispose]();
});

const managerAt = (edge: string) => manager.at(cluster.console(edge));
/** The console of this edge in a browser, with a session of the manager. */
async function openPage(browser: Browser, edge: string, path: string): Promise<Page> {
  const { token } = manager;
  const context = await browser.newContext({ locale: "en-GB", reducedMotion: "reduce" });
  await context.addInitScript((value) => sessionStorage.setItem("console.token", value), token);
  const page = await context.newPage();
  pages.push(page);
  await page.goto(`${cluster.console(edge)}${path}`);
  return page;
}
async function openPages(browser: Browser, path: string): Promise<[Page, Page]> {
  return Promise.all([openPage(browser, "edge-1", path), openPage(browser, "edge-2", path)]);
}
const floorAt = async (edge: string) => (await managerAt(edge).call("floor")).tiles;
/** A machine that this floor runs, on which nobody sits. @param besides those that a test uses already */
async function freeMachineOf(floor: string, ...besides: number[]): Promise<number> {
  const tile = (await floorAt("edge-1")).find(
    ({ id, node, state }) => node === floor && state === "free" && !besides.includes(id),
  );
  if (!tile) throw new Error(`${floor} runs no free machine`);
  return tile.id;
}
const playerAt = (edge: string, account: Account) => PlayerClient.of(cluster.node(edge).url, account);
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => null,
    (error: unknown) => (error as { code?: number }).code ?? error,
  );

test("one process shows the link of the first manager, and of two people who use it at once, one is the manager", async () => {
  const links = () =>
    EDGES.flatMap((edge) => [...cluster.node(edge).output.matchAll(/http\S+\/link#\S+/g)].map(([link]) => link));
  await expect.poll(() => links().length).toBe(1);
  for (const edge of EDGES) expect(cluster.node(edge).output).toContain("The console for the staff is at");
  const [link = ""] = links();
  const uses = await Promise.allSettled(
    EDGES.map((edge, index) => StaffClient.byLink(cluster.console(edge), link, PASSWORD, `maria${index}`)),
  );
  const [first, ...others] = uses.flatMap((use) => (use.status === "fulfilled" ? use.value : []));
  const refused = uses.flatMap((use) => (use.status === "rejected" ? [use.reason as { code: number }] : []));
  expect(others).toEqual([]);
  expect(refused).toMatchObject([{ code: ErrorCode.SignInLinkInvalid }]);
  expect(links()).toHaveLength(1);
  manager = first as StaffClient;
  // Both encrypt and read its secret with the one key.
  const other = cluster.console(EDGES.find((edge) => cluster.console(edge) !== manager.url) ?? "");
  await manager.addSecondFactor(PASSWORD, other);
  expect((await manager.at(other).call("me")).secondFactor).toMatchObject({ active: true, totp: true });
});

test("both consoles have the same floor, and people act on machines of every process", async ({ browser }) => {
  await expect.poll(async () => new Set((await floorAt("edge-1")).map(({ node }) => node))).toEqual(new Set(FLOORS));
  expect((await floorAt("edge-2")).map(({ id, node, state }) => ({ id, node, state }))).toEqual(
    (await floorAt("edge-1")).map(({ id, node, state }) => ({ id, node, state })),
  );
  const walls = await openPages(browser, "/floor");
  const both = async (machine: number, text: string | RegExp) => {
    const began = performance.now();
    for (const wall of walls) await expect(wall.locator(`[data-machine="${machine}"]`)).toContainText(text);
    return Math.round(performance.now() - began);
  };
  const account = await cluster.node("edge-1").addPlayer();
  for (const [index, floor] of FLOORS.entries()) {
    const edge = EDGES[index] ?? "";
    const machine = await freeMachineOf(floor);
    const params = { id: machine };
    const staff = managerAt(edge);
    await staff.call("takeOutOfOrder", { params, body: { reason: "reel 2 is stuck" } });
    console.log(`${edge}: a machine of ${floor} out of order at both after`, await both(machine, "Out of order"), "ms");
    const asked = performance.now();
    expect(await staff.call("putBack", { params })).toMatchObject({ waiting: false });
    console.log(`${edge}: put back by ${floor} after`, Math.round(performance.now() - asked), "ms");
    await both(machine, "Free");
    await staff.call("closeMachine", { params, body: { reason: "cleaning" } });
    await both(machine, "Closed");
    const seat = playerAt("edge-1", account).game();
    expect(await refusal((await seat).init(machine))).toBe(ErrorCode.MachineOutOfOrder);
    (await seat).close();
    await staff.call("openMachine", { params });
    await both(machine, "Free");
    const game = await playerAt("edge-1", account).game();
    await game.init(machine);
    await game.cashIn(50_00);
    console.log(`${floor}: a player and the credit at both after`, await both(machine, account.username), "ms");
    await both(machine, "₺50");
    const [one, other] = await Promise.all(EDGES.map((at) => managerAt(at).call("machine", { params })));
    expect(one?.live?.meters?.credit).toBe(50_00);
    expect(other?.live?.meters?.credit).toBe(50_00);
    expect(await managerAt("edge-2").call("machineTrace", { params })).not.toEqual([]);
    await game.request("leave", {});
    game.close();
    await both(machine, "Free");
  }
});

test("money in doubt waits in the queue of both; who takes it first has it, and it is settled from the other edge", async ({
  browser,
}) => {
  const queues = await openPages(browser, "/queue");
  const doubts = await Promise.all([
    cluster.node("edge-1").cli("demo", "doubt", "demo1"),
    cluster.node("edge-2").cli("demo", "doubt", "demo2"),
  ]);
  for (const { stdout } of doubts) expect(stdout).toContain("is in doubt");
  for (const queue of queues)
    for (const name of ["demo1", "demo2"])
      await expect(queue.getByRole("region", { name: "Transfers" }).getByRole("button", { name })).toBeVisible();
  const { items } = await managerAt("edge-1").call("workQueue");
  const transfers = items.filter(({ kind }) => kind === "transfer");
  for (const [index, { key, subject, machine }] of transfers.entries()) {
    const [own, other] = index === 0 ? EDGES : EDGES.toReversed();
    await managerAt(own ?? "").call("takeWork", { body: { key, seen: null } });
    await expect
      .poll(async () => {
        const found = (await managerAt(other ?? "").call("workQueue")).items.find((item) => item.key === key);
        return found?.owner?.name;
      })
      .toMatch(/^maria/);
    const params = { id: subject };
    const decided = await managerAt(other ?? "").call("resolveTransfer", {
      params,
      body: { outcome: "done", why: "its meters show it" },
    });
    const remaining = decided.state === "done" ? decided.remaining : 0;
    expect(remaining).toBeGreaterThan(0);
    const machineId = { id: machine?.id ?? 0 };
    const settled = await managerAt(own ?? "").call("settleMachine", { params: machineId, body: { why: "paid" } });
    expect(settled).toMatchObject({ waiting: false, paid: remaining });
    await managerAt(other ?? "").call("putBack", { params: machineId });
  }
  for (const queue of queues) await expect(queue.getByRole("region", { name: "Transfers" })).toHaveCount(0);
});

test("staff watch machines whose pictures other processes make, and the figures of every process are at each edge", async ({
  browser,
}) => {
  for (const edge of EDGES)
    for (const node of [...EDGES, ...FLOORS, ...MEDIA]) {
      const samples = await managerAt(edge).call("healthSamples", { query: { node } });
      expect(samples.node).toBe(node);
    }
  const health = await managerAt("edge-2").call("health");
  expect(new Set(health.nodes.map(({ name }) => name))).toEqual(new Set([...EDGES, ...FLOORS, ...MEDIA]));

  const machines = [await freeMachineOf("floor-1"), await freeMachineOf("floor-2")];
  const watching = await Promise.all(
    machines.map((machine, index) => openPage(browser, EDGES[index] ?? "", `/machine/${machine}`)),
  );
  for (const page of watching) await expect(page.locator("video[data-state=live]")).toBeVisible();
  const ended = () => cluster.node("edge-1").cli("audit", "list", "--act", "machine.watch-ended");
  for (const page of watching) await page.getByRole("button", { name: "Stop watching" }).click();
  for (const machine of machines)
    await expect.poll(async () => (await ended()).stdout).toMatch(new RegExp(`machine ${machine}\\b`));
});

test("a chat is the same at both desks, with who is there and what was written in advance", async ({ browser }) => {
  const account = await cluster.node("edge-2").addPlayer();
  const desks = await openPages(browser, "/desk");
  await playerAt("edge-1", account).writeToDesk("Bonusum gelmedi");
  const logs = [];
  for (const desk of desks) {
    await desk.getByRole("button", { name: account.username }).click();
    const log = desk.getByRole("log", { name: "Messages" });
    await expect(log).toContainText("Bonusum gelmedi");
    logs.push(log);
  }
  const sockets = await Promise.all(EDGES.map((edge) => managerAt(edge).follow(["chat"])));
  const params = { id: account.id };
  await managerAt("edge-1").call("deskPresence", { params, body: { typing: true } });
  for (const { changes } of sockets)
    await expect
      .poll(() => changes.map(({ change }) => change))
      .toContainEqual(expect.objectContaining({ kind: "presence", playerId: account.id, typing: true }));
  const body = { text: "Hemen bakıyorum.", clientId: randomUUID() };
  await managerAt("edge-2").call("answerChat", { params, body });
  // Sent again by way of the other edge, it is written once.
  expect(await managerAt("edge-1").call("answerChat", { params, body })).toMatchObject({ repeated: true });
  for (const log of logs) await expect(log).toContainText("Hemen bakıyorum.");
  await playerAt("edge-2", account).writeToDesk("Teşekkürler");
  for (const log of logs) await expect(log).toContainText("Teşekkürler");
  const answers = [{ shortcut: "selam", texts: { tr: "Selam", en: "Hello", ar: "" } }];
  await managerAt("edge-1").call("changeCannedAnswers", { body: { seen: 0, answers } });
  for (const socket of sockets) {
    await expect.poll(() => socket.changes.map(({ change }) => change["kind"])).toContain("canned");
    socket.close();
  }
});

test("a session that ends at one edge ends at the other, with its sockets", async () => {
  const { name } = await manager.call("me");
  const { codes } = await manager.call("newRecoveryCodes", { body: { password: PASSWORD } });
  const other = await StaffClient.signIn(cluster.console("edge-1"), name, PASSWORD, codes[0]);
  const socket = await other.at(cluster.console("edge-2")).follow(["floor", "chat", "queue", "staff"]);
  const mine = await managerAt("edge-2").follow(["staff"]);
  await other.call("signOut");
  await expect.poll(() => socket.closed).toBe(CLOSE.tokenInvalid);
  await expect.poll(() => mine.changes.length).toBeGreaterThan(0);
  expect(await refusal(other.at(cluster.console("edge-2")).call("me"))).toBe(ErrorCode.TokenInvalid);
  expect(mine.closed).toBeNull();
  mine.close();
});

test("when a floor, an edge, a media process or NATS dies, the consoles say so, and read again by themselves what they missed", async ({
  browser,
}) => {
  const machine = await freeMachineOf("floor-1");
  const [first, second] = await openPages(browser, "/floor");
  const watched = await openPage(browser, "edge-2", `/machine/${machine}`);
  const desk = await openPage(browser, "edge-2", "/desk");
  await expect(watched.locator("video[data-state=live]")).toBeVisible();
  const tileOf = (wall: Page) => wall.locator(`[data-machine="${machine}"]`);
  const [firstTile, secondTile] = [tileOf(first), tileOf(second)];
  const tiles = [firstTile, secondTile];
  for (const tile of tiles) await expect(tile).toContainText("Free");
  const nodeAt = async (edge: string) => (await floorAt(edge)).find(({ id }) => id === machine)?.node;
  let began = performance.now();
  /** Since it was asked last, ms. */
  const passed = () => Math.round(-began + (began = performance.now()));
  await cluster.node("floor-1").kill();
  for (const edge of EDGES) await expect.poll(() => nodeAt(edge), { timeout: 30_000 }).toBe("floor-2");
  console.log("floor-1 killed: its machine is another's at both consoles after", passed(), "ms");
  await cluster.node("floor-2").kill();
  for (const tile of tiles) await expect(tile).toContainText("Unreachable");
  console.log("no floor is left: both consoles say so after", passed(), "ms");
  await Promise.all(FLOORS.map((floor) => cluster.node(floor).start()));
  for (const tile of tiles) await expect(tile).toContainText("Free", { timeout: 30_000 });
  console.log("they are back at both consoles after", passed(), "ms");

  await cluster.node("edge-1").kill();
  const params = { id: machine };
  await managerAt("edge-2").call("takeOutOfOrder", { params, body: { reason: "a lamp is broken" } });
  await expect(secondTile).toContainText("Out of order");
  await cluster.node("edge-1").start();
  passed();
  await expect(firstTile).toContainText("Out of order", { timeout: 30_000 });
  console.log("an edge is back: its console has what it missed after", passed(), "ms");

  await Promise.all(MEDIA.map((node) => cluster.node(node).kill()));
  await expect(watched.locator("video[data-state=live]")).toHaveCount(0);
  await Promise.all(MEDIA.map((node) => cluster.node(node).start()));
  passed();
  await expect(watched.locator("video[data-state=live]")).toBeVisible({ timeout: 30_000 });
  console.log("media processes are back: who watched has a picture after", passed(), "ms");

  const account = await cluster.node("edge-1").addPlayer();
  await cluster.nats.kill();
  await playerAt("edge-1", account).writeToDesk("Is anybody there?");
  await expect(secondTile).not.toContainText("Out of order", { timeout: 30_000 });
  console.log("without NATS: the consoles say so after", passed(), "ms");
  await cluster.nats.start();
  for (const tile of tiles) await expect(tile).toContainText("Out of order", { timeout: 30_000 });
  console.log("NATS is back: the consoles have the floor after", passed(), "ms");
  // What was said meanwhile is not known: the desk is read again.
  await expect(desk.getByRole("button", { name: account.username })).toBeVisible();
  await managerAt("edge-1").call("putBack", { params });
  for (const tile of tiles) await expect(tile).toContainText("Free");
});

test("nothing that a process sends is refused by its rights", () => {
  expect(cluster.nats.output).not.toMatch(/violation|error/i);
});
