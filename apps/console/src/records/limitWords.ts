/** Limits of players in words: their kind with its period, and their value. */
import type { LimitKind, PlayerLimit } from "@reelcast/contract";
import { useMoney } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export interface LimitWords {
  /** "Loss · a day" */
  name: (limit: Pick<PlayerLimit, "kind" | "period">) => string;
  /** @param value minor units, minutes of a limit of time; null: none */
  value: (kind: LimitKind, value: number | null) => string;
}

export function useLimitWords(): LimitWords {
  const t = useT();
  const money = useMoney();
  return {
    name: ({ kind, period }) => `${t(`records.limit_${kind}`)} · ${t(`records.period_${period}`)}`,
    value(kind, value) {
      if (value === null) return t("records.limitNone");
      return kind === "time" ? t("records.minutes", { count: value }) : money(value);
    },
  };
}
