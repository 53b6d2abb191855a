/** Sessions and rights that are taken while a call is under way. */
import { once } from "node:events";
import { connect } from "node:net";
import type { AddressInfo } from "node:net";
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Authenticator } from "../../staff/testing/authenticator.ts";
import { HOST, ORIGIN, STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse } from "./testing/house.ts";
import { stayOpen } from "../../storage/testing/locks.ts";

const SITE = { rpId: "localhost", origin: ORIGIN };
const MINUTE = 60_000;
let house: ConsoleHouse;
beforeAll(async () => {
  house = await openConsoleHouse();
});
afterAll(() => house.close());

/** Of transactions that wait for another one's decision. */
async function locksWaitedFor({ app }: ConsoleHouse): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.database.superuser);
  return rows[0]?.count ?? 0;
}
const signIn = (name: string) => house.call("POST", "/sign-in", { name, password: STAFF_PASSWORD });

it("a second step after the password was changed is not accepted", async () => {
  const member = await house.member("Changed", ["manager"], { secondFactor: true });
  house.clock.time += MINUTE;
  const attacker = await signIn("Changed");
  const body = { password: STAFF_PASSWORD, newPassword: "another long one" };
  expect((await house.call("POST", "/password", body, member)).status).toBe(200);
  const code = { token: attacker.body["token"], code: house.code(member) };
  expect((await house.call("POST", "/sign-in/second-factor", code)).code).toBe(ErrorCode.TokenInvalid);
});

it("a session ends 12 hours after its beginning, however often its token is renewed", async () => {
  const member = await house.member("Renewed", ["viewer"]);
  for (let n = 0; n < 71; n += 1) {
    house.clock.time += 10 * MINUTE;
    expect((await house.call("POST", "/active", {}, member)).status).toBe(204);
  }
  const body = { password: STAFF_PASSWORD, newPassword: "another long one" };
  const token = String((await house.call("POST", "/password", body, member)).body["token"]);
  expect((await house.call("GET", "/me", undefined, { token })).status).toBe(200);
  house.clock.time += 10 * MINUTE;
  expect((await house.call("GET", "/me", undefined, { token })).status).toBe(401);
});

it("a passkey that a reset takes while it signs in begins no session", async () => {
  const member = await house.member("Taken", ["manager"]);
  const authenticator = new Authenticator();
  const begun = await house.call("POST", "/passkeys/options", { password: STAFF_PASSWORD }, member);
  const asked = String(begun.body["challenge"]);
  const response = authenticator.create({ challenge: asked, ...SITE });
  const added = await house.call("POST", "/passkeys", { challenge: asked, name: "Laptop", response }, member);
  expect(added.status).toBe(200);
  const challenge = String((await house.call("POST", "/sign-in/passkey/options", {})).body["challenge"]);
  const { superuser } = house.app.database;
  const lastUsed = () =>
    superuser.selectFrom("staff_passkeys").select("last_used_at").where("staff_id", "=", member.id).executeTakeFirst();
  const answer = await house.app.domain.storage.db.transaction().execute(async (trx) => {
    await stayOpen(trx);
    // The session's beginning waits for this row.
    await trx.selectFrom("staff").select("id").where("id", "=", member.id).forUpdate().execute();
    const signed = house.call("POST", "/sign-in/passkey", {
      challenge,
      response: authenticator.get({ challenge, ...SITE }),
    });
    await expect.poll(async () => (await lastUsed())?.last_used_at ?? null).not.toBeNull();
    await house.staff.administration.reset(trx, member.id, { mayBeLast: false });
    return { signed };
  });
  expect((await answer.signed).code).toBe(ConsoleErrorCode.PasskeyNotAccepted);
});

it("the first manager's link makes none while a member is being added", async () => {
  const own = await openConsoleHouse();
  const link = await own.staff.firstManagerLink();
  const token = link?.path.split("#")[1] ?? "";
  const opened = await own.app.domain.storage.db.transaction().execute(async (trx) => {
    await stayOpen(trx);
    await own.staff.administration.add(trx, { name: "Added", roles: ["manager"] });
    const opening = own.call("POST", "/link/open", { token, name: "Eve", password: STAFF_PASSWORD });
    let isOver = false;
    void opening.then(() => {
      isOver = true;
    });
    await expect.poll(async () => isOver || (await locksWaitedFor(own)) > 0).toBe(true);
    return { opening };
  });
  expect((await opened.opening).code).toBe(ErrorCode.SignInLinkInvalid);
  await own.close();
});

it("an act whose body comes after its member was disabled is refused", async () => {
  await house.console.listen({ host: "127.0.0.1", port: 0 });
  const { port } = house.console.server.address() as AddressInfo;
  const manager = await house.member("Late", ["manager"], { secondFactor: true });
  await house.member("Stays", ["manager"]);
  const body = JSON.stringify({ name: "Made late", roles: ["manager"] });
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString()));
  const head = [
    "POST /api/v1/staff HTTP/1.1",
    `Host: ${HOST}`,
    `Authorization: Bearer ${manager.token}`,
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  const arrived = new Promise<void>((resolve) => house.console.server.once("request", () => resolve()));
  socket.write(`${head.join("\r\n")}\r\n\r\n${body.slice(0, 5)}`);
  await arrived;
  // A later call of the same session is answered once the first one was looked at.
  expect((await house.call("GET", "/me", undefined, manager)).status).toBe(200);
  await house.app.domain.storage.db.transaction().execute((trx) => house.staff.administration.disable(trx, manager.id));
  const closed = once(socket, "close");
  socket.write(body.slice(5));
  await closed;
  expect(answer).toContain("HTTP/1.1 401");
  const members = await house.staff.administration.list(house.app.domain.storage.db);
  expect(members.map(({ name }) => name)).not.toContain("Made late");
});
