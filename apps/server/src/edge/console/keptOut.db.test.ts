/** Strangers who try to keep members of the staff out of the console, by wrong passwords and codes. */
import { ErrorCode } from "@reelcast/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

const MINUTE = 60_000;
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

const signIn = (name: string, password: string, address?: string) =>
  house.call("POST", "/sign-in", { name, password }, address === undefined ? {} : { address });
const second = (token: unknown, code: string, address?: string) =>
  house.call("POST", "/sign-in/second-factor", { token, code }, address === undefined ? {} : { address });
/** What makes an attempt different for a client. */
const shown = ({ status, body }: { status: number; body: object }) => ({ status, ...body });

describe("a network that is blocked after wrong names", () => {
  async function block(address: string): Promise<void> {
    for (let n = 0; n < 34; n += 1) await signIn(`invented ${n}`, "a guess", address);
    expect((await signIn("invented again", "a guess", address)).code).toBe(ErrorCode.AccountProtected);
  }

  it("keeps nobody out who has signed in from it", async () => {
    const office = "198.51.100.10";
    await house.member("Nermin", ["viewer"]);
    await house.member("Never here", ["viewer"]);
    expect((await signIn("Nermin", STAFF_PASSWORD, office)).status).toBe(200);
    await block(office);
    expect((await signIn("Nermin", STAFF_PASSWORD, office)).status).toBe(200);
    expect((await signIn("Never here", STAFF_PASSWORD, office)).code).toBe(ErrorCode.AccountProtected);
  });

  it("is the same network for all addresses of a /64", async () => {
    await house.member("Sixth", ["viewer"]);
    expect((await signIn("Sixth", STAFF_PASSWORD, "2001:db8:6:6::1")).status).toBe(200);
    await block("2001:db8:6:6::2");
    expect((await signIn("Sixth", STAFF_PASSWORD, "2001:db8:6:6::3")).status).toBe(200);
  });

  it("answers wrong passwords of those alike, and the guesses at their names still wait", async () => {
    const office = "198.51.100.11";
    await house.member("Ferit", ["viewer"]);
    await signIn("Ferit", STAFF_PASSWORD, office);
    await block(office);
    const answers = [];
    for (let n = 0; n < 6; n += 1) answers.push(shown(await signIn("Ferit", "a guess", office)));
    const unknown = shown(await signIn("Nobody at all", "a guess", office));
    expect(answers).toEqual(answers.map(() => unknown));
    expect((await signIn("Ferit", STAFF_PASSWORD, office)).code).toBe(ErrorCode.AccountProtected);
  });
});

describe("somebody who knows only the password", () => {
  async function tryCodes(name: string, times: number, address?: string): Promise<void> {
    const begun = await signIn(name, STAFF_PASSWORD);
    for (let n = 0; n < times; n += 1) await second(begun.body["token"], "000000", address);
  }
  /** With the right code. */
  async function enter(member: StaffClient, address?: string) {
    house.clock.time += 30_000;
    const begun = await signIn(member.name, STAFF_PASSWORD);
    return second(begun.body["token"], house.code(member), address);
  }

  it("keeps the member out of no network from which the member has signed in", async () => {
    const member = await house.member("Usual", ["manager"], { secondFactor: true });
    expect((await enter(member, "203.0.113.1")).status).toBe(200);
    for (let n = 0; n < 3; n += 1) await tryCodes("Usual", 5);
    expect((await enter(member, "203.0.113.2")).code).toBe(ErrorCode.AccountProtected);
    expect((await enter(member, "203.0.113.1")).status).toBe(200);
  });

  it("guesses five codes from all other networks together, and five from a usual one", async () => {
    const member = await house.member("Bounded", ["manager"], { secondFactor: true });
    expect((await enter(member, "203.0.113.3")).status).toBe(200);
    for (let n = 0; n < 5; n += 1) await tryCodes("Bounded", 1);
    expect((await enter(member)).code).toBe(ErrorCode.AccountProtected);
    await tryCodes("Bounded", 5, "203.0.113.3");
    expect((await enter(member, "203.0.113.3")).code).toBe(ErrorCode.AccountProtected);
    house.clock.time += 16 * MINUTE;
    expect((await enter(member)).status).toBe(200);
  });

  it("blocks no set-up of an authenticator app", async () => {
    const member = await house.member("Replacing", ["manager"], { secondFactor: true });
    await tryCodes("Replacing", 5);
    await house.setUpApp(member);
    expect((await house.me(member)).secondFactor).toMatchObject({ active: true, totp: true });
  });

  it.each(["enable", "reset"] as const)("keeps out nobody whom a manager helps by %s", async (act) => {
    const manager = await house.member(`Helper ${act}`, ["manager"], { secondFactor: true });
    const member = await house.member(`Helped ${act}`, ["cashier"], { secondFactor: true });
    expect((await enter(member, "203.0.113.4")).status).toBe(200);
    await tryCodes(member.name, 5);
    await tryCodes(member.name, 5, "203.0.113.4");
    for (let n = 0; n < 5; n += 1)
      await house.call("POST", "/totp/confirm", { challenge: "none", code: "000000" }, member);
    const helped = await house.call("POST", `/staff/${member.id}/${act}`, { why: "was kept out" }, manager);
    if (act === "reset") {
      const token = (helped.body["link"] as { path: string }).path.split("#")[1];
      const opened = await house.call("POST", "/link/open", { token, password: STAFF_PASSWORD });
      member.token = String(opened.body["token"]);
      await house.setUpApp(member);
    }
    expect((await enter(member)).status).toBe(200);
    expect((await enter(member, "203.0.113.4")).status).toBe(200);
    expect((await house.me(member)).secondFactor.totp).toBe(true);
  });
});
