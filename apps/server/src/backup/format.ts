/**
 * The file of a backup: a line that says what it is, a line of JSON that says of which house and moment, the content
 * compressed by Zstandard, and a line with the SHA-256 of everything before it.
 *
 * The content is text. A line of JSON comes before the rows of each table; the rows are in the text format of PostgreSQL's
 * COPY, and end with its `\.`, which no row can be. Files, sequences and the numbers of rows follow, a line of JSON each.
 */
import * as z from "zod/mini";

export const FIRST_LINE = "reelcast backup 1\n";
export const ANY_FIRST_LINE = /^reelcast backup (\d{1,6})\n/;
/** Of the first two lines. */
export const MAX_HEADER_BYTES = 1024 * 1024;
export const lastLine = (sha256: string): string => `\nsha256 ${sha256}\n`;
export const LAST_LINE = /^\nsha256 ([0-9a-f]{64})\n$/;
export const LAST_LINE_BYTES = lastLine("0".repeat(64)).length;
/** After the rows of a table, at the beginning of a line. */
export const END_OF_ROWS = "\\.\n";

const month = z.string().check(z.regex(/^\d{4}_\d{2}$/));
/** Of what a command prints of the header. */
const word = z.string().check(z.regex(/^[\w.+/-]{1,64}$/));
const name = z.string().check(z.minLength(1), z.maxLength(63));
export const Header = z.object({
  /** Version of the program that has written it. */
  program: word,
  at: z.iso.datetime(),
  /** Version of its PostgreSQL. */
  postgres: z.string(),
  /** HOUSE_TIME_ZONE. */
  timeZone: word,
  migrations: z.array(name).check(z.minLength(1)),
  functions: z.int(),
  /** Whether the key of the staff's secrets is in it. */
  staffKey: z.boolean(),
  /** Of each log that is kept by months. */
  months: z.record(name, z.array(month)),
});
export type Header = z.infer<typeof Header>;

export const Entry = z.union([
  z.object({ table: name, columns: z.array(name).check(z.minLength(1)) }),
  /** Content in Base64. */
  z.object({ file: z.literal("staff.key"), content: z.base64() }),
  z.object({ sequences: z.array(z.object({ name, last: z.string(), called: z.boolean() })) }),
  /** The last one. */
  z.object({ rows: z.record(name, z.int()) }),
]);
/** The content of a backup is not as it was written, though its SHA-256 is right. `message` has no full stop. */
export class BadContent extends Error {
  override name = "BadContent";
}
/** The content of staff.key: 32 bytes in Base64. */
export const isStaffKey = (content: Buffer): boolean => /^[\w+/-]{43}=?\s{0,2}$/.test(content.toString("latin1"));
export type Entry = z.infer<typeof Entry>;
