/** Values of rules in words. */
import type { PlayRules, PlayRulesSetting } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";
import { RULES, draftOf, isAmount, parseRule } from "./draft.ts";
import type { Profiles, RuleName } from "./draft.ts";

/** Rules of which 0 means that there is none. */
const NONE_AT_0: readonly RuleName[] = ["minGameSeconds", "idleReauthMinutes", "maxStake", "realityCheckMinutes"];

export function useRuleWords() {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const value = (rule: RuleName, is: number | boolean): string => {
    if (typeof is === "boolean") return t(is ? "playRules.on" : "playRules.off");
    if (is === 0 && rule === "maxStakeUnder25") return t("playRules.asAll");
    if (is === 0 && NONE_AT_0.includes(rule)) return t("playRules.none");
    if (isAmount(rule)) return money(is, false);
    const count = new Intl.NumberFormat(`${language}-u-nu-latn`).format(is);
    if (rule === "minGameSeconds") return t("playRules.seconds", { count });
    return t(rule === "recallGames" ? "playRules.games" : "playRules.minutes", { count });
  };
  return {
    value,
    /** What differs between two sets of rules, one sentence each. */
    changes: (before: PlayRules, after: PlayRules): string[] =>
      RULES.filter((rule) => before[rule] !== after[rule]).map((rule) =>
        t("playRules.change", {
          rule: t(`playRules.name_${rule}`),
          before: value(rule, before[rule]),
          after: value(rule, after[rule]),
        }),
      ),
    /** "UK Gambling Commission; Highest bet: £1.00" */
    setting: (setting: PlayRulesSetting, profiles: Profiles): string => {
      const { profile, own } = draftOf(setting, profiles, language);
      const rules = RULES.flatMap((rule) => {
        const is = parseRule(rule, own[rule] ?? "", language);
        return is === null ? [] : [`${t(`playRules.name_${rule}`)}: ${value(rule, is)}`];
      });
      return [t(`playRules.profile_${profile}`), ...rules].join(" · ");
    },
  };
}
