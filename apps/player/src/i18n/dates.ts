/** Dates and durations in figures. Times come as ISO 8601 UTC and are shown in the player's own time zone. */

const pad = (value: number, length = 2) => value.toString().padStart(length, "0");

/** `format` knows DD, MM, YYYY, HH, mm and ss, as the setting `dateFormat` does; all else stays as it is. "" for what is no date. */
export function formatDate(at: string | number | Date, format: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  const parts: Record<string, string> = {
    YYYY: pad(date.getFullYear(), 4),
    MM: pad(date.getMonth() + 1),
    DD: pad(date.getDate()),
    HH: pad(date.getHours()),
    mm: pad(date.getMinutes()),
    ss: pad(date.getSeconds()),
  };
  return format.replace(/YYYY|MM|DD|HH|mm|ss/g, (part) => parts[part] ?? part);
}

/** 3_725 s → "1:02:05". @param seconds whole seconds, not negative */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const hours = Math.floor(whole / 3600);
  const rest = `${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
