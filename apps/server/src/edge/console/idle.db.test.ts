/** Which calls keep a session of the console: what a person does, and nothing that a page does by itself. */
import { CONSOLE_CALLS, ROLES } from "@reelcast/contract/console";
import type { ConsoleCall } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

const CALLS = Object.entries<ConsoleCall>(CONSOLE_CALLS).filter(([, { auth }]) => auth === "staff");
const MINUTE = 60_000;
let house: ConsoleHouse;
let member: StaffClient;
beforeAll(async () => {
  house = await openConsoleHouse();
  member = await house.member("Everything", ROLES, { secondFactor: true });
});
afterAll(() => house.close());

async function lastUse(): Promise<number> {
  const { last_used_at } = await house.app.domain.storage.db
    .selectFrom("staff_sessions")
    .select("last_used_at")
    .where("staff_id", "=", member.id)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  return last_used_at.getTime();
}

it("no reading keeps a session: pages repeat it at every push, without their person", async () => {
  house.clock.time += MINUTE;
  await house.call("POST", "/active", {}, member);
  const before = await lastUse();
  house.clock.time += 10 * MINUTE;
  const reads = CALLS.filter(([, { method }]) => method === "GET");
  expect(reads.length).toBeGreaterThan(40);
  for (const [name, { path }] of reads) {
    const { status } = await house.call("GET", path.replace(/:\w+/g, "1"), undefined, member);
    expect([401, 403], name).not.toContain(status);
    expect(await lastUse(), name).toBe(before);
  }
  expect((await house.call("POST", "/active", {}, member)).status).toBe(204);
  expect(await lastUse()).toBeGreaterThan(before);
});

it("no ticket of a socket keeps it, and none of its pictures", async () => {
  house.clock.time += MINUTE;
  const before = await lastUse();
  await house.call("POST", "/ticket", {}, member);
  await house.call("POST", "/machines/1/whep", undefined, member);
  expect(await lastUse()).toBe(before);
});
