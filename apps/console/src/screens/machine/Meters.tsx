/** The machine's meters next to the ledger: what is compared, and what differs. */
import type { MachineRecord } from "@reelcast/contract/console";
import { CheckIcon, Money, WarningIcon, cx } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { Section } from "../../shell/Page.tsx";

const COMPARED = ["transferredIn", "transferredOut", "credit"] as const;
const AMOUNTS = ["coinIn", "coinOut", "handPaid", "jackpots"] as const;
const COUNTS = ["gamesPlayed", "freeGamesPlayed"] as const;

/** The meters that are compared, at the machine and in the ledger. */
function Comparison({ meters, ledger }: NonNullable<MachineRecord["reading"]>) {
  const t = useT();
  return (
    <table className="w-full">
      <caption className="sr-only">{t("machine.meters")}</caption>
      <thead>
        <tr className="text-sm text-muted *:py-1 *:text-end *:font-medium *:first:text-start">
          <th scope="col">{t("machine.meter")}</th>
          <th scope="col">{t("machine.atMachine")}</th>
          <th scope="col">{t("machine.inLedger")}</th>
        </tr>
      </thead>
      <tbody>
        {COMPARED.map((key) => {
          const isSame = meters[key] === ledger[key];
          return (
            <tr
              key={key}
              className={cx("border-t border-line *:py-1.5 *:text-end *:first:text-start", !isSame && "text-error")}
            >
              <th scope="row" className="font-normal">
                {t(`machine.meter_${key}`)}
              </th>
              <td>
                <Money minor={meters[key]} />
              </td>
              <td>
                <Money minor={ledger[key]} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
/** Those that are not compared. */
function Further({ meters }: { meters: NonNullable<NonNullable<MachineRecord["live"]>["meters"]> }) {
  const t = useT();
  return (
    <>
      {AMOUNTS.map((key) => (
        <div key={key} className="contents">
          <dt className="text-muted">{t(`machine.meter_${key}`)}</dt>
          <dd className="text-end">
            <Money minor={meters[key]} />
          </dd>
        </div>
      ))}
      {COUNTS.map((key) => (
        <div key={key} className="contents">
          <dt className="text-muted">{t(`machine.meter_${key}`)}</dt>
          <dd className="figures text-end">{meters[key]}</dd>
        </div>
      ))}
    </>
  );
}

export interface MetersProps {
  record: MachineRecord;
  /** Since when the machine waits for a person, ms; null: it does not. An earlier comparison says nothing about that. */
  since: number | null;
}
export function Meters({ record: { reading, ledger, live }, since }: MetersProps) {
  const t = useT();
  const language = useLanguage();
  const meters = live?.meters ?? null;
  const differs = reading !== null && COMPARED.some((key) => reading.meters[key] !== reading.ledger[key]);
  const isOld = reading !== null && since !== null && Date.parse(reading.at) < since;
  return (
    <Section title={t("machine.meters")} text={t("machine.metersText")}>
      {reading === null ? (
        <p className="text-muted">{t("machine.neverRead")}</p>
      ) : (
        <>
          <Comparison {...reading} />
          <p
            className={cx(
              "flex items-center gap-2 text-sm",
              isOld ? "text-muted" : differs ? "text-error" : "text-success",
            )}
          >
            {differs || isOld ? <WarningIcon size={18} /> : <CheckIcon size={18} />}
            {t(isOld ? "machine.comparedBefore" : differs ? "machine.differs" : "machine.agrees", {
              at: formatMoment(reading.at, language, true),
            })}
          </p>
        </>
      )}
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 border-t border-line pt-3 text-sm">
        <dt className="text-muted">{t("machine.ledgerNow")}</dt>
        <dd className="text-end">
          <Money minor={ledger.credit} />
        </dd>
        {meters ? <Further meters={meters} /> : null}
      </dl>
      {meters ? null : <p className="text-sm text-muted">{t("machine.notAnswering")}</p>}
    </Section>
  );
}
