/** What is on the screen could not be read again: since when it is old, why, and a way to try again. Nothing while all is well. */
import { clock } from "@reelcast/contract/clock";
import type { UseQueryResult } from "@tanstack/react-query";
import { Button, WarningIcon } from "@reelcast/ui";
import { errorText, formatMoment, useLanguage, useT } from "../i18n/index.ts";

export interface StaleProps {
  query: Pick<UseQueryResult, "data" | "error" | "dataUpdatedAt" | "isFetching" | "refetch">;
}
export function Stale({ query: { data, error, dataUpdatedAt, isFetching, refetch } }: StaleProps) {
  const t = useT();
  const language = useLanguage();
  const isStale = data !== undefined && error !== null;
  return (
    <div role="status" className="empty:hidden">
      {isStale ? (
        <div className="flex flex-wrap items-center gap-3 rounded-md border border-warning/40 bg-warning/10 px-4 py-2 text-sm">
          <WarningIcon size={18} className="shrink-0 text-warning" />
          <p className="min-w-0 grow basis-52">
            {t("shell.stale", {
              at: formatMoment(new Date(clock.fromDevice(dataUpdatedAt)).toISOString(), language),
              problem: errorText(error),
            })}
          </p>
          <Button tone="quiet" busy={isFetching} onClick={() => void refetch()}>
            {t("shell.again")}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
