/** Who chose which rules, when and why; and the way back to an earlier choice. */
import type { PlayRulesVersion } from "@reelcast/contract/console";
import { Button, DataTable } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import type { Profiles } from "./draft.ts";
import { useRuleWords } from "./words.ts";

export interface HistoryProps {
  profiles: Profiles;
  /** In force. */
  version: number;
  onBack: (version: Pick<PlayRulesVersion, "setting" | "at">) => void;
}

function useColumns({ profiles, version, onBack }: HistoryProps): readonly Column<PlayRulesVersion>[] {
  const t = useT();
  const language = useLanguage();
  const words = useRuleWords();
  return [
    { key: "at", head: t("playRules.at"), main: true, cell: ({ at }) => formatMoment(at, language) },
    { key: "by", head: t("playRules.by"), cell: ({ by }) => <bdi>{by}</bdi> },
    { key: "setting", head: t("playRules.chosen"), cell: ({ setting }) => words.setting(setting, profiles) },
    { key: "why", head: t("shell.why"), cell: ({ why }) => (why === null ? null : <bdi>{why}</bdi>) },
    {
      key: "back",
      head: t("playRules.back"),
      cell: (row) =>
        row.version === version ? (
          <span className="text-sm text-muted">{t("playRules.inForce")}</span>
        ) : (
          <Button onClick={() => onBack(row)} className="text-sm">
            {t("playRules.backTo")}
            <span className="sr-only"> {formatMoment(row.at, language)}</span>
          </Button>
        ),
    },
  ];
}

export function History(props: HistoryProps) {
  const t = useT();
  const history = useCall("playRulesHistory");
  const columns = useColumns(props);
  return (
    <Section title={t("playRules.history")} text={t("playRules.historyText")}>
      <Loaded query={history} height="h-40">
        {({ versions }) =>
          versions.length === 0 ? (
            <p className="text-sm text-muted">{t("playRules.never")}</p>
          ) : (
            <DataTable
              nested
              caption={t("playRules.history")}
              columns={columns}
              rows={versions}
              rowKey={({ version }) => String(version)}
              tableFrom={48}
            />
          )
        }
      </Loaded>
    </Section>
  );
}
