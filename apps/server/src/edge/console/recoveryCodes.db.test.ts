/** Recovery codes: who can make them, what makes them void, and what uses one up. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Authenticator } from "../../staff/testing/authenticator.ts";
import { ORIGIN, STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

const SITE = { rpId: "localhost", origin: ORIGIN };
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

const make = (member: StaffClient) => house.call("POST", "/recovery-codes", { password: STAFF_PASSWORD }, member);
const begin = async (name: string, password = STAFF_PASSWORD) =>
  (await house.call("POST", "/sign-in", { name, password })).body;
const second = (token: unknown, code: string) => house.call("POST", "/sign-in/second-factor", { token, code });
async function addPasskey(member: StaffClient): Promise<void> {
  const begun = await house.call("POST", "/passkeys/options", { password: STAFF_PASSWORD }, member);
  const challenge = String(begun.body["challenge"]);
  const response = new Authenticator().create({ challenge, ...SITE });
  const added = await house.call("POST", "/passkeys", { challenge, name: "Laptop", response }, member);
  member.token = String(added.body["token"]);
}
/** Codes of the time before codes needed a second factor. */
async function codesFromBefore(member: StaffClient): Promise<string> {
  const { superuser } = house.app.database;
  const withFactor = (second_factor: boolean) =>
    superuser.updateTable("staff_sessions").set({ second_factor }).where("staff_id", "=", member.id).execute();
  await withFactor(true);
  const [code = ""] = (await make(member)).body["codes"] as string[];
  await withFactor(false);
  return code;
}

it("are made only in a session with a second factor", async () => {
  const member = await house.member("Early", ["manager"]);
  expect((await make(member)).code).toBe(ConsoleErrorCode.SecondFactorRequired);
  expect((await house.me(member)).secondFactor.recoveryCodes).toBe(0);
  await house.setUpApp(member);
  expect((await make(member)).body["codes"]).toHaveLength(10);
  const keyholder = await house.member("Early with a key", ["manager"]);
  await addPasskey(keyholder);
  expect((await make(keyholder)).body["codes"]).toHaveLength(10);
});

it.each([
  ["an authenticator app", "Bypassed", (member: StaffClient) => house.setUpApp(member)],
  ["a passkey", "Bypassed too", addPasskey],
] as const)("from before are void once %s is the first factor", async (_, name, setUp) => {
  const member = await house.member(name, ["manager"]);
  const code = await codesFromBefore(member);
  await setUp(member);
  expect((await house.me(member)).secondFactor.recoveryCodes).toBe(0);
  const { token, methods } = await begin(name);
  expect(methods).not.toContain("recoveryCode");
  expect((await second(token, code)).code).toBe(ConsoleErrorCode.CodeNotAccepted);
});

it("stay valid when a further factor is added", async () => {
  const member = await house.member("Further", ["manager"], { secondFactor: true });
  const [code = ""] = (await make(member)).body["codes"] as string[];
  await addPasskey(member);
  expect((await second((await begin("Further"))["token"], code)).status).toBe(200);
});

it("are not used up by a second step that begins no session", async () => {
  const member = await house.member("Spared", ["manager"], { secondFactor: true });
  const [code = ""] = (await make(member)).body["codes"] as string[];
  const attacker = await begin("Spared");
  const body = { password: STAFF_PASSWORD, newPassword: "another long one" };
  member.token = String((await house.call("POST", "/password", body, member)).body["token"]);
  expect((await second(attacker["token"], code)).code).toBe(ErrorCode.TokenInvalid);
  expect((await house.me(member)).secondFactor.recoveryCodes).toBe(10);
  const own = await begin("Spared", "another long one");
  expect((await second(own["token"], code)).status).toBe(200);
});

it("begin one session each, also if one is sent twice at the same time", async () => {
  const member = await house.member("Twice", ["manager"], { secondFactor: true });
  const [code = ""] = (await make(member)).body["codes"] as string[];
  const [one, two] = [await begin("Twice"), await begin("Twice")];
  const both = await Promise.all([second(one["token"], code), second(two["token"], code)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
});
