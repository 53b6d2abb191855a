/** A transfer with its evidence, and the decision next to it where it waits for one. */
import type { TransferEvidence } from "@reelcast/contract/console";
import { DataTable, Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { useMay } from "../session/me.ts";
import { Section } from "../shell/Page.tsx";
import { Acts } from "./Acts.tsx";
import { Decision } from "./Decision.tsx";
import { Badge, Facts, RawRecord } from "./Facts.tsx";
import type { Tone } from "./Facts.tsx";
import { Journals } from "./Journals.tsx";
import { MachineLink, PlayerLink } from "./links.tsx";

const TONES: Record<TransferEvidence["state"], Tone> = {
  created: "plain",
  reserved: "plain",
  sent: "warn",
  unknown: "warn",
  manual: "bad",
  done: "good",
  failed: "plain",
};
export function TransferState({ state }: { state: TransferEvidence["state"] }) {
  const t = useT();
  return <Badge tone={TONES[state]}>{t(`records.transfer_${state}`)}</Badge>;
}

interface Reading {
  key: "transferredIn" | "transferredOut" | "credit";
  machine: number;
  ledger: number;
}
/** The machine's meters next to the ledger: where they differ is what has to be decided. */
function useReadingColumns(): readonly Column<Reading>[] {
  const t = useT();
  return [
    { key: "meter", head: t("records.meter"), main: true, cell: ({ key }) => t(`records.meter_${key}`) },
    { key: "machine", head: t("records.byMachine"), numeric: true, cell: ({ machine }) => <Money minor={machine} /> },
    { key: "ledger", head: t("records.byLedger"), numeric: true, cell: ({ ledger }) => <Money minor={ledger} /> },
    {
      key: "difference",
      head: t("records.difference"),
      numeric: true,
      lead: true,
      cell: ({ machine, ledger }) => (
        <span className={machine === ledger ? "text-muted" : "font-semibold text-error"}>
          <Money minor={machine - ledger} />
        </span>
      ),
    },
  ];
}

function Comparison({ reading }: { reading: NonNullable<TransferEvidence["reading"]> }) {
  const t = useT();
  const language = useLanguage();
  const rows: Reading[] = (["transferredIn", "transferredOut", "credit"] as const).map((key) => ({
    key,
    machine: reading.meters[key],
    ledger: reading.ledger[key],
  }));
  const columns = useReadingColumns();
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm text-muted">{t("records.readAt", { at: formatMoment(reading.at, language, true) })}</p>
      <DataTable
        caption={t("records.meters")}
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        tableFrom={30}
        nested
      />
    </div>
  );
}

function TransferFacts({ transfer }: { transfer: TransferEvidence }) {
  const t = useT();
  const language = useLanguage();
  const { amount, moved, suspension } = transfer;
  return (
    <Facts
      facts={[
        [t("records.state"), <TransferState key="state" state={transfer.state} />],
        [t("records.kind"), t(`records.kind_${transfer.kind}`)],
        [t("records.asked"), amount === null ? t("records.allCredit") : <Money key="amount" minor={amount} />],
        [t("records.moved"), moved === null ? null : <Money key="moved" minor={moved} />],
        [t("records.player"), <PlayerLink key="player" {...transfer.player} />],
        [t("records.machine"), <MachineLink key="machine" {...transfer.machine} />],
        [t("records.begun"), formatMoment(transfer.createdAt, language, true)],
        [t("records.manualSince"), transfer.manualAt === null ? null : formatMoment(transfer.manualAt, language, true)],
        [t("records.inSuspense"), suspension === null ? null : <Money key="left" minor={suspension.remaining} />],
        [t("records.paidBack"), suspension === null ? null : <Money key="paid" minor={suspension.paid} />],
        [t("records.detail"), transfer.detail === null ? null : <bdi key="detail">{transfer.detail}</bdi>],
        [
          t("records.id"),
          <code key="id" dir="ltr" className="text-xs">
            {transfer.id}
          </code>,
        ],
        [t("records.number"), transfer.number],
        [t("records.ip"), transfer.ip === null ? null : <bdi key="ip">{transfer.ip}</bdi>],
      ]}
    />
  );
}

export function TransferEvidenceSection({ transfer }: { transfer: TransferEvidence }) {
  const t = useT();
  return (
    <Section title={t("records.evidence")}>
      <TransferFacts transfer={transfer} />
      {transfer.reading === null ? null : <Comparison reading={transfer.reading} />}
      <details>
        <summary className="hit cursor-pointer py-1 font-medium">{t("records.asWritten")}</summary>
        <RawRecord value={transfer.evidence} />
      </details>
    </Section>
  );
}

export function TransferView({ transfer }: { transfer: TransferEvidence }) {
  const t = useT();
  const may = useMay();
  const waits = transfer.decidable !== null;
  return (
    <div className="@container">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 @4xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <TransferEvidenceSection transfer={transfer} />
          <Section title={t("records.journals")}>
            <Journals journals={transfer.journals} />
          </Section>
          <Section title={t("records.acts")}>
            <Acts acts={transfer.acts} />
          </Section>
        </div>
        {waits ? (
          <div className="@4xl:sticky @4xl:top-20">
            <Section title={t("records.decision")} {...(!may("money.settle") && { text: t("records.mayNotDecide") })}>
              {may("money.settle") ? <Decision key={transfer.id} transfer={transfer} /> : null}
            </Section>
          </div>
        ) : null}
      </div>
    </div>
  );
}
