/**
 * Below what is being sent: after a second that it is worked on, after ten that one may go on waiting or look what became
 * of it. It never sends a second time: a break or a new password may have come about though its answer is lost.
 */
import { Slow } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export function Working({ busy }: { busy: boolean }) {
  const t = useT();
  return (
    <Slow
      waiting={busy}
      label={t("profile.working")}
      stuckLabel={t("profile.workingLong")}
      retryLabel={t("shell.reload")}
      onRetry={() => location.reload()}
    />
  );
}
