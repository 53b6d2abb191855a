/** The rules of play over the console's calls: what is in force, previews, changes of two people, refusals, and the history. */
import { ErrorCode, PLAY_PROFILES } from "@reelcast/contract";
import type { PlayRulesSetting } from "@reelcast/contract";
import { ConsoleErrorCode, PlayRulesState, PlayRulesVersion } from "@reelcast/contract/console";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openConsoleHouse } from "./testing/house.ts";
import type { ConsoleHouse, StaffClient } from "./testing/house.ts";

let house: ConsoleHouse;
let mert: StaffClient;
let nil: StaffClient;
beforeEach(async () => {
  house = await openConsoleHouse();
  mert = await house.member("Mert", ["manager"], { secondFactor: true });
  nil = await house.member("Nil", ["manager"], { secondFactor: true });
});
afterEach(() => house.close());

const read = async () => PlayRulesState.parse((await house.call("GET", "/play-rules", undefined, mert)).body);
const history = async () => {
  const { body } = await house.call("GET", "/play-rules/history", undefined, mert);
  return (body["versions"] as unknown[]).map((version) => PlayRulesVersion.parse(version));
};
const put = (member: StaffClient, seen: number, setting: unknown, why = "as the licence says") =>
  house.call("PUT", "/play-rules", { seen, setting, why }, member);
const preview = (setting: unknown) => house.call("POST", "/play-rules/preview", { setting }, mert);
/** As `house settings set` and a file do it. */
const change = (key: string, value: unknown) =>
  house.app.domain.settings.save({
    author: "ayse",
    source: "command",
    why: "by hand",
    change: (body) => ({ ...body, [key]: value }),
    currency: "refuse",
  });

it("a house that has chosen none has no rules, and reads what each profile says", async () => {
  expect(await read()).toEqual({
    version: 0,
    at: null,
    by: null,
    setting: "none",
    rules: PLAY_PROFILES.none,
    profiles: PLAY_PROFILES,
    retention: { log: 0, chat: 0, events: 0 },
  });
  expect(await history()).toEqual([]);
});

it("a choice is in force, in the history and in the audit log, with who made it and why", async () => {
  const setting = { profile: "ukgc", maxStake: 100 } satisfies PlayRulesSetting;
  const done = await put(mert, 0, setting);
  expect(done).toMatchObject({ status: 200, body: { rules: { ...PLAY_PROFILES.ukgc, maxStake: 100 } } });
  const now = await read();
  expect(now).toMatchObject({ by: "Mert", setting, rules: { autoplay: false, maxStake: 100 } });
  expect(done.body["version"]).toBe(now.version);
  await house.app.domain.settings.refresh();
  expect(house.app.domain.settings.current().playRules).toEqual(setting);
  expect((await put(nil, now.version, "ukgc", "the stake is higher again")).status).toBe(200);
  expect(await history()).toMatchObject([
    { by: "Nil", source: "console", why: "the stake is higher again", setting: "ukgc", rules: { maxStake: 500 } },
    { by: "Mert", source: "console", why: "as the licence says", setting, version: now.version },
  ]);
  expect(await house.acts("settings.play-rules")).toMatchObject([
    { by: "Mert", via: "console", target: "playRules", after: { playRules: setting } },
    { by: "Nil", after: { playRules: "ukgc" } },
  ]);
  const rows = house.app.domain.storage.db.selectFrom("audit_log").select(["before", "why"]);
  expect(await rows.where("act", "=", "settings.play-rules").where("by", "=", "Nil").execute()).toEqual([
    { before: { playRules: setting }, why: "the stake is higher again" },
  ]);
});

it("a preview says what would be in force, and changes nothing", async () => {
  // A minimum time allows no skill stop.
  expect((await preview({ minGameSeconds: 3 })).body).toEqual({
    rules: { ...PLAY_PROFILES.none, minGameSeconds: 3, skillStop: false },
  });
  expect((await read()).version).toBe(0);
});

it("of two people who change the same version the second is refused, and nothing of the first one's is lost", async () => {
  expect((await put(mert, 0, "mga")).status).toBe(200);
  expect(await put(nil, 0, "ukgc")).toMatchObject({
    status: 409,
    code: ConsoleErrorCode.RulesChanged,
    body: { Params: { person: "Mert" } },
  });
  expect((await read()).setting).toBe("mga");
  expect((await house.acts("settings.play-rules")).at(-1)?.after).toMatchObject({ outcome: "refused" });
});

it("of two at the same moment one is done and one refused", async () => {
  const answers = await Promise.all([put(mert, 0, "mga"), put(nil, 0, "ukgc")]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  expect(await history()).toHaveLength(1);
});

it("a change on the command line counts as another one, a change of another setting does not", async () => {
  await change("menuTitle", "Golden House");
  expect((await put(mert, 0, "mga")).status).toBe(200);
  const { version } = await read();
  await change("playRules", "gli19");
  expect((await put(mert, version, "ukgc")).code).toBe(ConsoleErrorCode.RulesChanged);
  expect(await history()).toMatchObject([
    { by: "ayse", source: "command", why: "by hand", setting: "gli19" },
    { by: "Mert", setting: "mga" },
  ]);
});

it.each([
  [{ profile: "ukgc", autoplay: true, maxStake: 1_000 }, ConsoleErrorCode.RulesBelowProfile],
  [{ profile: "ukgc", autopay: false }, ErrorCode.InvalidRequest],
  [{ profile: "ukgc", maxStake: -1 }, ErrorCode.InvalidRequest],
  ["nobody", ErrorCode.InvalidRequest],
])("%j is refused", async (setting, code) => {
  expect((await preview(setting)).code).toBe(code);
  const answer = await put(mert, 0, setting);
  expect(answer.code).toBe(code);
  if (code === ConsoleErrorCode.RulesBelowProfile)
    expect(answer.body).toMatchObject({ Params: { profile: "ukgc", rules: "autoplay, maxStake" } });
  expect((await read()).version).toBe(0);
});

it("a change without a visible reason is refused", async () => {
  expect((await put(mert, 0, "ukgc", "  ")).code).toBe(ConsoleErrorCode.ReasonMissing);
  expect((await read()).version).toBe(0);
});
