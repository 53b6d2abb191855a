/** Rows of the audit log about a record. */
import type { ActRecord } from "@reelcast/contract/console";
import { DataTable } from "@reelcast/ui";
import type { Column, RowDetails } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { useMay } from "../session/me.ts";
import { actName } from "./actName.ts";
import { RawRecord } from "./Facts.tsx";

function useColumns(): readonly Column<ActRecord>[] {
  const t = useT();
  const language = useLanguage();
  return [
    { key: "at", head: t("records.at"), cell: ({ at }) => formatMoment(at, language, true) },
    { key: "act", head: t("records.act"), main: true, cell: ({ act }) => <span title={act}>{actName(t, act)}</span> },
    { key: "by", head: t("records.by"), cell: ({ by }) => <bdi>{by}</bdi> },
    { key: "why", head: t("records.why"), cell: ({ why }) => (why === null ? null : <bdi>{why}</bdi>) },
  ];
}

function useDetails(): RowDetails<ActRecord> {
  const t = useT();
  return {
    head: t("records.details"),
    label: () => t("records.details"),
    content: ({ before, after, from, via }) => <RawRecord value={{ via, from, before, after }} />,
  };
}

export function Acts({ acts }: { acts: readonly ActRecord[] }) {
  const t = useT();
  const columns = useColumns();
  const details = useDetails();
  const may = useMay();
  if (acts.length === 0) return <p className="text-sm text-muted">{t("records.noActs")}</p>;
  return (
    <DataTable
      caption={t("records.acts")}
      columns={columns}
      rows={acts}
      rowKey={({ seq }) => String(seq)}
      tableFrom={44}
      nested
      {...(may("audit.view") && { details })}
    />
  );
}
