/** The rules of play of component tests, in force and as an earlier version. */
import { PLAY_PROFILES, playRulesOf } from "@reelcast/contract";
import type { PlayRulesSetting } from "@reelcast/contract";
import type { PlayRulesState, PlayRulesVersion } from "@reelcast/contract/console";

const AT = "2026-01-02T03:04:05.000Z";
export const stateOf = (version: number, setting: PlayRulesSetting, by = "Mert"): PlayRulesState => ({
  version,
  at: AT,
  by,
  setting,
  rules: playRulesOf(setting),
  profiles: PLAY_PROFILES,
  retention: { log: 0, chat: 3, events: 84 },
});
export const versionOf = (version: number, setting: PlayRulesSetting, why: string | null): PlayRulesVersion => {
  const { profiles: _, retention: __, ...rest } = stateOf(version, setting);
  return { ...rest, at: AT, by: "Mert", source: "console", why };
};
export const UKGC = { profile: "ukgc", maxStake: 100 } satisfies PlayRulesSetting;
