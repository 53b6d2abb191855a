/** Above data whose refresh has failed: says that it may be outdated and why, and offers a retry. */
import { Button } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";

export function OutdatedNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT();
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 rounded-lg bg-error/10 p-3">
      <p>
        {t("shell.notFresh")} {errorText(error)}
      </p>
      <Button onClick={onRetry}>{t("shell.retry")}</Button>
    </div>
  );
}
