import { expect, it } from "vitest";
import { PLAY_PROFILES, mergeSettings, playRulesOf } from "./index.ts";

const settingOf = (playRules: unknown) => mergeSettings({ playRules });

it("a house has no rules of play by default", () => {
  expect(playRulesOf(settingOf(undefined).settings.playRules)).toEqual(PLAY_PROFILES.none);
});

it("a profile is its rules, and an override differs from it in that rule alone", () => {
  expect(playRulesOf("ukgc")).toEqual(PLAY_PROFILES.ukgc);
  const { settings, ignored } = settingOf({ profile: "ukgc", idleReauthMinutes: 15 });
  expect(ignored).toEqual([]);
  expect(playRulesOf(settings.playRules)).toEqual({ ...PLAY_PROFILES.ukgc, idleReauthMinutes: 15 });
  expect(playRulesOf(settingOf({ autoplay: false }).settings.playRules)).toEqual({
    ...PLAY_PROFILES.none,
    autoplay: false,
  });
});

it("a minimum time allows no skill stop", () => {
  expect(playRulesOf({ profile: "ukgc", skillStop: true })).toMatchObject({ skillStop: false });
  expect(playRulesOf({ profile: "ukgc", skillStop: true, minGameSeconds: 0 })).toMatchObject({ skillStop: true });
});

it.each(["mars", { profile: "ukgc", autopay: true }, { minGameSeconds: -1 }, { recallGames: 0 }, 3, null])(
  "%j is refused as a whole, with its name in the list of what is ignored",
  (playRules) => {
    expect(settingOf(playRules)).toMatchObject({ settings: { playRules: "none" }, ignored: ["playRules"] });
  },
);
