/** Figures of health in words: bytes, durations, rates. Pure. */
import type { HealthUnit } from "@reelcast/contract/console";

const BYTES = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const number = (language: string, options: Intl.NumberFormatOptions) =>
  new Intl.NumberFormat(`${language}-u-nu-latn`, options);

export function formatBytes(bytes: number | null, language: string): string {
  if (bytes === null) return "–";
  const step = Math.min(BYTES.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const unit = BYTES[step] ?? "byte";
  return number(language, { style: "unit", unit, maximumFractionDigits: step > 2 ? 1 : 0 }).format(
    bytes / 1000 ** step,
  );
}
/** "12 ms", "1.4 sec", "3 min", "2 hr" */
export function formatSeconds(seconds: number, language: string): string {
  const [unit, value] =
    seconds < 1
      ? (["millisecond", seconds * 1000] as const)
      : seconds < 90
        ? (["second", seconds] as const)
        : seconds < 5_400
          ? (["minute", seconds / 60] as const)
          : (["hour", seconds / 3600] as const);
  const digits = value < 10 && unit !== "minute" ? 1 : 0;
  return number(language, { style: "unit", unit, maximumFractionDigits: digits }).format(value);
}
export function formatFigure(value: number, unit: HealthUnit, language: string): string {
  if (unit === "bytes") return formatBytes(value, language);
  if (unit === "seconds") return formatSeconds(value, language);
  return number(language, { maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);
}
