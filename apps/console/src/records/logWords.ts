/** Entries of a player's log in words. What a later version writes is shown as it came, never hidden. */
import { readLimitChange } from "@reelcast/client/limits";
import { LOG_TYPES } from "@reelcast/contract";
import type { LogRow } from "@reelcast/contract";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { useLimitWords } from "./limitWords.ts";

const BARS = ["banned", "break", "excluded"] as const;

export interface LogWords {
  title: (type: string) => string;
  /** Null: there is none. */
  detail: (row: Pick<LogRow, "type" | "detail">) => string | null;
}

export function useLogWords(): LogWords {
  const t = useT();
  const language = useLanguage();
  const limits = useLimitWords();
  const moment = (at: string) => (Number.isNaN(Date.parse(at)) ? at : formatMoment(at, language));
  function limitDetail(detail: string): string {
    const read = readLimitChange(detail);
    if (read === null) return detail;
    const change = t("records.limitBecomes", {
      limit: limits.name(read),
      before: limits.value(read.kind, read.before),
      after: limits.value(read.kind, read.after),
    });
    return read.later === null
      ? change
      : t(`records.logDetail_${read.later.way}`, { change, at: moment(read.later.at) });
  }
  return {
    title(type) {
      const known = LOG_TYPES.find((one) => one === type);
      return known === undefined ? t("records.log_other", { type }) : t(`records.log_${known}`);
    },
    detail({ type, detail }) {
      if (detail === null || detail === "") return null;
      if (type === "LIMIT_CHANGED") return limitDetail(detail);
      if (type === "BREAK_TAKEN" || type === "SELF_EXCLUDED") {
        const until = / until (\S+)$/.exec(detail)?.[1];
        return until === undefined ? detail : t("records.logDetail_until", { at: moment(until) });
      }
      const bar = type === "LOGIN_NOT_ALLOWED" ? BARS.find((one) => one === detail) : undefined;
      return bar === undefined ? detail : t(`records.logDetail_${bar}`);
    },
  };
}
