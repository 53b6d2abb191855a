/** Files in CSV: the two forms that spreadsheets read, by the language of the computer they run on. */
import * as z from "zod/mini";

/**
 * comma: columns by comma, decimal point, "2026-11-26 14:30:00". semicolon: columns by semicolon, decimal comma, "26.11.2026 14:30:00",
 * as in Turkey and most of Europe. Both with the byte order mark of UTF-8.
 */
export const CSV_SEPARATORS = ["comma", "semicolon"] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
/** Absent: commas and decimal points, and the moments as the file has always had them. */
export const CsvSeparatorQuery = z.optional(z.enum(CSV_SEPARATORS));
