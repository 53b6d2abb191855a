/** The work queue over the console's calls: who may take what, its row in the audit log, and one owner of a chat. */
import { randomUUID } from "node:crypto";
import { ErrorCode } from "@reelcast/contract";
import {
  ConsoleErrorCode,
  QUEUE_CALLS,
  ROLES,
  ROLE_PERMISSIONS,
  WORK_KINDS,
  WORK_PERMISSIONS,
  WorkQueueState,
  workKindOf,
} from "@reelcast/contract/console";
import type { Role, WorkItem } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { requestApproval } from "../../approvals/index.ts";
import { openTestChat } from "../../chat/testing.ts";
import { newTable } from "../../wallet/testing.ts";
import type { Table } from "../../wallet/testing.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let at: Table;
const members = new Map<Role, StaffClient>();
const of = (role: Role): StaffClient => members.get(role) ?? { id: 0, name: "", token: "", app: null };

beforeAll(async () => {
  house = await openConsoleHouse();
  for (const role of ROLES) members.set(role, await house.member(`The ${role}`, [role], { secondFactor: true }));
});
afterAll(() => house.close());
beforeEach(async () => {
  const { storage, wallet } = house.app.domain;
  at = await newTable(storage.db, wallet);
});

const db = () => house.app.domain.storage.db;
const items = async (member: StaffClient): Promise<WorkItem[]> =>
  WorkQueueState.parse((await house.call("GET", "/queue", undefined, member)).body).items;
const itemOf = async (key: string, member = of("manager")) => (await items(member)).find((item) => item.key === key);
const take = (member: StaffClient, key: string, seen: string | null = null) =>
  house.call("POST", "/queue/take", { key, seen }, member);
const handOver = (member: StaffClient, key: string, to: string | null) =>
  house.call("POST", "/queue/hand-over", { key, to }, member);

async function request(): Promise<string> {
  const details = {
    act: "player.credit",
    target: `player ${at.playerId}`,
    amount: 500_000,
    params: {},
    key: null,
    why: "her birthday",
  };
  const by = { by: "somebody", skeleton: "somebody", from: "desk" };
  return `approval:${await db()
    .transaction()
    .execute((trx) => requestApproval(trx, details, by))}`;
}
async function chat(): Promise<string> {
  const { chat: opened } = openTestChat(db());
  const { id: chatId } = (await opened.read(at.playerId, "support")).chat;
  await opened.send(at.playerId, { chatId, contactId: "support", text: "My IBAN is TR33" });
  return `chat:${at.playerId}`;
}
async function event(): Promise<string> {
  await sql`select record_event('tilt', ${at.machineId}, null, null, '{}'::jsonb)`.execute(db());
  const found = (await items(of("manager"))).find(
    ({ kind, machine }) => kind === "event" && machine?.id === at.machineId,
  );
  return found?.key ?? "";
}
async function mismatch(): Promise<string> {
  await sql`update machines set quarantined = 'meters', quarantined_at = now() where id = ${at.machineId}`.execute(
    house.app.database.owner,
  );
  const found = (await items(of("manager"))).find(
    ({ kind, machine }) => kind === "mismatch" && machine?.id === at.machineId,
  );
  return found?.key ?? "";
}
const acts = async (act: string) => (await house.acts(act)).filter(({ target }) => target !== null);

it.each([
  ["request for a second person", request],
  ["chat", chat],
  ["significant event", event],
  ["machine whose meters differ", mismatch],
])("a %s is taken by those who may do what it waits for", async (_, make) => {
  const key = await make();
  const kind = workKindOf(key) ?? "transfer";
  let owner: string | null = null;
  for (const role of ROLES) {
    const answer = await take(of(role), key, owner);
    if (ROLE_PERMISSIONS[role].includes(WORK_PERMISSIONS[kind])) {
      expect(answer.status, role).toBe(200);
      owner = of(role).name;
    } else expect([ErrorCode.NotPermitted, ErrorCode.NotFound], role).toContain(answer.code);
    expect((await itemOf(key))?.owner?.name ?? null, role).toBe(owner);
  }
  // What somebody may not take, nobody gives them either.
  const { body } = await house.call("GET", `/queue/people?kind=${kind}`, undefined, of("viewer"));
  const { names } = QUEUE_CALLS.workPeople.answer.parse(body);
  expect(names.toSorted()).toEqual(
    ROLES.filter((role) => ROLE_PERMISSIONS[role].includes(WORK_PERMISSIONS[kind]))
      .map((role) => of(role).name)
      .toSorted(),
  );
  expect((await handOver(of("manager"), key, of("viewer").name)).code).toBe(ErrorCode.NotFound);
  expect((await handOver(of("viewer"), key, null)).code).toBeOneOf([ErrorCode.NotPermitted, ErrorCode.NotFound]);
  expect((await itemOf(key))?.owner?.name).toBe(owner);
});

it("every kind has a permission, and each is one that some role besides the manager has", () => {
  for (const kind of WORK_KINDS)
    expect(
      ROLES.filter((role) => role !== "manager" && ROLE_PERMISSIONS[role].includes(WORK_PERMISSIONS[kind])).length,
      kind,
    ).toBeGreaterThan(0);
});

it("taking and handing over are rows of the audit log, and so is a refusal", async () => {
  const key = await request();
  const target = key.replace(":", " ");
  const [cashier, manager] = [of("cashier"), of("manager")];
  await take(cashier, key);
  await handOver(cashier, key, manager.name);
  await handOver(manager, key, null);
  await take(of("attendant"), key);
  const own = async (act: string) => (await acts(act)).filter((row) => row.target === target);
  expect(await own("queue.take")).toMatchObject([
    { by: cashier.name, via: "console", after: { item: key, owner: cashier.name } },
  ]);
  expect((await acts("console.call")).at(-1)).toMatchObject({
    by: of("attendant").name,
    target: "POST /queue/take",
    after: { outcome: "refused" },
  });
  expect(await own("queue.hand-over")).toMatchObject([
    { by: cashier.name, after: { owner: manager.name } },
    { by: manager.name, after: { owner: null } },
  ]);
  const machine = await mismatch();
  await take(of("attendant"), machine);
  expect((await acts("queue.take")).at(-1)).toMatchObject({ target: `machine ${at.machineId}` });
});

it("money's items need the second factor that deciding about them needs", async () => {
  const key = await request();
  const without = await house.member("Without", ["cashier"]);
  expect((await take(without, key)).code).toBe(ConsoleErrorCode.SecondFactorRequired);
  expect((await itemOf(key))?.owner).toBeNull();
});

it("a chat has one owner, in the queue and at the desk", async () => {
  const key = await chat();
  const [support, manager] = [of("support"), of("manager")];
  const atDesk = async () =>
    (await house.call("GET", `/desk/chats/${at.playerId}`, undefined, support)).body["assignedTo"];
  const assign = (member: StaffClient, to: string | null, seen: string | null) =>
    house.call("POST", `/desk/chats/${at.playerId}/assign`, { to, seen }, member);
  const changes: number[] = [];
  const end = house.app.bus.subscribe("desk.changed", ({ playerId }) => changes.push(playerId));

  await take(support, key);
  expect([await atDesk(), (await itemOf(key))?.owner?.name]).toEqual([support.name, support.name]);
  await vi.waitFor(() => expect(changes).toContain(at.playerId));
  expect((await acts("chat.assign")).filter(({ target }) => target === `player ${at.playerId}`)).toMatchObject([
    { by: support.name, target: `player ${at.playerId}`, after: { assignedTo: support.name } },
  ]);
  // Unseen, nobody takes it from somebody.
  expect((await take(manager, key)).code).toBe(ConsoleErrorCode.ChatTaken);
  await assign(manager, manager.name, support.name);
  expect((await itemOf(key))?.owner?.name).toBe(manager.name);
  expect((await handOver(support, key, null)).code).toBe(ConsoleErrorCode.ChatTaken);
  await handOver(manager, key, support.name);
  expect(await atDesk()).toBe(support.name);
  await handOver(support, key, null);
  expect([await atDesk(), (await itemOf(key))?.owner ?? null]).toEqual([null, null]);
  // Answered, it is taken, and waits no more.
  const answer = { text: "Buyurun", clientId: randomUUID() };
  await house.call("POST", `/desk/chats/${at.playerId}/answer`, answer, support);
  expect((await take(support, key)).code).toBe(ErrorCode.NotFound);
  expect(await atDesk()).toBe(support.name);
  end();
});

it("a chat is given to those alone who may answer it", async () => {
  await chat();
  for (const to of [of("cashier").name, "Nobody of the house"]) {
    const { code } = await house.call("POST", `/desk/chats/${at.playerId}/assign`, { to, seen: null }, of("support"));
    expect(code, to).toBe(ErrorCode.NotFound);
  }
});

it("what a request is for is shown to those who may see players", async () => {
  const key = await request();
  const shown = async (role: Role) => {
    const { amount, detail } = (await itemOf(key, of(role))) ?? { amount: undefined, detail: undefined };
    return { amount, detail };
  };
  for (const role of ["viewer", "attendant"] as const)
    expect(await shown(role)).toEqual({ amount: null, detail: null });
  for (const role of ["cashier", "support", "risk", "manager"] as const)
    expect(await shown(role)).toEqual({ amount: 500_000, detail: "somebody: her birthday" });
});
