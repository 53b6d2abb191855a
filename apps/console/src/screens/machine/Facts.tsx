/** What the machine is, who is responsible for it now, and what is open at it. */
import type { ReactNode } from "react";
import type { MachineRecord } from "@reelcast/contract/console";
import { useMoney } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { PlayerLink, RecordLink } from "../../records/links.tsx";
import { Section } from "../../shell/Page.tsx";
import { transferStateName } from "./words.ts";

export function Facts({ record, node }: { record: MachineRecord; node: string | null }) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const { live, transfer, suspension, reserved, session } = record;
  const rows: [string, ReactNode][] = [
    [t("machine.game"), live?.game ?? null],
    [t("machine.model"), live ? `${live.manufacturer} ${live.model}` : null],
    [t("machine.serial"), record.serial],
    [t("machine.driver"), record.driver],
    [t("machine.zone"), record.zone],
    [t("machine.node"), node],
    [t("machine.epoch"), String(record.epoch)],
    [
      t("machine.session"),
      session && (
        <>
          <PlayerLink {...session.player} /> · {formatMoment(session.startedAt, language)}
        </>
      ),
    ],
    [
      t("machine.openTransfer"),
      transfer && (
        <>
          <RecordLink to={`/transfers/${transfer.id}`}>
            {t(`machine.transfer_${transfer.kind}`)} {transfer.amount === null ? "" : money(transfer.amount)}
          </RecordLink>{" "}
          · {transferStateName(t, transfer.state)}
        </>
      ),
    ],
    [
      t("machine.doubt"),
      suspension && (
        <>
          <PlayerLink {...suspension.player} /> · {money(suspension.remaining)}
        </>
      ),
    ],
    [
      t("machine.reserved"),
      reserved && (
        <>
          <PlayerLink {...reserved.player} /> · {formatMoment(reserved.until, language)}
        </>
      ),
    ],
  ];
  return (
    <Section title={t("machine.facts")}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {rows.map(([name, value]) =>
          value === null ? null : (
            <div key={name} className="contents">
              <dt className="text-muted">{name}</dt>
              <dd className="min-w-0 text-end break-words">{value}</dd>
            </div>
          ),
        )}
      </dl>
    </Section>
  );
}
