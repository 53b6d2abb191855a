import fc from "fast-check";
import { expect, it } from "vitest";
import { ContentReader } from "./content.ts";
import { END_OF_ROWS } from "./format.ts";

/** In chunks of these sizes, again and again. */
async function* inChunks(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
async function textOf(chunks: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(Buffer.from(chunk));
  return Buffer.concat(parts).toString();
}
/** A row as COPY writes it: a backslash is doubled, and a line break is a backslash and an n. */
const row = fc
  .array(fc.constantFrom("\\", ".", "\n", "a", "ş", "\t"), { maxLength: 8 })
  .map((parts) => `${parts.join("").replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll("\t", "\\t")}\n`);

it("gives the rows of each table as they are, wherever the chunks end", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(row, { maxLength: 6 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 }),
      async (tables, sizes) => {
        const head = `${JSON.stringify({ table: "t", columns: ["c"] })}\n`;
        const text = tables.map((rows) => head + rows.join("") + END_OF_ROWS).join("");
        const reader = new ContentReader(inChunks(`${text}${JSON.stringify({ rows: { t: 1 } })}\n`, sizes));
        for (const rows of tables) {
          expect(await reader.entry()).toEqual({ table: "t", columns: ["c"] });
          expect(await textOf(reader.rows())).toBe(rows.join(""));
        }
        expect(await reader.entry()).toEqual({ rows: { t: 1 } });
      },
    ),
  );
});

it("refuses what ends too early, and lines that are none of a backup", async () => {
  const reader = (text: string) => new ContentReader(inChunks(text, [7, 1024 * 1024]));
  await expect(reader('{"rows"').entry()).rejects.toThrow("ends too early");
  await expect(textOf(reader("a\nb\n").rows())).rejects.toThrow("ends too early");
  await expect(reader('{"file":"../evil","content":""}\n').entry()).rejects.toThrow();
  await expect(reader("x".repeat(2 * 1024 * 1024)).entry()).rejects.toThrow("too long");
});
