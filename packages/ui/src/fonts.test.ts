/** The font file that is made here, against the texts that need it. */
import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";

const read = (path: string) => readFile(new URL(path, import.meta.url));

it("Turkish needs no more than the small file: every letter of it has one face, and the file is a font", async () => {
  const css = (await read("styles/fonts.css")).toString();
  const faces = css
    .split("@font-face")
    .filter((face) => face.includes("unicode-range"))
    .map((face) => {
      const ranges = [...face.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)].map(([, from = "", to = from]) => [
        Number.parseInt(from, 16),
        Number.parseInt(to, 16),
      ]);
      return {
        file: /url\("([^"]+)"\)/.exec(face)?.[1] ?? "",
        has: (letter: string) => ranges.some(([from = 0, to = 0]) => between(from, letter.codePointAt(0) ?? 0, to)),
      };
    });
  const facesOf = (letter: string) => faces.filter(({ has }) => has(letter)).map(({ file }) => file);
  for (const letter of "ĞğİŞş₺") expect(facesOf(letter), letter).toEqual(["./inter-turkish-wght-normal.woff2"]);
  for (const letter of "çıöüÇÖÜIi") expect(facesOf(letter)[0], letter).toMatch(/inter-latin-wght/);
  // The neighbours of those letters are in the large file still.
  for (const letter of "ĝĠįĲŝŠ₹₻") expect(facesOf(letter)[0], letter).toMatch(/inter-latin-ext/);
  expect((await read("styles/inter-turkish-wght-normal.woff2")).subarray(0, 4).toString()).toBe("wOF2");
});
const between = (from: number, value: number, to: number) => from <= value && value <= to;
