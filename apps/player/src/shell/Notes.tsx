/** Notices on every page while they apply: no network, no server, money under review. */
import { InfoIcon, OfflineIcon, cx, useOnline } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SupportEntry } from "../support/index.tsx";
import { useChecking } from "./balance.ts";
import { useOwnMoneyText } from "./ownMoney.tsx";
import { useServerReachable } from "./serverReachable.ts";

/** No network, or no connection to the server. */
export function ConnectionNote() {
  const t = useT();
  const online = useOnline();
  const reached = useServerReachable();
  if (online && reached) return null;
  return (
    <p role="status" className="flex items-center justify-center gap-2 bg-warning/15 px-4 py-2 text-sm text-warning">
      <OfflineIcon size={18} className="shrink-0" />
      {online ? t("shell.away") : t("shell.offline")}
    </p>
  );
}

/** @param compact in the game, where the picture needs the height */
export function CheckingNote({ compact = false }: { compact?: boolean }) {
  const t = useT();
  const money = useOwnMoneyText();
  const checking = useChecking() ?? 0;
  return (
    // The live region is rendered before its text, so that screen readers announce the text.
    <div role="status" data-note="checking">
      {checking > 0 ? (
        <div
          className={cx(
            "flex items-start gap-3 border-b border-info/40 bg-info/10 px-4 text-sm sm:items-center",
            compact ? "py-1.5 across:py-0.5" : "py-2",
          )}
        >
          <InfoIcon size={20} className="mt-px shrink-0 text-info sm:mt-0" />
          <div className="flex min-w-0 grow flex-wrap items-center gap-x-3">
            <p className="min-w-0">
              <strong className="font-semibold">{t("shell.checking", { amount: money(checking) })}</strong>{" "}
              {compact ? t("shell.checkingShort") : t("shell.checkingHint")}
            </p>
            <SupportEntry look="line" className={cx("-ms-3 font-medium text-gold", compact && "across:hidden")} />
          </div>
        </div>
      ) : null}
    </div>
  );
}
