/** While an answer is awaited: after one second says that it takes longer, after ten offers a retry. */
import { useT } from "../i18n/index.ts";
import { Slow } from "../ui/index.ts";
import type { SlowProps } from "../ui/index.ts";

export function Waiting(wait: Pick<SlowProps, "waiting" | "onRetry" | "className">) {
  const t = useT();
  return <Slow {...wait} label={t("shell.slow")} stuckLabel={t("shell.stuck")} retryLabel={t("shell.retry")} />;
}
