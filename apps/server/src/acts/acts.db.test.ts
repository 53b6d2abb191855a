/** Acts on players and machines, from the console of a running server. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deskMessages } from "../chat/index.ts";
import { openProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import type { ProtectedHouse } from "../edge/http/testing/protectedHouse.ts";
import { listNotes } from "../notes/index.ts";
import { ACTS, createActContext } from "./index.ts";
import type { ActContext } from "./index.ts";
import { staff } from "./testing.ts";

let house: ProtectedHouse;
let context: ActContext;
let playerId = 0;
let machineId = 0;
beforeAll(async () => {
  house = await openProtectedHouse();
  context = createActContext(house.app.domain, { log: pino({ level: "silent" }) });
  playerId = house.anna.id;
  machineId = house.machines.ids[0] ?? 0;
});
afterAll(() => house.close());

const manager = staff("leyla");
const lastAct = () =>
  house.db.selectFrom("audit_log").selectAll().orderBy("seq", "desc").limit(1).executeTakeFirstOrThrow();
const isLoggedIn = async (token: string) => (await house.ask(token, "GET", "/player/protection")).statusCode === 200;
const freshToken = async () => (await house.login("anna")).json<{ token: string }>().token;

test("ended logins are ended at once, and the player may log in again", async () => {
  const token = await freshToken();
  const ended: unknown[] = [];
  const unsubscribe = house.app.bus.subscribe("player.ended", (message) => void ended.push(message));
  const { result } = await ACTS.players.endLogins.run(context, manager, { playerId });
  expect(result.ended).toBeGreaterThanOrEqual(1);
  expect(await isLoggedIn(token)).toBe(false);
  await expect.poll(() => ended).toEqual([{ playerId, tokenIds: null, reason: "logout" }]);
  unsubscribe();
  expect(await isLoggedIn(await freshToken())).toBe(true);
});

test("a reset PIN is the default one, which the player replaces after the next login; all logins end", async () => {
  const choose = async (token: string, pin: string) =>
    (await house.ask(token, "POST", "/player/pin/choice", { pin })).statusCode;
  const before = await freshToken();
  expect(await choose(before, "4711")).toBe(200);
  expect(await choose(before, "4712")).toBe(409);
  await ACTS.players.resetPin.run(context, manager, { playerId });
  expect(await isLoggedIn(before)).toBe(false);
  expect(await choose(await freshToken(), "4713")).toBe(200);
  expect(JSON.stringify(await lastAct())).not.toContain("pbkdf2");
});

test("a reset password is answered once, and the log has none of it", async () => {
  const boris = house.boris.id;
  const { result } = await ACTS.players.resetPassword.run(context, manager, { playerId: boris });
  expect((await house.login("boris", result.generated ?? "")).statusCode).toBe(200);
  expect(JSON.stringify(await lastAct())).not.toContain(result.generated);
  const given = await ACTS.players.resetPassword.run(context, manager, {
    playerId: boris,
    password: "ein langes Passwort",
  });
  expect(given.result.generated).toBeNull();
  await expect(
    ACTS.players.resetPassword.run(context, manager, { playerId: boris, password: "password" }),
  ).rejects.toMatchObject({ code: ErrorCode.PasswordTooCommon });
  expect(await lastAct()).toMatchObject({ act: "player.password", after: { outcome: "refused" } });
});

test("a limit of the house is the player's own: tighter at once, looser only by the player's confirmation", async () => {
  const limit = (value: number | null) =>
    ACTS.players.setLimit.run(context, manager, { playerId, kind: "time", period: "day", value });
  expect((await limit(120)).result).toMatchObject({ value: 120, pending: null });
  expect((await limit(null)).result).toMatchObject({ value: 120, pending: { value: null } });
  expect(await lastAct()).toMatchObject({
    act: "player.limit",
    before: { kind: "time", period: "day", value: 120, pending: null },
    after: { value: 120, pending: { value: null } },
  });
});

test("a limit of time is no longer than its period", async () => {
  const limit = (period: "day" | "week" | "month", value: number) =>
    ACTS.players.setLimit.run(context, manager, { playerId: house.boris.id, kind: "time", period, value });
  for (const [period, most] of [
    ["day", 1_440],
    ["week", 10_080],
    ["month", 44_640],
  ] as const) {
    await expect(limit(period, most + 1)).rejects.toMatchObject({ code: ErrorCode.InvalidRequest });
    expect((await limit(period, most)).result).toMatchObject({ value: most, pending: null });
  }
  const own = await house.ask(await freshToken(), "PUT", "/player/protection/limit", {
    kind: "time",
    period: "day",
    value: 1_441,
  });
  expect(own.json()).toMatchObject({ code: ErrorCode.InvalidRequest });
});

test("notes are for the house: added, listed, and never changed", async () => {
  const note = (text: string) => ACTS.players.note.run(context, staff("deniz", "support", null), { playerId, text });
  await note("asked for\na receipt");
  await note("  got it ");
  expect(await listNotes(house.db, playerId)).toMatchObject([
    { by: "deniz", text: "got it" },
    { by: "deniz", text: "asked for\na receipt" },
  ]);
  const [, first] = await listNotes(house.db, playerId);
  expect(await listNotes(house.db, playerId, (first?.id ?? 0) + 1)).toHaveLength(1);
  expect(await lastAct()).toMatchObject({ act: "player.note", target: `player ${playerId}`, after: { characters: 6 } });
  await expect(house.db.deleteFrom("player_notes").execute()).rejects.toThrow("permission denied");
  await expect(house.superuser.updateTable("player_notes").set({ text: "x" }).execute()).rejects.toThrow("append-only");
  await expect(note(" \u200b ")).rejects.toMatchObject({ code: ErrorCode.InvalidRequest });
});

test("a chat is answered, and taken by one person at a time", async () => {
  const seen: unknown[] = [];
  const unsubscribe = house.app.bus.subscribe("chat.changed", (message) => void seen.push(message));
  await ACTS.chats.answer.run(context, staff("deniz", "support", null), { playerId, text: "Merhaba" });
  await expect.poll(() => seen).toMatchObject([{ playerId, contactId: "support", message: { message: "Merhaba" } }]);
  unsubscribe();
  const assign = (to: string | null) =>
    ACTS.chats.assign.run(context, staff("deniz", "support", null), { playerId, to });
  const assignedTo = async () => (await deskMessages(house.db, { playerId }))?.chat.assignedTo;
  // Nobody had it: who answers takes it.
  expect(await assignedTo()).toBe("deniz");
  expect((await assign("ali")).result).toEqual({ before: "deniz" });
  expect(await assignedTo()).toBe("ali");
  await assign(null);
  expect(await assignedTo()).toBeNull();
  expect((await assign("deniz")).result).toEqual({ before: null });
});

test("a machine goes out of order and comes back, by the running floor", async () => {
  const attendant = staff("ali", "attendant", null);
  await ACTS.machines.outOfOrder.run(context, attendant, { machineId, reason: "reel stalled" });
  await expect
    .poll(async () =>
      house.sit().then(
        () => null,
        ({ code }: { code: number }) => code,
      ),
    )
    .toBe(ErrorCode.MachineOutOfOrder);
  const { result, after } = await ACTS.machines.back.run(context, attendant, { machineId });
  expect([result.waiting, after]).toEqual([false, expect.objectContaining({ outcome: "done", outOfOrder: null })]);
  await expect(ACTS.machines.retire.run(context, attendant, { machineId })).rejects.toMatchObject({
    code: ErrorCode.NotPermitted,
  });
});

test("a machine is closed to new players and opened, by the running floor, and each is recorded", async () => {
  const attendant = staff("ali", "attendant", null);
  const seat = await house.sit();
  await ACTS.machines.close.run(context, attendant, { machineId, reason: " to be cleaned " });
  expect(await lastAct()).toMatchObject({
    act: "machine.close",
    by: "ali",
    before: { closedAt: null, closedBecause: null },
    after: { closedAt: expect.any(String), closedBecause: "to be cleaned" },
  });
  const again = await house.sit();
  expect(again.init).toMatchObject({ session: { id: seat.sessionId, resumed: true } });
  await again.leave();
  const statuses: unknown[] = [];
  const unsubscribe = house.app.bus.subscribe("machine.status", (message) => void statuses.push(message));
  await expect(house.sit()).rejects.toMatchObject({ code: ErrorCode.MachineOutOfOrder });
  await ACTS.machines.open.run(context, attendant, { machineId });
  expect(await lastAct()).toMatchObject({ act: "machine.open", after: { closedAt: null, closedBecause: null } });
  await expect.poll(() => statuses).toEqual([{ id: machineId, status: "available" }]);
  unsubscribe();
  await (await house.sit()).leave();
  const viewer = staff("can", "viewer");
  for (const act of [ACTS.machines.close, ACTS.machines.open])
    await expect(act.run(context, viewer, { machineId })).rejects.toMatchObject({ code: ErrorCode.NotPermitted });
});

test("what a machine refuses has a code, and is recorded as refused", async () => {
  await expect(ACTS.machines.handPay.run(context, manager, { machineId })).rejects.toMatchObject({
    code: ConsoleErrorCode.NoHandPay,
    params: { machine: machineId },
  });
  expect(await lastAct()).toMatchObject({ act: "machine.hand-pay", after: { outcome: "refused" } });
  const seat = await house.sit();
  await expect(ACTS.machines.retire.run(context, manager, { machineId })).rejects.toMatchObject({
    code: ConsoleErrorCode.RetireSeated,
  });
  await expect(ACTS.machines.settle.run(context, manager, { machineId })).rejects.toMatchObject({
    code: ConsoleErrorCode.SomebodySeated,
  });
  await seat.leave();
  await expect(ACTS.machines.unlock.run(context, manager, { machineId: 99 })).rejects.toMatchObject({
    code: ConsoleErrorCode.MachineUnknown,
  });
});

test("a ban takes effect in the running server, and can be ended", async () => {
  const token = await freshToken();
  await ACTS.players.ban.run(context, staff("rıza", "risk"), { playerId });
  expect(await isLoggedIn(token)).toBe(false);
  expect((await house.login("anna")).json()).toMatchObject({ code: ErrorCode.PlayerBanned });
  await ACTS.players.unban.run(context, staff("rıza", "risk"), { playerId });
  expect((await house.login("anna")).statusCode).toBe(200);
});

test("a player who does not exist, a machine, a transfer and a request: each refusal says which", async () => {
  await expect(ACTS.players.ban.run(context, manager, { playerId: 999 })).rejects.toMatchObject({
    code: ConsoleErrorCode.PlayerUnknown,
  });
  await expect(ACTS.approvals.approve.run(context, manager, { requestId: 999 })).rejects.toMatchObject({
    code: ConsoleErrorCode.RequestUnknown,
  });
  const transferId = "00000000-0000-4000-8000-000000000000";
  await expect(ACTS.transfers.resolve.run(context, manager, { transferId, outcome: "failed" })).rejects.toMatchObject({
    code: ConsoleErrorCode.TransferUnknown,
  });
});
