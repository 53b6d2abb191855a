/** WHEP for staff, which is no call of the contract: who may begin, change and end a watch. */
import { ErrorCode } from "@reelcast/contract";
import { ROLES, permissionsOf } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse } from "./testing/house.ts";

const MACHINE = 999_999;
const RESOURCE = "0b0e7a52-1111-4222-8333-444455556666";
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

/** Codes of an offer, a patch and an end, of a machine and a watch that do not exist. */
async function codes(token: string | null) {
  const send = (method: "POST" | "PATCH" | "DELETE", path: string, type: string) =>
    house.call(method, `/machines/${MACHINE}/whep${path}`, method === "DELETE" ? undefined : "v=0", {
      token,
      headers: method === "DELETE" ? {} : { "content-type": type, "if-match": "*" },
    });
  const answers = [
    await send("POST", "", "application/sdp"),
    await send("PATCH", `/${RESOURCE}`, "application/trickle-ice-sdpfrag"),
    await send("DELETE", `/${RESOURCE}`, ""),
  ];
  return answers.map(({ status, code }) => code ?? status);
}

it("nobody watches without a session, with one that has ended, or as a disabled member", async () => {
  const manager = await house.member("Manager", ["manager"], { secondFactor: true });
  const gone = await house.member("Gone", ["viewer"]);
  const disabled = await house.member("Disabled", ["viewer"]);
  await house.call("POST", "/sign-out", {}, gone);
  await house.call("POST", `/staff/${disabled.id}/disable`, { why: "left" }, manager);
  const none = [ErrorCode.TokenInvalid, ErrorCode.TokenInvalid, ErrorCode.TokenInvalid];
  for (const token of [null, "staff-session.AAAA", gone.token, disabled.token])
    expect(await codes(token)).toEqual(none);
});

it.each(ROLES)(
  "%s watches as its permissions say, and changes and ends what its own session began alone",
  async (role) => {
    const member = await house.member(`Of ${role}`, [role]);
    const offer = permissionsOf([role]).includes("machine.watch") ? ErrorCode.NotFound : ErrorCode.NotPermitted;
    // To end what does not exist is done.
    expect(await codes(member.token)).toEqual([offer, ErrorCode.NotFound, 200]);
  },
);

it("who has no role that this version knows does not watch", async () => {
  const member = await house.member("Nothing", ["viewer"]);
  await house.app.database.superuser
    .updateTable("staff")
    .set({ roles: ["later"] })
    .where("id", "=", member.id)
    .execute();
  expect(await codes(member.token)).toEqual([ErrorCode.NotPermitted, ErrorCode.NotFound, 200]);
});
