/** What the machine's game returns by its maths, and what it has returned: with the interval in which the true value lies. */
import type { MachineRecord } from "@reelcast/contract/console";
import { Money } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";
import { Section } from "../../shell/Page.tsx";

/** The part of the scale that is shown, 0 … 1.5. */
const SCALE = 1.5;
const at = (value: number) => `${(Math.min(SCALE, Math.max(0, value)) / SCALE) * 100}%`;

export function Maths({ record: { played, live } }: { record: MachineRecord }) {
  const t = useT();
  const language = useLanguage();
  const percent = new Intl.NumberFormat(`${language}-u-nu-latn`, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const count = new Intl.NumberFormat(`${language}-u-nu-latn`);
  const theory = live?.returnToPlayer ?? null;
  const { played: actual, halfWidth95 } = played;
  const isWithin =
    theory !== null && actual !== null && halfWidth95 !== null && Math.abs(theory - actual) <= halfWidth95;
  return (
    <Section title={t("machine.maths")} text={played.isLimited ? t("machine.mathsLimited") : undefined}>
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1">
        <dt className="text-muted">{t("machine.theory")}</dt>
        <dd className="figures text-end">{theory === null ? "–" : percent.format(theory)}</dd>
        <dt className="text-muted">{t("machine.played")}</dt>
        <dd className="figures text-end">
          {actual === null ? "–" : percent.format(actual)}
          {halfWidth95 === null ? null : <span className="text-muted"> ± {percent.format(halfWidth95)}</span>}
        </dd>
        <dt className="text-muted">{t("machine.paidGames")}</dt>
        <dd className="figures text-end">{count.format(played.paidGames)}</dd>
        <dt className="text-muted">{t("machine.betWin")}</dt>
        <dd className="text-end">
          <Money minor={played.bet} /> / <Money minor={played.win} />
        </dd>
      </dl>
      {actual === null ? null : (
        <div aria-hidden="true" dir="ltr" className="relative h-8 rounded-md bg-sunken">
          {halfWidth95 === null ? null : (
            <span
              className="absolute inset-y-2 rounded-sm bg-info/30"
              style={{ left: at(actual - halfWidth95), right: `calc(100% - ${at(actual + halfWidth95)})` }}
            />
          )}
          <span className="absolute inset-y-1 w-1 -translate-x-1/2 rounded-full bg-info" style={{ left: at(actual) }} />
          {theory === null ? null : (
            <span className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-text" style={{ left: at(theory) }} />
          )}
        </div>
      )}
      {theory === null || halfWidth95 === null ? (
        <p className="text-sm text-muted">{t("machine.tooFew")}</p>
      ) : (
        <p className="text-sm text-muted">{t(isWithin ? "machine.within" : "machine.outside")}</p>
      )}
    </Section>
  );
}
