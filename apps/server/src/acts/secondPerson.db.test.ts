/** A second person is a second person: not an account that the first has made, taken over or raised a short time ago. */
import { permissionsOf } from "@reelcast/contract/console";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import { sql } from "kysely";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openTestApp } from "../testing.ts";
import type { TestApp } from "../testing.ts";
import { ACTS, createActContext } from "./index.ts";
import type { ActContext, Actor } from "./index.ts";
import { staff } from "./testing.ts";

let house: TestApp;
let context: ActContext;
let count = 0;
let playerId = 0;
beforeAll(async () => {
  house = await openTestApp({ APPROVAL_ABOVE: "1000" });
  context = createActContext(house.domain, { log: pino({ level: "silent" }) });
});
afterAll(() => house.close());
beforeEach(async () => {
  count += 1;
  playerId = await house.addPlayer(`player${count}`);
});

const atComputer: Actor = { by: "root", via: "command", from: "root@desk", why: "as agreed" };
const named = (word: string) => `${word}${"x".repeat(count)}`;
/** A member of the console who has been there for long. */
const manager = () => staff(named("manager"));
async function add(
  by: Actor,
  name = named("second"),
  roles: Role[] = ["manager"],
): Promise<{ id: number; actor: Actor }> {
  const { result } = await ACTS.staff.add.run(context, by, { name, roles });
  return { id: result.id, actor: { ...staff(name), staffId: result.id, permissions: permissionsOf(roles) } as Actor };
}
async function request(by: Actor): Promise<number> {
  const { result } = await ACTS.money.credit.run(context, by, { playerId, amount: 100_001 });
  return (result as unknown as { request: number }).request;
}
const approve = (by: Actor, requestId: number) => ACTS.approvals.approve.run(context, by, { requestId });
const balance = () => house.domain.wallet.balance(playerId);
/** As if all that the audit log has had happened so many hours before. */
async function letPass(hours: number): Promise<void> {
  await house.database.superuser.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db);
    await sql`update audit_log set at = at - make_interval(hours => ${hours}) where act like 'staff.%'`.execute(db);
    await sql`set session_replication_role = origin`.execute(db);
  });
}
async function refused(by: Actor, requestId: number, params: object): Promise<void> {
  await expect(approve(by, requestId)).rejects.toMatchObject({ code: ConsoleErrorCode.RequestAccessTooNew, params });
  expect(await balance()).toBe(0);
  const last = await house.database.db
    .selectFrom("audit_log")
    .select(["act", "by", "after"])
    .orderBy("seq", "desc")
    .limit(1)
    .executeTakeFirst();
  expect(last).toMatchObject({ act: "approvals.approve", by: by.by, after: { outcome: "refused" } });
}

test("an account that a manager has just made approves none of their payments, nor they those of the account", async () => {
  const first = manager();
  const { actor: second } = await add(first);
  const names = { giver: first.by, member: second.by, hours: 24 };
  const own = await request(first);
  await refused(second, own, { ...names, requester: first.by, person: second.by });
  await refused(first, await request(second), { ...names, requester: second.by, person: first.by });
  // Somebody else decides, and the request was waiting all the time.
  await approve(staff(named("other")), own);
  expect(await balance()).toBe(100_001);
});

test("two accounts that one manager has made, in a row or one through the other, approve nothing of each other", async () => {
  const first = manager();
  const { actor: second } = await add(first);
  const { actor: third } = await add(first, named("third"));
  const { actor: fourth } = await add(third, named("fourth"));
  const asked = await request(second);
  await refused(third, asked, { giver: first.by });
  await refused(fourth, asked, { giver: first.by });
  await approve(staff(named("other")), asked);
});

test("after a day it is an account like any other", async () => {
  const first = manager();
  const { actor: second } = await add(first);
  await letPass(23);
  const asked = await request(first);
  await refused(second, asked, {});
  await letPass(1);
  await approve(second, asked);
  expect(await balance()).toBe(100_001);
});

describe("an older account", () => {
  test.each([
    [
      "whose access the requester has reset",
      (staffId: number, by: Actor) => ACTS.staff.reset.run(context, by, { staffId }),
    ],
    [
      "whose roles the requester has raised",
      (staffId: number, by: Actor) => ACTS.staff.roles.run(context, by, { staffId, roles: ["cashier"] }),
    ],
    [
      "that the requester has enabled again",
      async (staffId: number, by: Actor) => {
        await ACTS.staff.disable.run(context, by, { staffId });
        await ACTS.staff.enable.run(context, by, { staffId });
      },
    ],
  ])("%s approves nothing of theirs", async (_, give) => {
    const first = manager();
    const { id, actor } = await add(first, named("second"), ["attendant"]);
    await letPass(48);
    const second = { ...actor, permissions: permissionsOf(["manager"]) } as Actor;
    await give(id, first);
    const asked = await request(first);
    await refused(second, asked, { giver: first.by, member: second.by });
    await approve(staff(named("other")), asked);
  });

  test("whose block after wrong passwords was ended approves as before", async () => {
    const first = manager();
    const { id, actor: second } = await add(first);
    await letPass(48);
    await ACTS.staff.enable.run(context, first, { staffId: id });
    await approve(second, await request(first));
    expect(await balance()).toBe(100_001);
  });

  test("whose roles were made fewer approves as before", async () => {
    const first = manager();
    const { id, actor: second } = await add(first);
    await letPass(48);
    await ACTS.staff.roles.run(context, first, { staffId: id, roles: ["cashier"] });
    await approve(second, await request(first));
    expect(await balance()).toBe(100_001);
  });
});

describe("the house's own computer", () => {
  test("makes a second person at once, on the first evening too", async () => {
    const { actor: first } = await add(atComputer, named("first"));
    const { actor: second } = await add(atComputer);
    await approve(second, await request(first));
    expect(await balance()).toBe(100_001);
  });

  test("also of a member whom the console has added, by a new link; the console's reset takes that back", async () => {
    const first = manager();
    const { id, actor: second } = await add(first);
    await ACTS.staff.reset.run(context, atComputer, { staffId: id });
    await approve(second, await request(first));
    await ACTS.staff.reset.run(context, first, { staffId: id });
    const more = await request(first);
    await expect(approve(second, more)).rejects.toMatchObject({ code: ConsoleErrorCode.RequestAccessTooNew });
  });
});

describe("the bound for one person", () => {
  const credit = async (by: Actor, amount: number) =>
    (await ACTS.money.credit.run(context, by, { playerId, amount })).result.state;

  test("is that of all accounts that a manager has made, whichever of them pays", async () => {
    const first = manager();
    const { actor: second } = await add(first);
    const { actor: third } = await add(first, named("third"), ["cashier"]);
    expect(await credit(second, 60_000)).toBe("done");
    for (const other of [first, third]) expect(await credit(other, 40_010), other.by).toBe("requested");
    expect(await credit(third, 40_000)).toBe("done");
    for (const one of [first, second, third]) expect(await credit(one, 1), one.by).toBe("requested");
    // Somebody else has moved nothing yet.
    expect(await credit(staff(named("other")), 100_000)).toBe("done");
  });

  test("also of payments at the same time", async () => {
    const first = manager();
    const { actor: second } = await add(first);
    const { actor: third } = await add(first, named("third"));
    await Promise.all([first, second, third, first, second, third].map((by) => credit(by, 40_000)));
    expect(await balance()).toBe(80_000);
  });

  test("also to all players together", async () => {
    const first = manager();
    const players = await Promise.all(Array.from({ length: 11 }, (_, n) => house.addPlayer(`many${count}x${n}`)));
    let states: string[] = [];
    for (const [n, id] of players.entries()) {
      const { actor } = await add(first, `${named("made")}${String.fromCharCode(97 + n)}`, ["cashier"]);
      const { result } = await ACTS.money.credit.run(context, actor, { playerId: id, amount: 100_000 });
      states = [...states, result.state];
    }
    expect(states).toEqual([...Array<string>(10).fill("done"), "requested"]);
  });

  test("is each account's own after a day, and for those whom the house's own computer has made", async () => {
    const first = manager();
    const { actor: second } = await add(first);
    const { actor: third } = await add(atComputer, named("third"));
    expect(await credit(first, 100_000)).toBe("done");
    expect(await credit(third, 100_000)).toBe("done");
    expect(await credit(second, 1)).toBe("requested");
    await letPass(24);
    expect(await credit(second, 1)).toBe("done");
  });
});

describe("a request of a member", () => {
  const gone = (requestId: number, requester: string) => ({
    code: ConsoleErrorCode.RequesterMayNot,
    params: { request: requestId, requester },
  });

  test("who is disabled meanwhile is not approved, and can be refused", async () => {
    const { id, actor } = await add(atComputer);
    const asked = await request(actor);
    await ACTS.staff.disable.run(context, manager(), { staffId: id });
    const other = staff(named("other"));
    await expect(approve(other, asked)).rejects.toMatchObject(gone(asked, actor.by));
    await expect(approve({ ...atComputer, by: "somebody" }, asked)).rejects.toMatchObject(gone(asked, actor.by));
    expect(await balance()).toBe(0);
    await ACTS.approvals.refuse.run(context, other, { requestId: asked });
  });

  test("who has lost the role is not approved before the member has it again", async () => {
    const { id, actor } = await add(atComputer);
    const asked = await request(actor);
    await ACTS.staff.roles.run(context, manager(), { staffId: id, roles: ["support"] });
    await expect(approve(staff(named("other")), asked)).rejects.toMatchObject(gone(asked, actor.by));
    await ACTS.staff.roles.run(context, atComputer, { staffId: id, roles: ["cashier"] });
    await approve(staff(named("other")), asked);
    expect(await balance()).toBe(100_001);
  });

  test("is not that of the command line under the same name", async () => {
    const { id, actor } = await add(atComputer);
    const asked = await request({ ...atComputer, by: actor.by });
    await ACTS.staff.disable.run(context, manager(), { staffId: id });
    await approve(staff(named("other")), asked);
    expect(await balance()).toBe(100_001);
  });
});

test("the one who may not approve may still refuse", async () => {
  const first = manager();
  const { actor: second } = await add(first);
  const requestId = await request(first);
  await ACTS.approvals.refuse.run(context, second, { requestId });
  await expect(approve(staff(named("other")), requestId)).rejects.toMatchObject({
    code: ConsoleErrorCode.RequestDecided,
  });
});
