/** Said wherever something is waited for: after a second that it takes longer, after ten with the offer to ask anew. */
import { useT } from "../i18n/index.ts";
import { Slow } from "../ui/index.ts";
import type { SlowProps } from "../ui/index.ts";

export function Waiting(wait: Pick<SlowProps, "waiting" | "onRetry" | "className">) {
  const t = useT();
  return <Slow {...wait} label={t("shell.slow")} stuckLabel={t("shell.stuck")} retryLabel={t("shell.retry")} />;
}
