/** What the machine is, who is responsible for it now, and what is open at it. */
import type { MachineRecord } from "@reelcast/contract/console";
import { useMoney } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Section } from "../../shell/Page.tsx";

export function Facts({ record, node }: { record: MachineRecord; node: string | null }) {
  const t = useT();
  const money = useMoney();
  const language = useLanguage();
  const { live, transfer, suspension, reserved, session } = record;
  const rows: [string, string | null][] = [
    [t("machine.game"), live?.game ?? null],
    [t("machine.model"), live ? `${live.manufacturer} ${live.model}` : null],
    [t("machine.serial"), record.serial],
    [t("machine.driver"), record.driver],
    [t("machine.zone"), record.zone],
    [t("machine.node"), node],
    [t("machine.epoch"), String(record.epoch)],
    [t("machine.session"), session ? `${session.player.name} · ${formatMoment(session.startedAt, language)}` : null],
    [
      t("machine.openTransfer"),
      transfer
        ? `${t(`machine.transfer_${transfer.kind}`)} ${transfer.amount === null ? "" : money(transfer.amount)} · ${transfer.state}`
        : null,
    ],
    [t("machine.doubt"), suspension ? `${suspension.player.name} · ${money(suspension.remaining)}` : null],
    [t("machine.reserved"), reserved ? `${reserved.player.name} · ${formatMoment(reserved.until, language)}` : null],
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
