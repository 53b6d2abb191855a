/** While an answer is awaited: after one second says that it takes longer, after ten offers a retry. */
import { Slow } from "@reelcast/ui";
import type { SlowProps } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export function Waiting(wait: Pick<SlowProps, "waiting" | "onRetry" | "className">) {
  const t = useT();
  return <Slow {...wait} label={t("shell.slow")} stuckLabel={t("shell.stuck")} retryLabel={t("shell.retry")} />;
}
