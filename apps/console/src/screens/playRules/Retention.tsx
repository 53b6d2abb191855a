/** How long what is recorded is kept under the rules in force, and what is kept for good, with the reason. It changes nothing. */
import { profileOf } from "@reelcast/contract";
import { RETAINED, monthsKept } from "@reelcast/contract/console";
import type { PlayRulesState, Retained } from "@reelcast/contract/console";
import { useT } from "../../i18n/index.ts";
import { Facts } from "../../records/Facts.tsx";
import { Section } from "../../shell/Page.tsx";

const KINDS = Object.keys(RETAINED) as Retained[];

export function Retention({ state: { setting, retention } }: { state: PlayRulesState }) {
  const t = useT();
  const profile = profileOf(setting);
  return (
    <Section title={t("playRules.kept")} text={t("playRules.keptText")}>
      <Facts
        facts={[
          ...KINDS.map((kind) => {
            const months = monthsKept(kind, retention, profile);
            return [
              t(`playRules.kept_${kind}`),
              months === null ? t("playRules.keptForGood") : t("playRules.keptMonths", { count: months }),
            ] as const;
          }),
          [t("playRules.kept_audit"), t("playRules.keptAudit")],
        ]}
      />
      <div className="max-w-2xl text-sm">
        <h3 className="font-semibold">{t("playRules.keptGames")}</h3>
        <p className="mt-0.5 text-muted">{t("playRules.keptGamesText")}</p>
      </div>
    </Section>
  );
}
