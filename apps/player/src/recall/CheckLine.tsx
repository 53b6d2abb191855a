/** What the check of the records found, in words that claim no more. */
import { ErrorIcon, InfoIcon, VerifiedIcon } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { formatDate, useT } from "../i18n/index.ts";
import type { Check } from "./check.ts";

export function CheckLine({ check }: { check: Check }) {
  const t = useT();
  const { dateFormat } = useSettings();
  if (check.state === "broken")
    return (
      <div role="alert" className="flex gap-3 rounded-lg border border-error/50 bg-error/10 p-3">
        <ErrorIcon size={20} className="mt-0.5 shrink-0 text-error" />
        <div className="flex min-w-0 flex-col gap-1">
          <p>{t("recall.broken", { number: String(check.number) })}</p>
          {check.kept ? (
            <p className="text-sm text-muted">
              {t("recall.kept", { number: String(check.kept.number), at: formatDate(check.kept.seenAt, dateFormat) })}{" "}
              <code dir="ltr" className="wrap-anywhere">
                {check.kept.hash}
              </code>
            </p>
          ) : null}
        </div>
      </div>
    );
  const good = check.state === "unchanged";
  const Icon = good ? VerifiedIcon : InfoIcon;
  return (
    <p role="status" className="flex gap-3 rounded-lg border border-line bg-sunken p-3 text-[.9375rem]">
      <Icon size={20} className={good ? "mt-0.5 shrink-0 text-success" : "mt-0.5 shrink-0 text-muted"} />
      <span>
        {check.state === "unchanged"
          ? t("recall.unchanged", { at: formatDate(check.seenAt, dateFormat) })
          : t(`recall.${check.state}`)}
      </span>
    </p>
  );
}
