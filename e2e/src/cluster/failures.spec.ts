/** Failures of what connects several processes, under play: the checker of the fault tests judges the answers to players. */
import { expect, test } from "@playwright/test";
import type { FaultServer } from "../faults/faultServer.ts";
import { SharedHouse } from "../faults/sharedHouse.ts";
import type { LinkDirection, TcpProxy } from "../tcpProxy.ts";

let house: SharedHouse;
let opened: SharedHouse | null = null;
test.describe.configure({ mode: "default", timeout: 180_000 });
test.beforeAll(async () => {
  test.setTimeout(180_000);
  house = opened = await SharedHouse.open({ edges: 2, floors: 2, media: 1 });
});
test.afterAll(() => opened?.close());
/** Everything is settled, nothing is lost, and everybody still has the first session. */
test.afterEach(async () => {
  expect(await house.violations()).toEqual([]);
  const { sessions } = (await house.evidence()).database;
  expect(sessions.filter(({ endedAt }) => endedAt === null).length).toBe(house.players.length);
  expect(sessions.length).toBe(house.players.length);
});
const DIRECTIONS: readonly LinkDirection[] = ["toServer", "toClient"];

test("the database restarts", async () => {
  await house.underPlay(async (allPlay) => {
    await allPlay();
    await house.postgres.restartPrimary();
    console.log("the database has restarted: all play again after", await allPlay(), "ms");
    await house.ready();
  });
});

test("NATS stops answering for a while", async () => {
  await house.underPlay(async (allPlay) => {
    await allPlay();
    house.nats.freeze();
    try {
      for (const server of house.servers) await server.untilNotReady();
    } finally {
      house.nats.thaw();
    }
    console.log("NATS answers again: all play again after", await allPlay(), "ms");
    await house.ready();
  });
});

/** Cuts a link of a server in one direction, and then one in the other, while all play. */
const cutEachWay = (
  choose: (direction: LinkDirection) => FaultServer | Promise<FaultServer>,
  linkOf: (server: FaultServer) => TcpProxy | null,
) =>
  house.underPlay(async (allPlay) => {
    for (const direction of DIRECTIONS) {
      await allPlay();
      const server = await choose(direction);
      linkOf(server)?.block(direction);
      await server.untilNotReady();
      console.log(`${server.name} cut ${direction}: all play again after`, await allPlay(), "ms");
      linkOf(server)?.reset();
      await server.until("active");
    }
  });

test("an edge is cut off from NATS in one direction: its players go on at the other edge", () =>
  cutEachWay(
    (direction) => house.server(direction === "toServer" ? "edge-1" : "edge-2"),
    ({ links }) => links.nats,
  ));

test("a floor is cut off from NATS in one direction: another one takes its machines", () =>
  cutEachWay(
    () => house.busiestFloor(),
    ({ links }) => links.nats,
  ));

test("a floor is cut off from the database in one direction: it stops commanding machines, and another one takes them", () =>
  cutEachWay(
    () => house.busiestFloor(),
    ({ links }) => links.database,
  ));

test("the database fails over to its standby: money waits, goes on, and nothing that was committed is missing", async () => {
  await house.underPlay(async (allPlay) => {
    await allPlay();
    await house.postgres.failOver(async () => {
      // Nothing that is confirmed now would be on the standby.
      for (const name of ["floor-1", "floor-2"]) await house.server(name).untilNotReady();
    });
    console.log("the standby is the primary: all play again after", await allPlay(), "ms");
    await house.ready();
  });
});
