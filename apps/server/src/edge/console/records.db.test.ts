/** What each role is shown of the house's records over the console's calls. */
import { ErrorCode } from "@reelcast/contract";
import { PLAYER_ACT_CALLS, ROLE_PERMISSIONS, TOPIC_PERMISSIONS } from "@reelcast/contract/console";
import type { Role } from "@reelcast/contract/console";
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { recordAct } from "../../audit/index.ts";
import { openTestChat } from "../../chat/testing.ts";
import { newTable } from "../../wallet/testing.ts";
import type { Table } from "../../wallet/testing.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let at: Table;
let viewer: StaffClient;
beforeAll(async () => {
  house = await openConsoleHouse();
  const { storage, wallet } = house.app.domain;
  at = await newTable(storage.db, wallet);
  viewer = await house.member("Viewer", ["viewer"]);
});
afterAll(() => house.close());

it("what players write is shown to those who answer them alone, though others see that somebody waits", async () => {
  const { chat } = openTestChat(house.app.domain.storage.db);
  const { id: chatId } = (await chat.read(at.playerId, "support")).chat;
  await chat.send(at.playerId, { chatId, contactId: "support", text: "My IBAN is TR33" });
  const desk = await house.member("Desk", ["support"]);
  const key = `chat:${at.playerId}`;
  const detailIn = (body: Record<string, unknown>) =>
    (body["items"] as { key: string; detail: string | null }[]).find((item) => item.key === key)?.detail;
  const queue = async (member: StaffClient) => detailIn((await house.call("GET", "/queue", undefined, member)).body);
  expect(await queue(desk)).toBe("My IBAN is TR33");
  expect(await queue(viewer)).toBeNull();
});

it("of acts on a player, origin and states are read by those who may read the audit log", async () => {
  const target = `player ${at.playerId}`;
  await recordAct(house.app.domain.storage.db, {
    by: "Ali",
    via: "console",
    from: "staff 9 from 203.0.113.99",
    act: "player.credit",
    target,
    before: { balance: 471_147_114_711 },
    after: { balance: 571_157_115_711 },
    why: "won it",
  });
  const readAs = async (role: Role) => {
    const member = await house.member(`Reader ${role}`, [role], { secondFactor: true });
    const answer = await house.call("GET", `/players/${at.playerId}/acts`, undefined, member);
    return { code: answer.code, text: JSON.stringify(answer.body) };
  };
  for (const role of ["viewer", "attendant"] as const) expect((await readAs(role)).code).toBe(ErrorCode.NotPermitted);
  for (const role of ["cashier", "support"] as const) {
    const { text } = await readAs(role);
    expect(text).toContain("won it");
    expect(text).not.toMatch(/203\.0\.113\.99|471147114711|571157115711/);
  }
  for (const role of ["risk", "manager"] as const)
    expect((await readAs(role)).text).toMatch(/203\.0\.113\.99.*471147114711.*571157115711/);
});

it("a limit that risk sets counts at once where it is tighter, and waits for the player where it is looser", async () => {
  const risk = await house.member("Setter", ["risk"]);
  const limit = (value: number | null, why = "asked for by phone") =>
    house.call("POST", `/players/${at.playerId}/limit`, { kind: "loss", period: "day", value, why }, risk);
  expect((await limit(50_000)).body).toEqual({ pending: null });
  const asked = Date.now();
  const { pending } = PLAYER_ACT_CALLS.limitPlayer.answer.parse((await limit(80_000)).body);
  expect(pending?.value).toBe(80_000);
  expect(Date.parse(pending?.from ?? "") - asked).toBeGreaterThan(23.9 * 3_600_000);
  expect((await limit(null)).body).toMatchObject({ pending: { value: null } });
  expect((await limit(20_000)).body).toEqual({ pending: null });
  for (const wrong of [0, -1, 1.5, 2 ** 53]) expect((await limit(wrong)).status, String(wrong)).toBe(400);
  expect((await limit(10_000, "")).status).toBe(400);
});

it("chats are read and followed by those alone who answer them", async () => {
  for (const role of ["viewer", "attendant", "cashier", "risk"] as const) {
    const member = await house.member(`Curious ${role}`, [role], { secondFactor: true });
    for (const path of ["", `/${at.playerId}`, `/${at.playerId}/context`, `/${at.playerId}?before=5`])
      expect((await house.call("GET", `/desk/chats${path}`, undefined, member)).code, `${role} ${path}`).toBe(
        ErrorCode.NotPermitted,
      );
    expect(ROLE_PERMISSIONS[role]).not.toContain(TOPIC_PERMISSIONS.chat);
  }
});

it("a session begins no more than sixty watches a minute", async () => {
  const watch = () =>
    house.call("POST", "/machines/999999/whep", "v=0", { ...viewer, headers: { "content-type": "application/sdp" } });
  // Minutes are the clock's: none ends meanwhile.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const codes = [];
  for (let n = 0; n < 61; n += 1) codes.push((await watch()).code);
  expect(codes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => ErrorCode.NotFound));
  expect(codes[60]).toBe(ErrorCode.TooManyRequests);
});
