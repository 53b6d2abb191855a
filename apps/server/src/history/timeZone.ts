/** Validation of time zones, and formatting of moments in them. */
import { AppError, ErrorCode } from "@reelcast/contract";
import type { CsvSeparator } from "@reelcast/contract";

/**
 * Offsets such as "+03:00" are refused, because PostgreSQL inverts their sign. @throws AppError InvalidRequest if it is
 * not an IANA name
 */
export function checkTimeZone(name: string): string {
  try {
    if (!/^[A-Za-z]/.test(name)) throw new RangeError(name);
    new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions();
    return name;
  } catch {
    throw new AppError(ErrorCode.InvalidRequest, { field: "timeZone" });
  }
}

/** Writes moments as DD.MM.YYYY HH:mm:ss, for files with commas as YYYY-MM-DD HH:mm:ss. @throws AppError InvalidRequest */
export function createDateWriter(timeZone: string, separator?: CsvSeparator): (iso: string) => string {
  const format = new Intl.DateTimeFormat("en-GB-u-nu-latn-ca-gregory", {
    timeZone: checkTimeZone(timeZone),
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  });
  // "31/12/2026, 23:59:59"
  return (iso) => {
    const text = format.format(new Date(iso));
    return separator === "comma"
      ? text.replace(/^(\d+)\/(\d+)\/(\d+), /, "$3-$2-$1 ")
      : text.replaceAll("/", ".").replace(",", "");
  };
}
