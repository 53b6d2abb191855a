/** How long something has lasted, short: "45 s", "12 min", "3 h 5 min". */
import type { Translate } from "../i18n/index.ts";

/** @param ms may be below zero where two clocks differ */
export function formatDuration(ms: number, t: Translate): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return t("floor.seconds", { count: seconds });
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return t("floor.minutes", { count: minutes });
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return t("floor.hours", { hours, minutes: minutes % 60 });
  return t("floor.days", { count: Math.floor(hours / 24) });
}
