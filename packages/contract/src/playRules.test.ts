import { describe, expect, it } from "vitest";
import { PLAY_PROFILES, PlayRules, maxStakeOf, mergeSettings, playRulesOf, weakerRules } from "./index.ts";

const settingOf = (playRules: unknown) => mergeSettings({ playRules });

it("a house has no rules of play by default", () => {
  expect(playRulesOf(settingOf(undefined).settings.playRules)).toEqual(PLAY_PROFILES.none);
});

it.each(Object.entries(PLAY_PROFILES))("the profile %s names every rule, and is its rules", (name, rules) => {
  expect(PlayRules.parse(rules)).toEqual(rules);
  const { settings, ignored } = settingOf(name);
  expect(ignored).toEqual([]);
  expect(playRulesOf(settings.playRules)).toEqual(rules);
});

it("an override differs from its profile in that rule alone", () => {
  const { settings, ignored } = settingOf({ profile: "ukgc", idleReauthMinutes: 15 });
  expect(ignored).toEqual([]);
  expect(playRulesOf(settings.playRules)).toEqual({ ...PLAY_PROFILES.ukgc, idleReauthMinutes: 15 });
  expect(playRulesOf(settingOf({ autoplay: false }).settings.playRules)).toEqual({
    ...PLAY_PROFILES.none,
    autoplay: false,
  });
});

describe("a rule that is weaker than the regulator's profile", () => {
  const weak = {
    minGameSeconds: 1,
    autoplay: true,
    skillStop: true,
    sessionClock: false,
    netPosition: false,
    celebrateLosses: true,
    idleReauthMinutes: 0,
    recallGames: 9,
    maxStake: 501,
    maxStakeUnder25: 0,
    realityCheckMinutes: 61,
    ageCheck: false,
    limitPrompt: false,
  };
  it("has no effect, and is named", () => {
    expect(weakerRules({ profile: "ukgc", ...weak }).rules).toEqual(Object.keys(weak));
    expect(playRulesOf({ profile: "ukgc", ...weak })).toEqual(PLAY_PROFILES.ukgc);
  });
  it("counts where no regulator stands behind the profile", () => {
    for (const profile of ["none", "tr-demo"] as const) {
      expect(weakerRules({ profile, ...weak }).rules).toEqual([]);
      // But for the skill stop, which a minimum time switches off.
      expect(playRulesOf({ profile, ...weak })).toEqual({ ...weak, skillStop: false });
    }
  });
  it("a stricter one counts in every profile", () => {
    const strict = { minGameSeconds: 5, recallGames: 20, maxStake: 100, realityCheckMinutes: 30, autoplay: false };
    expect(weakerRules({ profile: "ukgc", ...strict }).rules).toEqual([]);
    expect(playRulesOf({ profile: "ukgc", ...strict })).toMatchObject(strict);
    // The profile sets none: any is stricter.
    expect(playRulesOf({ profile: "mga", maxStake: 100_000 })).toMatchObject({ maxStake: 100_000 });
  });
});

it("a minimum time allows no skill stop", () => {
  expect(playRulesOf({ profile: "none", skillStop: true, minGameSeconds: 1 })).toMatchObject({ skillStop: false });
  expect(playRulesOf({ profile: "none", skillStop: true, minGameSeconds: 0 })).toMatchObject({ skillStop: true });
});

it("the highest stake is lower for the young, and for those of unknown age", () => {
  expect(maxStakeOf(PLAY_PROFILES.ukgc, false)).toBe(500);
  expect(maxStakeOf(PLAY_PROFILES.ukgc, true)).toBe(200);
  expect(maxStakeOf({ maxStake: 500, maxStakeUnder25: 0 }, true)).toBe(500);
  expect(maxStakeOf({ maxStake: 100, maxStakeUnder25: 200 }, true)).toBe(100);
  expect(maxStakeOf(PLAY_PROFILES.none, true)).toBeNull();
});

it.each(["mars", { profile: "ukgc", autopay: true }, { minGameSeconds: -1 }, { recallGames: 0 }, 3, null])(
  "%j is refused as a whole, with its name in the list of what is ignored",
  (playRules) => {
    expect(settingOf(playRules)).toMatchObject({ settings: { playRules: "none" }, ignored: ["playRules"] });
  },
);
