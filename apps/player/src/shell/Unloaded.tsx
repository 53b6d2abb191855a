/** In a panel before the first answer: loading, failed, or without a network. */
import type { FetchStatus } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Button, RefreshIcon } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { Waiting } from "./Waiting.tsx";

export interface UnloadedProps {
  /** Null: no failure. */
  error: Error | null;
  fetchStatus: FetchStatus;
  onRetry: () => void;
  /** Skeletons. */
  children: ReactNode;
}

export function Unloaded({ error, fetchStatus, onRetry, children }: UnloadedProps) {
  const t = useT();
  if (error || fetchStatus === "paused")
    return (
      <div role="alert" className="flex grow flex-col items-center gap-3 px-4 py-10 text-center text-sm text-muted">
        <p>{error ? errorText(error) : t("shell.offline")}</p>
        {error ? (
          <Button icon={<RefreshIcon size={18} />} onClick={onRetry}>
            {t("shell.retry")}
          </Button>
        ) : null}
      </div>
    );
  return (
    <div className="flex grow flex-col gap-3 p-3" aria-busy="true">
      <span className="sr-only" role="status">
        {t("shell.loading")}
      </span>
      {children}
      <Waiting waiting onRetry={onRetry} className="py-3" />
    </div>
  );
}
