/** A player's age over the console's calls: who may verify it, what is refused, and what the record and the lists show. */
import { ErrorCode } from "@reelcast/contract";
import { ConsoleErrorCode, PlayerListRow, PlayerRecord } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addTestPlayer } from "../../storage/testing/index.ts";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let risk: StaffClient;
let player: number;
beforeAll(async () => {
  house = await openConsoleHouse();
  risk = await house.member("Risk", ["risk"]);
  player = await addTestPlayer(house.app.domain.storage.db, "anna");
});
afterAll(() => house.close());

const post = (path: string, body: unknown, member = risk) =>
  house.call("POST", `/players/${player}${path}`, body, member);
const verify = (body: object, member?: StaffClient) => post("/age", { why: "identity card", ...body }, member);
const age = async () => {
  const { body } = await house.call("GET", `/players/${player}`, undefined, risk);
  return PlayerRecord.parse(body).age;
};
const unverified = async () => {
  const { body } = await house.call("GET", "/players?state=unverified&search=anna", undefined, risk);
  return z
    .array(PlayerListRow)
    .parse(body["items"])
    .map(({ username, states }) => ({ username, states }));
};

it("is verified with a date of birth and a reason, shown with who did it, and taken back", async () => {
  expect(await age()).toEqual({ verifiedAt: null, verifiedBy: null, bornOn: null, isRequired: false });
  expect(await unverified()).toEqual([{ username: "anna", states: [] }]);
  expect(await verify({ bornOn: "1990-01-31" })).toMatchObject({ status: 204 });
  expect(await age()).toMatchObject({ verifiedAt: expect.any(String), verifiedBy: "Risk", bornOn: "1990-01-31" });
  expect(await unverified()).toEqual([]);
  // Without a date of birth the known one stays.
  expect((await verify({})).status).toBe(204);
  expect(await age()).toMatchObject({ bornOn: "1990-01-31" });
  expect((await post("/age/take-back", { why: "a forged card" })).status).toBe(204);
  expect(await age()).toMatchObject({ verifiedAt: null, verifiedBy: null, bornOn: "1990-01-31" });
  expect(await house.acts("player.age-unverified")).toMatchObject([{ by: "Risk", target: `player ${player}` }]);
});

it("is not verified for the young, for a day that is none or in the future, without a reason or the permission", async () => {
  const young = `${new Date().getFullYear() - 10}-01-31`;
  expect(await verify({ bornOn: young })).toMatchObject({ status: 409, code: ConsoleErrorCode.TooYoung });
  for (const bornOn of ["1990-02-31", "2999-01-01", "1850-01-01", "31.01.1990", ""])
    expect(await verify({ bornOn }), bornOn).toMatchObject({ status: 400, code: ErrorCode.InvalidRequest });
  expect(await verify({ why: "" })).toMatchObject({ status: 400 });
  const cashier = await house.member("Cashier", ["cashier"], { secondFactor: true });
  expect(await verify({}, cashier)).toMatchObject({ status: 403 });
  expect(await post("/age/take-back", { why: "x" }, cashier)).toMatchObject({ status: 403 });
  expect(await age()).toMatchObject({ verifiedAt: null });
});

it("is waited for where the rules of play demand it", async () => {
  await house.app.domain.settings.save({
    author: "ayse",
    source: "command",
    why: "by hand",
    change: (body) => ({ ...body, playRules: "ukgc" }),
    currency: "refuse",
  });
  expect(await age()).toMatchObject({ isRequired: true });
  expect(await unverified()).toEqual([{ username: "anna", states: ["unverified"] }]);
});
