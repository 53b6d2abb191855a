/** Rules of play about the player: verified age, highest stake and reality check, over HTTP and at a machine. */
import { ErrorCode } from "@reelcast/contract";
import type { PlayRulesSetting } from "@reelcast/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { BET, cashIn, openProtectedHouse, refusal } from "./testing/protectedHouse.ts";
import type { ProtectedHouse } from "./testing/protectedHouse.ts";

let house: ProtectedHouse;
beforeEach(async () => {
  house = await openProtectedHouse();
});
afterEach(() => house.close());

const rules = (playRules: PlayRulesSetting) =>
  house.app.domain.settings.save({
    author: "test",
    source: "command",
    currency: "keep",
    change: (body) => ({ ...body, playRules }),
  });
const verify = (bornOn: string | null, verifiedAt: Date | null = new Date()) =>
  house.app.domain.protection.setAge(house.anna.id, { verifiedAt, bornOn });

it("nobody sits down before their age is verified, and money for a machine is refused once it is not any more", async () => {
  await rules({ ageCheck: true });
  expect(await refusal(house.sit())).toEqual({ code: ErrorCode.AgeNotVerified });
  await verify(null);
  const seat = await house.sit();
  expect(await refusal(cashIn(seat, 1_000))).toBeNull();
  expect(await refusal(house.sit(house.boris, 1))).toEqual({ code: ErrorCode.AgeNotVerified });
  await verify(null, null);
  expect(await refusal(cashIn(seat, 1_000))).toEqual({ code: ErrorCode.AgeNotVerified });
  // What is on the machine may be played, and taken back.
  expect(await refusal(seat.press("play"))).toBeNull();
  await house.machines.still();
  expect(await seat.leave()).toEqual({ amount: 1_000 - BET });
  await rules("none");
  expect(await refusal(house.sit())).toBeNull();
});

it("a game costs no more than the rule allows, and less where the player is young or of unknown age", async () => {
  await rules({ maxStake: BET, maxStakeUnder25: BET - 1 });
  const seat = await house.sit();
  await cashIn(seat, 10_000);
  expect(await refusal(seat.press("play"))).toEqual({ code: ErrorCode.StakeTooHigh, amount: BET - 1 });
  await verify("1990-01-31");
  await vi.waitFor(async () => expect(await refusal(seat.press("play"))).toBeNull());
  await house.machines.still();
  await seat.press("bet-max");
  expect(await refusal(seat.press("play"))).toEqual({ code: ErrorCode.StakeTooHigh, amount: BET });
  expect(house.machines.of().state().credit).toBe(10_000 - BET);
});

it("a reality check comes at least as often as the rule asks for, whatever the player chose", async () => {
  const set = (minutes: number | null) =>
    house.ask(house.anna.token, "PUT", "/player/protection/reality-check", { minutes });
  await rules({ realityCheckMinutes: 30 });
  expect(await house.standing()).toMatchObject({ realityCheckMinutes: 30, realityCheckAtMost: 30 });
  await set(120);
  expect(await house.standing()).toMatchObject({ realityCheckMinutes: 30 });
  expect((await house.sit()).init.limits.realityCheckMinutes).toBe(30);
  await set(15);
  expect(await house.standing()).toMatchObject({ realityCheckMinutes: 15 });
  await rules("none");
  expect(await house.standing()).toMatchObject({ realityCheckMinutes: 15, realityCheckAtMost: null });
});
