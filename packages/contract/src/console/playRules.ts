/** Calls by which a manager chooses the rules of play: the profile of a regulator, and single rules that are stricter. */
import * as z from "zod/mini";
import { Timestamp } from "../entities.ts";
import { PROFILES, PlayRules, PlayRulesSetting } from "../playRules.ts";
import type { ConsoleCall } from "./call.ts";
import { ConsoleErrorCode } from "./errors.ts";
import { Why } from "./why.ts";

/** The version of the settings that changed the rules last; 0: they were never changed. */
const Version = z.int().check(z.nonnegative());
const Months = z.int().check(z.nonnegative());
const chosen = {
  version: Version,
  setting: PlayRulesSetting,
  /** What is in force by it. */
  rules: PlayRules,
};
export const PlayRulesState = z.object({
  ...chosen,
  /** Null: they were never changed. */
  at: z.nullable(Timestamp),
  by: z.nullable(z.string()),
  /** What each profile says. */
  profiles: z.record(z.enum(PROFILES), PlayRules),
  /** The setting of this name: whole months, 0: for good. The least of the profile counts where it is lower (`monthsKept`). */
  retention: z.object({ log: Months, chat: Months, events: Months }),
});
export type PlayRulesState = z.infer<typeof PlayRulesState>;

export const PlayRulesVersion = z.object({
  ...chosen,
  at: Timestamp,
  by: z.string(),
  /** start, file, command or console; another one of a later version. */
  source: z.string(),
  why: z.nullable(z.string()),
});
export type PlayRulesVersion = z.infer<typeof PlayRulesVersion>;

const manage = { auth: "staff", permission: "settings.change", tag: "settings" } as const;

export const PLAY_RULE_CALLS = {
  playRules: {
    ...manage,
    method: "GET",
    path: "/play-rules",
    summary: "The rules of play: the chosen setting, what is in force by it, and what each profile says",
    answer: PlayRulesState,
  },
  playRulesHistory: {
    ...manage,
    method: "GET",
    path: "/play-rules/history",
    summary: "The newest 100 changes of the rules of play: who made each, when, and why",
    answer: z.object({ versions: z.array(PlayRulesVersion) }),
  },
  previewPlayRules: {
    ...manage,
    method: "POST",
    path: "/play-rules/preview",
    summary:
      "What would be in force by a setting. Refused if a rule is weaker than the profile permits. Changes nothing",
    body: z.object({ setting: PlayRulesSetting }),
    answer: z.object({ rules: PlayRules }),
    errors: [ConsoleErrorCode.RulesBelowProfile],
  },
  changePlayRules: {
    ...manage,
    method: "PUT",
    path: "/play-rules",
    summary:
      "Choose the rules of play: a new version of the settings. Refused if somebody else has changed the version that was seen",
    body: z.object({ seen: Version, setting: PlayRulesSetting, why: Why }),
    answer: z.object({ version: Version, rules: PlayRules }),
    errors: [ConsoleErrorCode.RulesBelowProfile, ConsoleErrorCode.RulesChanged],
  },
} as const satisfies Record<string, ConsoleCall>;
