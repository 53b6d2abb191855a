/**
 * Every call of the console for every role, and for those who have no right to any: allowed or refused exactly as the call's
 * permission says. A call that is added to the contract is covered by it.
 */
import { isDeepStrictEqual } from "node:util";
import { ErrorCode } from "@reelcast/contract";
import {
  CONSOLE_CALLS,
  ConsoleErrorCode,
  ROLES,
  SECOND_FACTOR_PERMISSIONS,
  permissionsOf,
} from "@reelcast/contract/console";
import type { ConsoleCall, Role } from "@reelcast/contract/console";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { valid } from "../testing/inputs.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { Answer, ConsoleHouse, StaffClient } from "./testing/house.ts";

const CALLS = Object.entries<ConsoleCall>(CONSOLE_CALLS);
const GUARDED = CALLS.filter(([, { auth }]) => auth === "staff");

/** Only in a session with a second factor, whatever the permission. */
const NEED_FACTOR: readonly string[] = ["newRecoveryCodes"];
/** Codes by which the guard refuses. */
const REFUSED: readonly (number | undefined)[] = [
  ErrorCode.TokenInvalid,
  ErrorCode.NotPermitted,
  ConsoleErrorCode.SecondFactorRequired,
];
let house: ConsoleHouse;

beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

interface Request {
  method: ConsoleCall["method"];
  url: string;
  body: object | undefined;
}
/** Parameters as the call's schemas ask for them, of nothing that exists: the call is allowed, and finds nothing to do. */
function requestOf({ method, path, params, query, body }: ConsoleCall): Request {
  const sample = (schema: ConsoleCall["params"]) =>
    schema ? (fc.sample(valid(schema), { numRuns: 1, seed: 7 })[0] as Record<string, unknown> | undefined) : undefined;
  const inPath = Object.fromEntries(Object.keys(sample(params) ?? {}).map((name) => [name, 2 ** 31 - 1]));
  const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(inPath[name] ?? "1")));
  const search = new URLSearchParams(
    Object.fromEntries(Object.entries(sample(query) ?? {}).map(([name, value]) => [name, String(value)])),
  ).toString();
  return {
    method,
    url: search === "" ? address : `${address}?${search}`,
    body: body ? (sample(body) ?? {}) : undefined,
  };
}
const requests = new Map<ConsoleCall, Request>();
async function ask(call: ConsoleCall, token: string | null): Promise<Answer> {
  const request = requests.get(call) ?? requestOf(call);
  requests.set(call, request);
  const answer = await house.call(request.method, request.url, request.body, { token });
  // A call that is not carried out says nothing about permissions.
  expect(answer.status, `${request.method} ${request.url}`).not.toBe(429);
  return answer;
}

let number = 0;
const newMember = (roles: readonly Role[], secondFactor: boolean): Promise<StaffClient> => {
  number += 1;
  return house.member(`Member ${String.fromCharCode(97 + (number % 26))}${number}`, roles, { secondFactor });
};

/** Makes every call by one member of the role, who is replaced if a call has ended the session or changed its rights. */
async function askAll(
  role: Role,
  secondFactor: boolean,
  check: (name: string, call: ConsoleCall, answer: Answer) => void,
) {
  let client = await newMember([role], secondFactor);
  const before = await house.staff.check(client.token);
  for (const [name, call] of GUARDED) {
    check(name, call, await ask(call, client.token));
    const after = await house.staff.check(client.token).catch(() => null);
    if (isDeepStrictEqual(after?.permissions, before.permissions)) continue;
    client = await newMember([role], secondFactor);
  }
}

it("each call says who may make it", () => {
  expect(CALLS.length).toBeGreaterThan(25);
  for (const [name, { auth, permission }] of CALLS) if (auth === "none") expect(permission, name).toBeNull();
});

it("only what members do about themselves, and what all must know, needs no permission", () => {
  const without = GUARDED.filter(([, { permission }]) => permission === null).map(([name]) => name);
  expect(without.toSorted()).toEqual([
    "addPasskey",
    "beginPasskey",
    "beginTotp",
    "changePassword",
    "confirmTotp",
    "endOtherSessions",
    "endSession",
    "house",
    "me",
    "newRecoveryCodes",
    "ownSessions",
    "passkeys",
    "removePasskey",
    "signOut",
    "socketTicket",
    "stayActive",
  ]);
});

describe.each(ROLES)("%s", (role) => {
  it("with a second factor may make the calls of its permissions, and no others", async () => {
    await askAll(role, true, (name, { permission }, { status, code }) => {
      const may = permission === null || permissionsOf([role]).includes(permission);
      if (may) expect([401, 403].includes(status) && REFUSED.includes(code), `${name}: ${status} ${code}`).toBe(false);
      else expect(code, name).toBe(ErrorCode.NotPermitted);
    });
  });

  it("without it may make those that need none", async () => {
    await askAll(role, false, (name, { permission }, { status, code }) => {
      const has = permission === null || permissionsOf([role]).includes(permission);
      if (!has) expect(code, name).toBe(ErrorCode.NotPermitted);
      else if (NEED_FACTOR.includes(name)) expect(code, name).toBe(ConsoleErrorCode.SecondFactorRequired);
      else if (permission !== null && SECOND_FACTOR_PERMISSIONS.includes(permission))
        expect(code, name).toBe(ConsoleErrorCode.SecondFactorRequired);
      else expect([401, 403].includes(status) && REFUSED.includes(code), `${name}: ${status} ${code}`).toBe(false);
    });
  });
});

describe("a session of the wall", () => {
  const startWall = async (roles: readonly Role[]): Promise<string> => {
    const member = await newMember(roles, true);
    return String((await house.call("POST", "/wall", {}, member)).body["token"]);
  };

  it.each(ROLES)("of the role %s makes the calls that the wall needs, and no others", async (role) => {
    const may = [];
    for (const [name, call] of GUARDED) {
      const { status, code } = await ask(call, await startWall([role]));
      if ([401, 403].includes(status) && REFUSED.includes(code)) expect(code, name).toBe(ErrorCode.NotPermitted);
      else may.push(name);
    }
    // A further name here is something more that anybody in front of a screen in the hall may do.
    expect(may).toEqual(["me", "signOut", "socketTicket", "floor", "floorStills", "house"]);
  });

  it("shows no live picture, begins no other session, and is refused on record", async () => {
    const token = await startWall(["manager"]);
    for (const method of ["POST", "DELETE"] as const)
      expect(
        (await house.call(method, `/machines/1/whep${method === "DELETE" ? "/x" : ""}`, undefined, { token })).code,
      ).toBe(ErrorCode.NotPermitted);
    expect((await house.call("POST", "/wall", {}, { token })).code).toBe(ErrorCode.NotPermitted);
    expect((await house.acts("console.call")).map(({ target }) => target)).toContain("POST /wall");
  });
});

describe("nobody", () => {
  it("makes a call without a session, with an invented one, or with one that has ended", async () => {
    const gone = await newMember(["manager"], true);
    await house.call("POST", "/sign-out", {}, gone);
    for (const [name, call] of GUARDED)
      for (const token of [null, "staff-session.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "x", gone.token]) {
        const { status, code } = await ask(call, token);
        expect([status, code], `${name} ${token}`).toEqual([401, ErrorCode.TokenInvalid]);
      }
  });

  it("makes a call after being disabled, or with a session from before a change of roles", async () => {
    const manager = await newMember(["manager"], true);
    const disabled = await newMember(["manager"], true);
    const changed = await newMember(["manager"], true);
    expect((await house.call("POST", `/staff/${disabled.id}/disable`, { why: "left" }, manager)).status).toBe(204);
    const roles = { roles: ["viewer"], seen: ["manager"], why: "moved" };
    expect((await house.call("PUT", `/staff/${changed.id}/roles`, roles, manager)).status).toBe(204);
    for (const [name, call] of GUARDED)
      for (const { token } of [disabled, changed]) expect((await ask(call, token)).status, name).toBe(401);
  });
});

it("a call that a member may not make is a row of the audit log, those after ten of a quarter of an hour their number", async () => {
  const own = await openConsoleHouse();
  const viewer = await own.member("Refused", ["viewer"]);
  for (let n = 0; n < 25; n += 1) await own.call("POST", "/players/1/ban", { why: "no right" }, viewer);
  const rows = (await own.acts("console.call")).filter(({ from }) => String(from).startsWith(`staff ${viewer.id} `));
  expect(rows.length).toBeGreaterThanOrEqual(10);
  // The next quarter of an hour may have begun meanwhile.
  expect(rows.length).toBeLessThanOrEqual(20);
  expect(rows[0]).toMatchObject({ target: "POST /players/:id/ban", after: { outcome: "refused" } });
  // At the end of the server, at the latest.
  await own.console.close();
  const sums = (await own.acts("console.call")).filter(({ from }) => from === `staff ${viewer.id}`);
  const more = sums.map(({ after }) =>
    Number(/^(\d+) more refused$/.exec((after as { because: string }).because)?.[1]),
  );
  expect(more.reduce((sum, one) => sum + one, 0)).toBe(25 - rows.length);
  expect(sums[0]).toMatchObject({ by: viewer.name, target: null });
  await own.close();
});

it("what anybody may ask is refused by no permission", async () => {
  for (const [name, call] of CALLS.filter(([, { auth }]) => auth === "none")) {
    const { code } = await ask(call, null);
    expect([ErrorCode.NotPermitted, ConsoleErrorCode.SecondFactorRequired], name).not.toContain(code);
  }
});

it("answers fit their schemas", async () => {
  const member = await newMember(["manager"], true);
  for (const [name, call] of GUARDED.filter(([, { method }]) => method === "GET")) {
    const answer = await ask(call, member.token);
    expect(answer.status, name).not.toBe(401);
    if (answer.status !== 200 || !call.answer) continue;
    const value = "list" in answer.body ? (JSON.parse(String(answer.body["list"])) as unknown) : answer.body;
    expect(call.answer.safeParse(value).success, name).toBe(true);
  }
});
