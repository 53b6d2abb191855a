/** Sessions of the wall: how they begin and end, what their socket may follow, and what is on record. */
import { ErrorCode } from "@reelcast/contract";
import type { ConsoleTopic } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mustBeAllowedToFollow } from "./openSockets.ts";
import { STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

const HOUR = 3_600_000;
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

let number = 0;
async function startWall(role: "viewer" | "manager" = "manager") {
  number += 1;
  const member = await house.member(`Wall ${String.fromCharCode(96 + number)}`, [role], { secondFactor: true });
  const answer = await house.call("POST", "/wall", {}, member);
  expect(answer.status).toBe(200);
  return { member, wall: { token: String(answer.body["token"]) }, answer };
}
async function signInAgain(member: StaffClient): Promise<{ token: string }> {
  house.clock.time += 60_000;
  const first = await house.call("POST", "/sign-in", { name: member.name, password: STAFF_PASSWORD });
  const begun = await house.call("POST", "/sign-in/second-factor", {
    token: first.body["token"],
    code: house.code(member),
  });
  return { token: String(begun.body["token"]) };
}
const floor = async (asking: { token: string }) => (await house.call("GET", "/floor", undefined, asking)).status;

it("takes the place of the session that began it, and says little of its member", async () => {
  const { member, wall } = await startWall();
  expect((await house.call("GET", "/me", undefined, member)).code).toBe(ErrorCode.TokenInvalid);
  expect((await house.call("GET", "/me", undefined, wall)).body).toMatchObject({
    name: member.name,
    wall: true,
    permissions: ["floor.view"],
    secondFactor: { active: false, needed: false, totp: false, passkeys: 0, recoveryCodes: 0 },
    idleSeconds: null,
  });
  expect(await floor(wall)).toBe(200);
});

it("goes on for 12 hours without use, and then ends", async () => {
  const { wall, answer } = await startWall("viewer");
  const begun = house.clock.time;
  expect(Date.parse(String(answer.body["expiresAt"]))).toBe(begun + 12 * HOUR);
  house.clock.time = begun + 12 * HOUR - 1_000;
  expect(await floor(wall)).toBe(200);
  house.clock.time = begun + 12 * HOUR;
  expect((await house.call("GET", "/floor", undefined, wall)).body).toMatchObject({ code: ErrorCode.TokenInvalid });
});

it("stands in its member's list of sessions, from which it can be ended, and is counted", async () => {
  const { member, wall } = await startWall();
  house.clock.time += HOUR;
  const own = await signInAgain(member);
  const sessions = await house.staff.sessions(await house.staff.check(own.token));
  expect(sessions.map((one) => [one.wall, one.own])).toEqual([
    [false, true],
    [true, false],
  ]);
  const listed = await house.staff.administration.list(house.app.domain.storage.db);
  expect(listed.find(({ id }) => id === member.id)?.sessions).toBe(2);
  expect((await house.call("DELETE", `/sessions/${sessions[1]?.id}`, undefined, own)).status).toBe(204);
  expect(await floor(wall)).toBe(401);
});

it("ends with its member's rights: when the roles change, and when the password does", async () => {
  const manager = await house.member("Wall boss", ["manager"], { secondFactor: true });
  const one = await startWall();
  await house.call(
    "PUT",
    `/staff/${one.member.id}/roles`,
    { roles: ["support"], seen: ["manager"], why: "moved" },
    manager,
  );
  expect(await floor(one.wall)).toBe(401);
  const other = await startWall();
  const own = await signInAgain(other.member);
  const password = { password: STAFF_PASSWORD, newPassword: "another long password" };
  expect((await house.call("POST", "/password", password, own)).status).toBe(200);
  expect(await floor(other.wall)).toBe(401);
});

it("its start is in the audit log, with the end that it has", async () => {
  const { member, answer } = await startWall();
  const rows = (await house.acts("staff.wall")).filter(({ by }) => by === member.name);
  expect(rows).toEqual([
    expect.objectContaining({
      via: "console",
      target: `staff ${member.id}`,
      after: { until: answer.body["expiresAt"] },
    }),
  ]);
});

it("its socket follows the floor, and nothing else", async () => {
  const { wall } = await startWall();
  const ticket = await house.call("POST", "/ticket", {}, wall);
  const who = await house.staff.redeemTicket(String(ticket.body["ticket"]));
  const refused = (["floor", "queue", "chat", "staff"] satisfies ConsoleTopic[]).filter((topic) => {
    try {
      mustBeAllowedToFollow(who, topic);
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toEqual(["queue", "chat", "staff"]);
});
