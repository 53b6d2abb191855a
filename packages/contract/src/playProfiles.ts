/** The profiles of the rules of play, and the rules that a setting means. Pure data and functions; the app needs none of it. */
import { NO_PLAY_RULES } from "./playRules.ts";
import type { PlayProfile, PlayRules, PlayRulesSetting } from "./playRules.ts";

/**
 * A profile is the least that it asks: single rules may be stricter. Where a regulator asks nothing, the value is that of no
 * rules.
 */
export const PLAY_PROFILES: Readonly<Record<PlayProfile, Readonly<PlayRules>>> = {
  none: NO_PLAY_RULES,
  /** UK Gambling Commission, online slots. Stakes are £5.00 and £2.00: a house with another currency sets its own. */
  ukgc: {
    minGameSeconds: 2.5,
    autoplay: false,
    skillStop: false,
    sessionClock: true,
    netPosition: true,
    celebrateLosses: false,
    idleReauthMinutes: 30,
    recallGames: 10,
    maxStake: 500,
    maxStakeUnder25: 200,
    realityCheckMinutes: 60,
    ageCheck: true,
    limitPrompt: true,
  },
  /** Malta Gaming Authority: reality checks and limits for every player. An hour, and the clock, are this profile's choice. */
  mga: {
    minGameSeconds: 0,
    autoplay: true,
    skillStop: true,
    sessionClock: true,
    netPosition: false,
    celebrateLosses: false,
    idleReauthMinutes: 0,
    recallGames: 10,
    maxStake: 0,
    maxStakeUnder25: 0,
    realityCheckMinutes: 60,
    ageCheck: true,
    limitPrompt: false,
  },
  /** Gaming Laboratories International, GLI-19: a technical standard that many regulators take over in parts. */
  gli19: {
    minGameSeconds: 0,
    autoplay: true,
    skillStop: true,
    sessionClock: false,
    netPosition: false,
    celebrateLosses: false,
    idleReauthMinutes: 30,
    recallGames: 10,
    maxStake: 0,
    maxStakeUnder25: 0,
    realityCheckMinutes: 0,
    ageCheck: true,
    limitPrompt: false,
  },
  /** For demonstrations without money's worth, shown in Turkish: no regulator stands behind it, and every rule may differ. */
  "tr-demo": {
    minGameSeconds: 0,
    autoplay: true,
    skillStop: true,
    sessionClock: true,
    netPosition: true,
    celebrateLosses: false,
    idleReauthMinutes: 0,
    recallGames: 10,
    maxStake: 0,
    maxStakeUnder25: 0,
    realityCheckMinutes: 30,
    ageCheck: false,
    limitPrompt: false,
  },
};
/** Profiles behind which no regulator stands: every rule may differ. */
const FREE: readonly PlayProfile[] = ["none", "tr-demo"];

/** Which value of a rule protects the player more. "lowAbove0": 0 is none. */
const STRICTER: Readonly<Record<keyof PlayRules, "high" | "lowAbove0" | "on" | "off">> = {
  minGameSeconds: "high",
  autoplay: "off",
  skillStop: "off",
  sessionClock: "on",
  netPosition: "on",
  celebrateLosses: "off",
  idleReauthMinutes: "lowAbove0",
  recallGames: "high",
  maxStake: "lowAbove0",
  maxStakeUnder25: "lowAbove0",
  realityCheckMinutes: "lowAbove0",
  ageCheck: "on",
  limitPrompt: "on",
};
type RuleName = keyof PlayRules;

function isWeaker(rule: RuleName, value: PlayRules[RuleName], least: PlayRules[RuleName]): boolean {
  const [a, b] = [Number(value), Number(least)];
  switch (STRICTER[rule]) {
    case "high":
    case "on":
      return a < b;
    case "off":
      return a > b;
    case "lowAbove0":
      return b > 0 && (a === 0 || a > b);
  }
}

const partsOf = (setting: PlayRulesSetting) => {
  const { profile = "none", ...rules } = typeof setting === "string" ? { profile: setting } : setting;
  const overrides = (Object.entries(rules) as [RuleName, PlayRules[RuleName] | undefined][]).flatMap(([rule, value]) =>
    value === undefined ? [] : [{ rule, value }],
  );
  return { profile, overrides };
};

export const profileOf = (setting: PlayRulesSetting): PlayProfile => partsOf(setting).profile;

/** The rules of a setting that are weaker than its profile permits: they have no effect. */
export function weakerRules(setting: PlayRulesSetting): { profile: PlayProfile; rules: RuleName[] } {
  const { profile, overrides } = partsOf(setting);
  const rules = FREE.includes(profile)
    ? []
    : overrides.filter(({ rule, value }) => isWeaker(rule, value, PLAY_PROFILES[profile][rule]));
  return { profile, rules: rules.map(({ rule }) => rule) };
}

/**
 * The rules that a setting means: those of its profile, and its own where the profile permits them. A minimum time allows no
 * skill stop: a stop that comes a moment late would begin the next game.
 */
export function playRulesOf(setting: PlayRulesSetting): PlayRules {
  const { profile, overrides } = partsOf(setting);
  const weaker = weakerRules(setting).rules;
  const chosen = overrides
    .filter(({ rule }) => !weaker.includes(rule))
    .map(({ rule, value }) => [rule, value] as const);
  const rules: PlayRules = { ...PLAY_PROFILES[profile], ...Object.fromEntries(chosen) };
  return { ...rules, skillStop: rules.skillStop && rules.minGameSeconds === 0 };
}

/** Highest bet of one game for this player, minor units; null: none. @param isUnder25 or of unknown age */
export function maxStakeOf(rules: Pick<PlayRules, "maxStake" | "maxStakeUnder25">, isUnder25: boolean): number | null {
  const bounds = [rules.maxStake, isUnder25 ? rules.maxStakeUnder25 : 0].filter((bound) => bound > 0);
  return bounds.length === 0 ? null : Math.min(...bounds);
}
