/** A limit's value as it is read: money, or hours and minutes. */
import type { LimitKind } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { wordMinutes } from "./durations.ts";

export function useLimitWords(): (kind: LimitKind, value: number) => string {
  const t = useT();
  const money = useMoney();
  return (kind, value) => (kind === "time" ? wordMinutes(value, t) : money(value, true));
}
