/** The consequences of a break or an exclusion, as a list. */
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useT } from "../../i18n/index.ts";

export function Consequences({ title, until, never }: { title: string; until: number; never?: string }) {
  const t = useT();
  const { dateFormat } = useSettings();
  return (
    <div className="rounded-md bg-sunken p-4 text-[.9375rem]">
      <p className="mb-2 font-semibold">{title}</p>
      <ul className="flex list-disc flex-col gap-1.5 ps-5">
        <li>{t("protection.whatCashedOut")}</li>
        <li>{t("protection.whatLoggedOut")}</li>
        <li>{t("protection.whatBack", { until: formatDate(until, dateFormat) })}</li>
        {never === undefined ? null : <li className="font-semibold text-error">{never}</li>}
        <li>{t("protection.whatMoney")}</li>
      </ul>
    </div>
  );
}
