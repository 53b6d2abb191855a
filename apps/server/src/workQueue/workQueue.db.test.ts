import { ErrorCode } from "@reelcast/contract";
import { WorkQueueState } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { requestApproval } from "../approvals/index.ts";
import { answerPlayer, assignChat } from "../chat/index.ts";
import { openTestChat } from "../chat/testing.ts";
import { listEvents, markSeen } from "../events/index.ts";
import { createTestDatabase } from "../storage/testing/index.ts";
import type { TestDatabase } from "../storage/testing/index.ts";
import { createWallet } from "../wallet/index.ts";
import type { Wallet } from "../wallet/index.ts";
import { codeOf, newTable, request } from "../wallet/testing.ts";
import type { Table } from "../wallet/testing.ts";
import { createWorkQueue, watchWorkQueue } from "./index.ts";
import type { MachineNeed, WorkQueue } from "./index.ts";
import { handOverItem, takeItem } from "./owners.ts";

let database: TestDatabase;
let wallet: Wallet;
let queue: WorkQueue;
let at: Table;
let needs: MachineNeed[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  wallet = createWallet({ db: database.db });
  queue = createWorkQueue({ db: database.db, machineNeeds: async () => needs });
});
afterAll(() => database.close());
beforeEach(async () => {
  at = await newTable(database.db, wallet);
});
afterEach(() => {
  needs = [];
});

/** Of the test's own machine and player. */
const all = async () =>
  WorkQueueState.parse(await queue.state()).items.filter(
    ({ player, machine }) => player?.id === at.playerId || machine?.id === at.machineId,
  );
/** Without events, of which each change of a machine is one. */
const own = async () => (await all()).filter(({ kind }) => kind !== "event");
const ownEvents = async (kind: string) => (await all()).filter(({ state }) => state === kind);
async function take(key: string, owner: string, seen: string | null) {
  await queue.assertWaits(key);
  return takeItem(database.db, key, owner, seen);
}
async function handOver(key: string, owner: string, to: string | null) {
  await queue.assertWaits(key);
  return handOverItem(database.db, key, owner, to);
}
async function manual() {
  const { transfer } = await wallet.begin(request(at, "cashin", 500));
  await wallet.markSent(transfer.id, at.fence);
  await wallet.markUnknown(transfer.id, {}, at.fence);
  return wallet.makeManual(transfer.id, { reason: "the meters differ", evidence: {} }, at.fence);
}
async function askForCredit(amount = 500_000) {
  const details = {
    act: "player.credit",
    target: `player ${at.playerId}`,
    amount,
    params: {},
    key: null,
    why: "won it",
  };
  const ayse = { by: "ayse", skeleton: "ayse", from: "desk" };
  return database.db.transaction().execute((trx) => requestApproval(trx, details, ayse));
}

describe("what waits", () => {
  it("is a manual transfer, then the rest of its money, then the machine, each once", async () => {
    const transfer = await manual();
    expect(await own()).toEqual([
      {
        key: `transfer:${transfer.id}`,
        kind: "transfer",
        since: transfer.manualAt?.toISOString(),
        amount: 500,
        player: { id: at.playerId, name: `player${at.playerId}` },
        machine: { id: at.machineId, name: "Machine" },
        state: "manual",
        detail: "the meters differ",
        subject: transfer.id,
        expiresAt: null,
        owner: null,
      },
    ]);
    await wallet.resolveManual(transfer.id, { state: "done", moved: 500, by: "ayse", reason: "seen" }, null);
    expect(await own()).toMatchObject([{ kind: "suspense", amount: 500, player: { id: at.playerId } }]);
    const meters = { transferredIn: 500, transferredOut: 500, credit: 0, gamesPlayed: 0 };
    await wallet.settleMachine(
      { playerId: null, pay: 500, cleared: 500, meters, by: "ayse", reason: "paid", key: crypto.randomUUID() },
      at.fence,
    );
    expect(await own()).toMatchObject([
      { kind: "mismatch", machine: { id: at.machineId }, detail: "the meters differ" },
    ]);
    expect(await wallet.backIntoPlay(at.fence, "operator")).toBeNull();
    expect(await own()).toEqual([]);
  });

  it("is a transfer that the machine has not answered for a minute, and none that is younger", async () => {
    const { transfer } = await wallet.begin(request(at, "cashin", 700));
    await wallet.markSent(transfer.id, at.fence);
    expect(await own()).toEqual([]);
    await database.superuser.connection().execute(async (db) => {
      await sql`set session_replication_role = replica`.execute(db);
      await sql`update transfers set created_at = now() - interval '61 seconds' where id = ${transfer.id}`.execute(db);
      await sql`set session_replication_role = origin`.execute(db);
    });
    expect(await own()).toMatchObject([{ kind: "transfer", state: "sent", amount: 700 }]);
    await wallet.settle(transfer.id, { moved: 700, credit: 700 }, at.fence);
    expect(await own()).toEqual([]);
  });

  it("is a request for a second person, with its act and its end", async () => {
    const id = await askForCredit();
    expect(await own()).toMatchObject([
      { key: `approval:${id}`, state: "player.credit", amount: 500_000, detail: "ayse: won it", subject: String(id) },
    ]);
    const [{ since, expiresAt } = { since: "", expiresAt: "" }] = await own();
    expect(Date.parse(expiresAt ?? "") - Date.parse(since)).toBe(30 * 60_000);
  });

  it("is a chat from the first message without an answer until the desk answers", async () => {
    const { chat, onChange } = openTestChat(database.db);
    const { id: chatId } = (await chat.read(at.playerId, "support")).chat;
    await chat.send(at.playerId, { chatId, contactId: "support", text: "Merhaba" });
    const [first] = await own();
    await chat.send(at.playerId, { chatId, contactId: "support", text: "Orada mısınız?" });
    expect(await own()).toMatchObject([
      { key: `chat:${at.playerId}`, kind: "chat", since: first?.since, detail: "Orada mısınız?" },
    ]);
    // Its owner is the one at the desk.
    await assignChat(database.db, at.playerId, "Deniz");
    expect(await own()).toMatchObject([{ owner: { name: "Deniz" } }]);
    await answerPlayer(database.db, { playerId: at.playerId, text: "Buyurun", by: "Deniz" }, onChange);
    expect(await own()).toEqual([]);
    await chat.send(at.playerId, { chatId, contactId: "support", text: "Teşekkürler" });
    expect(await own()).toMatchObject([{ detail: "Teşekkürler", owner: { name: "Deniz" } }]);
  });

  it("is what machines report, money of players first", async () => {
    const machine = { id: at.machineId, name: "Machine" };
    const player = { id: at.playerId, name: `player${at.playerId}` };
    needs = [
      { kind: "tilt", machine, player: null, since: 1_000, amount: null, detail: "reel 2 stalled" },
      { kind: "handPay", machine, player, since: 2_000, amount: 12_000_000, detail: null },
    ];
    await askForCredit();
    const transfer = await manual();
    expect((await own()).map(({ key }) => key)).toEqual([
      `transfer:${transfer.id}`,
      `handPay:${at.machineId}@2000`,
      expect.stringMatching(/^approval:/),
      `tilt:${at.machineId}@1000`,
    ]);
  });
});

describe("significant events that nobody has seen", () => {
  const about = (kind: string, facts: object, { machine = true, player = false } = {}) =>
    sql`select record_event(${kind}, ${machine ? at.machineId : null}, null, ${player ? at.playerId : null},
      ${JSON.stringify(facts)}::jsonb)`.execute(database.db);
  const idsOf = async (kind: string) =>
    (await listEvents(database.db, { kind, machineId: at.machineId, limit: 50 })).events.map(({ id }) => id);

  it("are one item for each kind and subject, with the first one's time and the newest one's facts", async () => {
    await about("tilt", { reason: "reel 1" });
    await about("tilt", { reason: "reel 2" });
    await about("doorOpened", {});
    await about("largeTransfer", { amount: 5_000_000 }, { machine: false, player: true });
    const machine = { id: at.machineId, name: "Machine" };
    const { events } = await listEvents(database.db, { kind: "tilt", machineId: at.machineId, limit: 50 });
    expect(await ownEvents("tilt")).toEqual([
      {
        key: `event:tilt/machine${at.machineId}@${events[1]?.id}`,
        kind: "event",
        since: events[1]?.at,
        amount: null,
        player: null,
        machine,
        state: "tilt",
        detail: null,
        subject: String(at.machineId),
        expiresAt: null,
        owner: null,
        events: { count: 2, facts: { reason: "reel 2" } },
      },
    ]);
    expect(await ownEvents("doorOpened")).toMatchObject([{ machine, events: { count: 1, facts: {} } }]);
    expect(await ownEvents("largeTransfer")).toMatchObject([
      { machine: null, player: { id: at.playerId }, subject: String(at.playerId), events: { count: 1 } },
    ]);
    const shown = (await all()).filter(({ kind }) => kind === "event").map(({ since }) => since);
    expect(shown).toEqual(shown.toSorted());
  });

  it("name the player where all are of the same one", async () => {
    await about("largeWin", { amount: 2_000_000 }, { player: true });
    expect(await ownEvents("largeWin")).toMatchObject([{ player: { id: at.playerId }, machine: { id: at.machineId } }]);
    await about("largeWin", { amount: 3_000_000 });
    expect(await ownEvents("largeWin")).toMatchObject([{ player: null, events: { count: 2 } }]);
  });

  it("are over once they are seen, and those that come later are another item, of nobody", async () => {
    await about("tilt", { reason: "reel 1" });
    const [item] = await ownEvents("tilt");
    await take(item?.key ?? "", "ayse", null);
    await markSeen(database.db, await idsOf("tilt"), "ayse");
    expect(await ownEvents("tilt")).toEqual([]);
    await about("tilt", { reason: "reel 1" });
    const [later] = await ownEvents("tilt");
    expect(later?.key).not.toBe(item?.key);
    expect(later).toMatchObject({ owner: null, events: { count: 1 } });
    expect(await codeOf(take(item?.key ?? "", "ayse", "ayse"))).toBe(ErrorCode.NotFound);
  });
});

describe("owners", () => {
  const ownerOf = async (key: string) => (await own()).find((item) => item.key === key)?.owner?.name ?? null;

  it("take, hand over and give back; nobody takes unseen from somebody else", async () => {
    const key = `approval:${await askForCredit()}`;
    await take(key, "ayse", null);
    expect(await codeOf(take(key, "mehmet", null))).toBe(ErrorCode.Conflict);
    expect(await ownerOf(key)).toBe("ayse");
    await take(key, "mehmet", "ayse");
    expect(await codeOf(handOver(key, "ayse", "leyla"))).toBe(ErrorCode.Conflict);
    await handOver(key, "mehmet", "leyla");
    expect(await ownerOf(key)).toBe("leyla");
    await handOver(key, "leyla", null);
    expect(await ownerOf(key)).toBeNull();
  });

  it("of two who take an item at the same time, one has it", async () => {
    const key = `approval:${await askForCredit()}`;
    const codes = await Promise.all(["ayse", "mehmet"].map((name) => codeOf(take(key, name, null))));
    expect(new Set(codes)).toEqual(new Set([ErrorCode.Conflict, null]));
  });

  it("an item that is over can't be taken, and its owner is forgotten", async () => {
    const { id } = await manual();
    const key = `transfer:${id}`;
    await take(key, "ayse", null);
    await wallet.resolveManual(id, { state: "failed", moved: 0, by: "ayse", reason: "seen" }, null);
    expect(await codeOf(take(key, "mehmet", "ayse"))).toBe(ErrorCode.NotFound);
    const other = `approval:${await askForCredit()}`;
    await take(other, "ayse", null);
    const keys = await database.db.selectFrom("work_items").select("key").execute();
    expect(keys.map((row) => row.key)).toContain(other);
    expect(keys.map((row) => row.key)).not.toContain(key);
  });

  it("who takes an item that began to wait while the queue was read keeps it", async () => {
    const first = `approval:${await askForCredit()}`;
    let second = "";
    const slow = createWorkQueue({
      db: database.db,
      machineNeeds: async () => {
        // The requests are read by now.
        second = `approval:${await askForCredit()}`;
        await take(second, "mehmet", null);
        return [];
      },
    });
    await slow.assertWaits(first);
    expect(await ownerOf(second)).toBe("mehmet");
  });
});

it("who watches gets the present state, then each change, and nothing while nothing changes", async () => {
  const seen: number[] = [];
  const watched = watchWorkQueue(queue, (error) => {
    throw error;
  });
  const before = (await queue.state()).items.length;
  const end = watched.subscribe(({ items }) => seen.push(items.length));
  await vi.waitFor(() => expect(seen).toEqual([before]));
  await askForCredit();
  watched.changed();
  await vi.waitFor(() => expect(seen).toEqual([before, before + 1]));
  // A second one gets it at once.
  const also: number[] = [];
  watched.subscribe(({ items }) => also.push(items.length))();
  expect(also).toEqual([before + 1]);
  end();
  watched.stop();
});
