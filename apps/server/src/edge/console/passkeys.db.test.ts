/** Passkeys over the console's calls, with an authenticator in software. */
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

const begin = async (member: StaffClient) =>
  String((await house.call("POST", "/passkeys/options", { password: STAFF_PASSWORD }, member)).body["challenge"]);
/** The member's session has the second factor then. */
async function addPasskey(member: StaffClient, authenticator: Authenticator): Promise<void> {
  const challenge = await begin(member);
  const response = authenticator.create({ challenge, ...SITE });
  const added = await house.call("POST", "/passkeys", { challenge, name: "Laptop", response }, member);
  expect(added.status).toBe(200);
  member.token = String(added.body["token"]);
}
const options = async () => String((await house.call("POST", "/sign-in/passkey/options", {})).body["challenge"]);
const signIn = (challenge: string, response: object) => house.call("POST", "/sign-in/passkey", { challenge, response });

it("a passkey is a second factor once it is added, and signs in alone", async () => {
  const member = await house.member("Keyholder", ["manager"]);
  const authenticator = new Authenticator();
  await addPasskey(member, authenticator);
  expect((await house.me(member)).secondFactor).toMatchObject({ active: true, passkeys: 1, totp: false });
  const challenge = await options();
  const done = await signIn(challenge, authenticator.get({ challenge, ...SITE }));
  expect(done.body).toMatchObject({ step: "done" });
  const token = String(done.body["token"]);
  expect((await house.call("GET", "/staff", undefined, { token })).status).toBe(200);
  // The password alone is half of it.
  const half = await house.call("POST", "/sign-in", { name: "Keyholder", password: STAFF_PASSWORD });
  expect(half.body).toMatchObject({ step: "secondFactor", methods: ["passkey"] });
});

it("its answer counts once, for the challenge, the host and the origin that asked, from somebody whom it knows", async () => {
  const member = await house.member("Replayed", ["viewer"]);
  const authenticator = new Authenticator();
  await addPasskey(member, authenticator);
  const attempt = async (change: Partial<Parameters<Authenticator["get"]>[0]>) => {
    const challenge = await options();
    return (await signIn(challenge, authenticator.get({ challenge, ...SITE, ...change }))).code;
  };
  const refused = ConsoleErrorCode.PasskeyNotAccepted;
  expect(await attempt({ challenge: "AAAA" })).toBe(refused);
  expect(await attempt({ origin: "http://localhost:8080" })).toBe(refused);
  expect(await attempt({ origin: "https://evil.example" })).toBe(refused);
  expect(await attempt({ rpId: "evil.example" })).toBe(refused);
  expect(await attempt({ verified: false })).toBe(refused);
  const challenge = await options();
  const response = authenticator.get({ challenge, ...SITE });
  expect((await signIn(challenge, response)).status).toBe(200);
  expect((await signIn(challenge, response)).code).toBe(refused);
  // A copy of it has a counter that falls behind.
  expect(await attempt({ counter: 1 })).toBe(refused);
  // The challenge is used up by an answer that was refused, too.
  const tried = await options();
  expect((await signIn(tried, new Authenticator().get({ challenge: tried, ...SITE }))).code).toBe(refused);
  expect((await signIn(tried, authenticator.get({ challenge: tried, ...SITE }))).code).toBe(refused);
  const late = await options();
  house.clock.time += 5 * 60_000;
  expect((await signIn(late, authenticator.get({ challenge: late, ...SITE }))).code).toBe(refused);
});

it("is added by the session that asked, with the password, and removed with it", async () => {
  const member = await house.member("Adder", ["viewer"]);
  const stranger = await house.member("Adder 2", ["viewer"]);
  const wrong = await house.call("POST", "/passkeys/options", { password: "wrong" }, member);
  expect(wrong.code).toBe(ErrorCode.WrongOldPassword);
  const challenge = await begin(member);
  const response = new Authenticator().create({ challenge, ...SITE });
  const body = { challenge, name: "Stolen", response };
  expect((await house.call("POST", "/passkeys", body, stranger)).code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
  const unverified = await begin(member);
  const careless = new Authenticator().create({ challenge: unverified, ...SITE, verified: false });
  const refused = await house.call(
    "POST",
    "/passkeys",
    { challenge: unverified, name: "x", response: careless },
    member,
  );
  expect(refused.code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
  const authenticator = new Authenticator();
  await addPasskey(member, authenticator);
  const list = JSON.parse(String((await house.call("GET", "/passkeys", undefined, member)).body["list"])) as {
    id: number;
  }[];
  expect(list).toMatchObject([{ name: "Laptop" }]);
  const path = `/passkeys/${list[0]?.id ?? 0}/remove`;
  expect((await house.call("POST", path, { password: STAFF_PASSWORD }, stranger)).status).toBe(404);
  expect((await house.call("POST", path, { password: STAFF_PASSWORD }, member)).status).toBe(204);
  const next = await options();
  expect((await signIn(next, authenticator.get({ challenge: next, ...SITE }))).code).toBe(
    ConsoleErrorCode.PasskeyNotAccepted,
  );
});

const remove = async (member: StaffClient) => {
  const { body } = await house.call("GET", "/passkeys", undefined, member);
  const [first] = JSON.parse(String(body["list"])) as { id: number }[];
  return house.call("POST", `/passkeys/${first?.id ?? 0}/remove`, { password: STAFF_PASSWORD }, member);
};
it("takes what it has begun with it: other sessions end, and this one has a second factor only where one is left", async () => {
  const member = await house.member("Robbed", ["manager"]);
  const authenticator = new Authenticator();
  await addPasskey(member, authenticator);
  const challenge = await options();
  const attacker = await signIn(challenge, authenticator.get({ challenge, ...SITE }));
  const token = String(attacker.body["token"]);
  expect((await house.call("GET", "/staff", undefined, { token })).status).toBe(200);
  expect((await remove(member)).status).toBe(204);
  expect((await house.call("GET", "/me", undefined, { token })).status).toBe(401);
  expect((await house.me(member)).secondFactor).toMatchObject({ active: false, passkeys: 0 });
  expect((await house.call("GET", "/staff", undefined, member)).code).toBe(ConsoleErrorCode.SecondFactorRequired);

  const other = await house.member("Careful", ["manager"], { secondFactor: true });
  await addPasskey(other, new Authenticator());
  expect((await remove(other)).status).toBe(204);
  expect((await house.me(other)).secondFactor).toMatchObject({ active: true, passkeys: 0, totp: true });
});

it("does not work at an address, which is no name", async () => {
  const member = await house.member("Address", ["viewer"]);
  const headers = { host: "127.0.0.1:8081", origin: "http://127.0.0.1:8081" };
  const asked = await house.call("POST", "/passkeys/options", { password: STAFF_PASSWORD }, { ...member, headers });
  expect(asked.code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
});

it("what a browser gives is only data: nonsense is refused", async () => {
  const parts = { id: "AA", rawId: "AA", type: "public-key", clientExtensionResults: {} };
  for (const response of [{}, { clientDataJSON: 1 }, { clientDataJSON: "e30", authenticatorData: "", signature: null }])
    expect((await signIn(await options(), { ...parts, response })).code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
  const member = await house.member("Nonsense", ["viewer"]);
  for (const response of [{}, { clientDataJSON: "e30", attestationObject: "oA" }]) {
    const challenge = await begin(member);
    const added = await house.call(
      "POST",
      "/passkeys",
      { challenge, name: "x", response: { ...parts, response } },
      member,
    );
    expect(added.code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
  }
});
