/** The question about a limit of money, over HTTP: when the server says that it is due, and what it keeps of the answer. */
import type { PlayRulesSetting, Protection as ProtectionAnswer } from "@reelcast/contract";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openProtectedHouse } from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
  await rules("ukgc");
});
afterEach(() => house.close());

const rules = (playRules: PlayRulesSetting) =>
  house.app.domain.settings.save({
    author: "test",
    source: "command",
    currency: "keep",
    change: (body) => ({ ...body, playRules }),
  });
const isDue = async (who = house.anna) => (await house.standing(who)).limitPrompt === true;
const decline = async (who = house.anna) =>
  (await house.ask(who.token, "POST", "/player/protection/limit-prompt/decline", {})).json<ProtectionAnswer>();
const offered = async () =>
  (await house.app.http.inject("/Settings.json")).json<{ limitPrompt: unknown }>().limitPrompt;
const declined = () =>
  house.db.selectFrom("log_entries").select(["player_id", "detail"]).where("type", "=", "LIMIT_DECLINED").execute();

it("is due under the profile that asks for it, and the settings of the app say whether to ask", async () => {
  expect([await isDue(), await offered()]).toEqual([true, true]);
  await rules("mga");
  expect([await isDue(), await offered()]).toEqual([false, false]);
  await rules({ profile: "mga", limitPrompt: true });
  expect([await isDue(), await offered()]).toEqual([true, true]);
});

it("is answered by a limit of money of this player, not by one of time", async () => {
  await house.limit("time", "day", 60);
  expect(await isDue()).toBe(true);
  const answer = (await house.limit("loss", "week", 5_000)).json<ProtectionAnswer>();
  expect(answer.limitPrompt).toBeUndefined();
  expect([await isDue(), await isDue(house.boris)]).toEqual([false, true]);
});

it("is answered by declining, which is recorded once, until a year is over", async () => {
  expect((await decline()).limitPrompt).toBeUndefined();
  await Promise.all([decline(), decline()]);
  expect(await declined()).toEqual([{ player_id: house.anna.id, detail: "" }]);
  await sql`update player_protection set limit_decided_at = now() - interval '364 days'`.execute(house.db);
  expect(await isDue()).toBe(false);
  await sql`update player_protection set limit_decided_at = now() - interval '366 days'`.execute(house.db);
  expect(await isDue()).toBe(true);
});

it("records nothing where no question is due", async () => {
  await rules("none");
  await decline();
  await rules("ukgc");
  await house.limit("deposit", "month", 5_000);
  await decline();
  expect(await declined()).toEqual([]);
  expect((await house.ask(null, "POST", "/player/protection/limit-prompt/decline", {})).statusCode).toBe(401);
});
