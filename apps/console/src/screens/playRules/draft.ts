/** A choice as somebody types it: a profile, and the rules that differ from it as text. Pure. */
import { PROFILES, PlayRules, weakerRules } from "@reelcast/contract";
import type { PlayProfile, PlayRulesSetting } from "@reelcast/contract";
import type { PlayRulesState } from "@reelcast/contract/console";
import { parseAmount } from "@reelcast/ui";
import { typedAmount } from "../../records/AmountField.tsx";

export type RuleName = keyof PlayRules;
export type Profiles = PlayRulesState["profiles"];
export const PROFILE_NAMES: readonly PlayProfile[] = PROFILES;
export const RULES = Object.keys(PlayRules.shape) as RuleName[];
const NUMBERS = [
  "minGameSeconds",
  "idleReauthMinutes",
  "recallGames",
  "maxStake",
  "maxStakeUnder25",
  "realityCheckMinutes",
] as const satisfies readonly RuleName[];
export type NumberRule = (typeof NUMBERS)[number];
export const isNumber = (rule: RuleName): rule is NumberRule => NUMBERS.some((number) => number === rule);
const AMOUNTS: readonly RuleName[] = ["maxStake", "maxStakeUnder25"];
export const isAmount = (rule: RuleName): boolean => AMOUNTS.includes(rule);

export interface Draft {
  profile: PlayProfile;
  /** What was typed; "true" and "false" of a rule that is on or off. */
  own: Readonly<Partial<Record<RuleName, string>>>;
}

/** As somebody types it. */
export function typedRule(rule: RuleName, value: number | boolean, language: string): string {
  if (typeof value === "boolean") return String(value);
  if (isAmount(rule)) return value === 0 ? "0" : typedAmount(value, language);
  return language === "tr" ? String(value).replace(".", ",") : String(value);
}

/** Null: it is not a value of this rule. */
export function parseRule(rule: RuleName, typed: string, language: string): number | boolean | null {
  const text = typed.trim();
  const number = /^\d+([.,]\d+)?$/.test(text) ? Number(text.replace(",", ".")) : null;
  const value =
    text === "true" || text === "false"
      ? text === "true"
      : isAmount(rule) && number !== 0
        ? parseAmount(text, language)
        : number;
  return value !== null && PlayRules.shape[rule].safeParse(value).success ? value : null;
}

/** Whether the profile permits this value of the rule. */
export const isPermitted = (profile: PlayProfile, rule: RuleName, value: number | boolean): boolean =>
  weakerRules({ profile, [rule]: value }).rules.length === 0;

/** What is wrong with what was typed: it is no value, or weaker than the profile permits. */
export function problemOf({ profile, own }: Draft, rule: RuleName, language: string): "noValue" | "weaker" | null {
  const typed = own[rule];
  if (typed === undefined) return null;
  const value = parseRule(rule, typed, language);
  if (value === null) return "noValue";
  return isPermitted(profile, rule, value) ? null : "weaker";
}

/** Rules that are as in the profile, and those that the profile does not permit, are left out. */
export function draftOf(setting: PlayRulesSetting, profiles: Profiles, language: string): Draft {
  const { profile = "none", ...rules } = typeof setting === "string" ? { profile: setting } : setting;
  const own = Object.entries(rules).flatMap(([name, value]): [string, string][] => {
    const rule = name as RuleName;
    if (value === undefined || value === profiles[profile][rule] || !isPermitted(profile, rule, value)) return [];
    return [[rule, typedRule(rule, value, language)]];
  });
  return { profile, own: Object.fromEntries(own) };
}

/** The setting that is sent, always written in the same way. Of a draft without problems. */
export function settingOf({ profile, own }: Draft, profiles: Profiles, language: string): PlayRulesSetting {
  const rules = RULES.flatMap((rule): [string, number | boolean][] => {
    const value = parseRule(rule, own[rule] ?? "", language);
    return value === null || value === profiles[profile][rule] ? [] : [[rule, value]];
  });
  return rules.length === 0 ? profile : { profile, ...Object.fromEntries(rules) };
}

/** The own rules that another profile permits; `dropped`: those that it does not. */
export function withProfile(
  draft: Draft,
  profile: PlayProfile,
  language: string,
): { draft: Draft; dropped: RuleName[] } {
  const moved: Draft = { ...draft, profile };
  const dropped = RULES.filter((rule) => problemOf(moved, rule, language) === "weaker");
  const kept = Object.entries(draft.own).filter(([rule]) => !dropped.includes(rule as RuleName));
  return { draft: { profile, own: Object.fromEntries(kept) }, dropped };
}
