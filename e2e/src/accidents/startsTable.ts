/** The table "Starts and ends" of docs/operating.md, by the title of the test that each row names. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "@playwright/test";
import { ROOT } from "./run.ts";
import type { Ended } from "./run.ts";

interface Row {
  /** Null: the process goes on. */
  code: number | null;
  /** What it says, with `…` for what differs; null: nothing. */
  sentence: string | null;
  test: string;
}

const plain = (cell: string) => cell.replaceAll("\\|", "|").trim();

function readTable(): Row[] {
  const document = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const [, section = ""] = document.split("\n## Starts and ends\n");
  const [table = ""] = section.split("\n## ", 1);
  const rows = table.split("\n").filter((line) => line.startsWith("|"));
  return rows.slice(2).map((line) => {
    const [, , , code = "", sentence = "", test = ""] = line.split(/(?<!\\)\|/).map(plain);
    return {
      code: code === "–" ? null : Number(code),
      sentence: /^`(?<text>.*)`$/.exec(sentence)?.groups?.["text"] ?? null,
      test,
    };
  });
}

/** @throws Error where no row names the test */
export function rowOf(title: string): Row {
  const row = readTable().find(({ test }) => test.includes(`"${title}"`));
  if (!row) throw new Error(`docs/operating.md has no row with the test "${title}"`);
  return row;
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
export const asPattern = (sentence: string): RegExp => new RegExp(sentence.split("…").map(escaped).join(".+"));

/** That a process refused to start as its row says: the code, and one line with the sentence, and nothing else. */
export function expectRefused(title: string, { code, stdout, stderr }: Ended): void {
  const row = rowOf(title);
  expect({ title, code, stdout }).toEqual({ title, code: row.code, stdout: "" });
  expect(stderr.trimEnd()).toMatch(new RegExp(`^${asPattern(row.sentence ?? "").source}$`));
}
