/** Whether what is on the screen is kept up to date: a word in the bar, and a notice while it is not. */
import { OfflineIcon, WarningIcon, cx, useOnline } from "@reelcast/ui";
import { useLink } from "../api/live.ts";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";

export function ConnectionState() {
  const t = useT();
  const { state } = useLink();
  const online = useOnline();
  const now = online ? state : "offline";
  return (
    <span className="flex h-11 items-center gap-2 px-2 text-sm text-muted">
      <span
        aria-hidden="true"
        className={cx(
          "size-2 shrink-0 rounded-full",
          now === "live" ? "bg-success" : now === "connecting" ? "bg-edge" : "bg-warning",
        )}
      />
      <span className="sr-only lg:not-sr-only">{t(`shell.link_${now}`)}</span>
    </span>
  );
}

/** Above the screen, as long as pushes can't come. Announced once. */
export function AwayNotice() {
  const t = useT();
  const language = useLanguage();
  const link = useLink();
  const online = useOnline();
  const away = link.state === "away";
  const since = away ? formatMoment(new Date(link.since).toISOString(), language) : "";
  return (
    <div role="status">
      {online && !away ? null : (
        <p className="flex items-center gap-3 border-b border-warning/40 bg-warning/10 px-4 py-2 text-sm sm:px-6">
          {online ? (
            <WarningIcon size={18} className="shrink-0 text-warning" />
          ) : (
            <OfflineIcon size={18} className="shrink-0 text-warning" />
          )}
          {online ? t("shell.awayText", { since }) : t("shell.offlineText")}
        </p>
      )}
    </div>
  );
}
