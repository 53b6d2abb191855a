/** What the staff writes: reasons, notes and names without characters that act on what shows them. */
import { ErrorCode } from "@reelcast/contract";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACTS, createActContext } from "../../acts/index.ts";
import { addTestPlayer } from "../../storage/testing/index.ts";
import { Authenticator } from "../../staff/testing/authenticator.ts";
import { ORIGIN, STAFF_PASSWORD, openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let manager: StaffClient;
let player: number;
beforeAll(async () => {
  house = await openConsoleHouse();
  manager = await house.member("Writer", ["manager", "support"], { secondFactor: true });
  player = await addTestPlayer(house.app.domain.storage.db, "anna");
});
afterAll(() => house.close());

const ACTING = [
  "\u0001",
  "\t",
  "\r",
  "\u001b[2J",
  "\u007f",
  "\u0085",
  "\u009b",
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
];
const shown = (text: string) => JSON.stringify(text);

it.each([...ACTING, "\n"].map((text) => [shown(text), text] as const))("a reason has no %s", async (_, bad) => {
  const why = `because${bad}of this`;
  const ban = await house.call("POST", `/players/${player}/ban`, { why }, manager);
  expect(ban.code).toBe(ErrorCode.InvalidRequest);
  const outOfOrder = await house.call("POST", "/machines/1/out-of-order", { reason: why }, manager);
  expect(outOfOrder.code).toBe(ErrorCode.InvalidRequest);
});

it.each(ACTING.map((text) => [shown(text), text] as const))("a note has no %s", async (_, bad) => {
  const note = await house.call("POST", `/players/${player}/notes`, { text: `a note${bad}of this` }, manager);
  expect(note.code).toBe(ErrorCode.InvalidRequest);
});

it("a note may have several lines, and any letters", async () => {
  const text = "first line\nsecond line: ملاحظة 👩‍👩‍👧 \u200f–";
  expect((await house.call("POST", `/players/${player}/notes`, { text }, manager)).status).toBe(204);
  const notes = await house.call("GET", `/players/${player}/notes`, undefined, manager);
  expect(JSON.stringify(notes.body)).toContain("second line");
});

it.each([...ACTING, "\n"].map((text) => [shown(text), text] as const))("a name has no %s", async (_, bad) => {
  const added = await house.call("POST", "/staff", { name: `A${bad}B`, roles: ["viewer"] }, manager);
  expect(added.code).toBe(ErrorCode.InvalidRequest);
  const begun = await house.call("POST", "/passkeys/options", { password: STAFF_PASSWORD }, manager);
  const challenge = String(begun.body["challenge"]);
  const response = new Authenticator().create({ challenge, rpId: "localhost", origin: ORIGIN });
  const passkey = await house.call("POST", "/passkeys", { challenge, name: `Key${bad}1`, response }, manager);
  expect(passkey.code).toBe(ErrorCode.InvalidRequest);
});

it("an act asked for otherwise has no such reason either", async () => {
  const by = { via: "command", by: "root", from: "here", why: "because\u202eof this" } as const;
  const context = createActContext(house.app.domain, { log: pino({ level: "silent" }) });
  await expect(ACTS.players.ban.run(context, by, { playerId: player })).rejects.toMatchObject({
    code: ErrorCode.InvalidRequest,
  });
});
