/** Journals of the ledger as evidence: each posting with its hash, and whether that hash follows from what it covers. */
import type { JournalRecord } from "@reelcast/contract/console";
import { DataTable } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { amountColumns } from "./amountColumns.tsx";
import { Badge } from "./Facts.tsx";

type Posting = JournalRecord["postings"][number];

/** Unknown words of the ledger are shown as they are. */
const ACCOUNTS = ["player", "machine", "house", "promotions", "jackpot", "suspense"] as const;
const isKnown = (kind: string): kind is (typeof ACCOUNTS)[number] => ACCOUNTS.some((known) => known === kind);

function useColumns(): readonly Column<Posting>[] {
  const t = useT();
  return [
    {
      key: "account",
      head: t("records.account"),
      main: true,
      cell: ({ account: { kind, ref, name } }) => (
        <>
          {isKnown(kind) ? t(`records.account_${kind}`) : kind} <bdi>{name ?? (ref === 0 ? "" : ref)}</bdi>
        </>
      ),
    },
    ...amountColumns(t),
    { key: "seq", head: t("records.number"), numeric: true, cell: ({ seq }) => seq },
    {
      key: "hash",
      head: t("records.hash"),
      cell: ({ hash }) => (
        <code dir="ltr" title={hash} className="text-xs">
          {hash.slice(0, 16)}…
        </code>
      ),
    },
    {
      key: "fits",
      head: t("records.check"),
      cell: ({ fits }) => <Badge tone={fits ? "good" : "bad"}>{t(fits ? "records.fits" : "records.fitsNot")}</Badge>,
    },
  ];
}

export function Journals({ journals }: { journals: readonly JournalRecord[] }) {
  const t = useT();
  const language = useLanguage();
  const columns = useColumns();
  if (journals.length === 0) return <p className="text-sm text-muted">{t("records.noJournals")}</p>;
  return journals.map((journal) => (
    <div key={journal.id} className="flex flex-col gap-2">
      <p className="text-sm text-muted">
        <bdi dir="ltr" className="figures">
          #{journal.id}
        </bdi>{" "}
        · {formatMoment(journal.at, language, true)} ·{" "}
        <code dir="ltr" className="text-xs wrap-anywhere">
          {journal.source}
        </code>
      </p>
      <DataTable
        caption={journal.source}
        columns={columns}
        rows={journal.postings}
        rowKey={({ account, seq }) => `${account.kind} ${account.ref} ${seq}`}
        tableFrom={48}
        nested
      />
    </div>
  ));
}
