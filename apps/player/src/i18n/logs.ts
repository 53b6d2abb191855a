/** Texts of the entries of the player's log. Unknown entries are shown as the server sent them, never hidden. */
import { readLimitChange } from "@reelcast/client/limits";
import { LOG_TYPES } from "@reelcast/contract";
import type { LogType } from "@reelcast/contract";
import type { Translate } from "./index.ts";

export interface LogWords {
  t: Translate;
  money: (minor: number) => string;
  moment: (at: string) => string;
  /** 90 → "1 h 30 min". */
  duration: (minutes: number) => string;
}

const isLogType = (type: string): type is LogType => (LOG_TYPES as readonly string[]).includes(type);
const BARS = ["banned", "break", "excluded"] as const;
const isBar = (detail: string): detail is (typeof BARS)[number] => (BARS as readonly string[]).includes(detail);

export function logTitle(type: string, t: Translate): string {
  return isLogType(type) ? t(`profile.log.${type}`) : t("profile.log.other", { type });
}

/** Which limit, from what to what, and from when a looser one can be confirmed. */
function limitDetail(detail: string, { t, money, moment, duration }: LogWords): string | null {
  const read = readLimitChange(detail);
  if (read === null) return null;
  const { kind, period, before, after, later } = read;
  const value = (limit: number | null) => {
    if (limit === null) return t("profile.detail.none");
    return kind === "time" ? duration(limit) : money(limit);
  };
  const what = `${t(`protection.${kind}`)}, ${t(`protection.${period}`)}`;
  const change = { what, before: value(before), after: value(after) };
  if (later === null) return t("profile.detail.change", change);
  return t(later.way === "confirm" ? "profile.detail.changeConfirm" : "profile.detail.changeFrom", {
    ...change,
    from: moment(later.at),
  });
}

/** The detail of an entry in words; "" if it has none for a player. */
export function logDetail({ type, detail }: { type: string; detail: string | null }, words: LogWords): string {
  if (detail === null || detail === "") return "";
  const { t, moment, duration } = words;
  switch (type) {
    case "LOGIN_NOT_ALLOWED":
      return isBar(detail) ? t(`profile.detail.${detail}`) : detail;
    case "KICKED_PLAYER":
      return t("profile.detail.kicked", { machine: detail });
    case "LIMIT_CHANGED":
      return limitDetail(detail, words) ?? detail;
    case "REALITY_CHECK_CHANGED": {
      const [, before, after] = /^(none|\d+ min) → (none|\d+ min)$/.exec(detail) ?? [];
      if (before === undefined || after === undefined) return detail;
      const value = (text: string) =>
        text === "none" ? t("profile.detail.none") : duration(Number.parseInt(text, 10));
      return t("profile.detail.interval", { before: value(before), after: value(after) });
    }
    case "BREAK_TAKEN":
    case "SELF_EXCLUDED": {
      const until = / until (\S+)$/.exec(detail)?.[1];
      return until === undefined ? detail : t("profile.detail.until", { until: moment(until) });
    }
    default:
      return detail;
  }
}
