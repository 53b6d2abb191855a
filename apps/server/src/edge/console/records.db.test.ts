/** What each role is shown of the house's records over the console's calls. */
import { ErrorCode } from "@reelcast/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
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

it("a session begins no more than sixty watchings a minute", async () => {
  const watch = () =>
    house.call("POST", "/machines/999999/whep", "v=0", { ...viewer, headers: { "content-type": "application/sdp" } });
  const codes = [];
  for (let n = 0; n < 61; n += 1) codes.push((await watch()).code);
  expect(codes.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => ErrorCode.NotFound));
  expect(codes[60]).toBe(ErrorCode.TooManyRequests);
});
