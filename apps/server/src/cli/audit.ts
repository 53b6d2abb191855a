/** `house audit …`: the audit log. */
import process from "node:process";
import { CSV_SEPARATORS } from "@reelcast/contract";
import type { Command } from "commander";
import { allActs, listActs, verifyAudit } from "../audit/index.ts";
import type { ActFilter, ActRow } from "../audit/index.ts";
import { auditCsv } from "../auditCsv.ts";
import { InputError } from "../input.ts";
import { defineList, defineRead } from "./command.ts";
import { parseCount } from "./commandContext.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

interface Filters {
  by?: string | undefined;
  act?: string;
  target?: string;
  from?: string;
  to?: string;
}
const MOMENT = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z?)?$/;
const DAY_MS = 86_400_000;

/** Parses a moment in UTC. @param end a day means its end instead of its start. @throws InputError */
export function momentOf(text: string | undefined, end = false): Date | undefined {
  if (text === undefined) return undefined;
  const day = !text.includes("T");
  const at = new Date(day ? `${text}T00:00:00Z` : text.endsWith("Z") ? text : `${text}Z`);
  if (!MOMENT.test(text) || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text.slice(0, 10)))
    throw new InputError(`"${text}" is not a moment: write 2026-11-22 or 2026-11-22T14:30, in UTC.`);
  return day && end ? new Date(at.getTime() + DAY_MS) : at;
}
const filterOf = ({ by, act, target, from, to }: Filters): ActFilter => ({
  by,
  act,
  target,
  from: momentOf(from),
  to: momentOf(to, true),
});
const withFilters = (command: Command, by: string) =>
  command
    .option(`${by} <name>`, "only of this person; system: of the server itself")
    .option("--act <act>", "only these acts, e.g. player or player.credit")
    .option("--target <target>", 'only on this one, e.g. "player 12"')
    .option("--from <moment>", "from this day or moment on (UTC)")
    .option("--to <moment>", "until the end of this day, or before this moment (UTC)");

const json = (state: unknown): string => (state === null ? "" : JSON.stringify(state));
async function* toJsonLines(batches: AsyncIterable<ActRow[]>): AsyncGenerator<string> {
  for await (const rows of batches) yield rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

export function auditCommands(program: Command, withContext: WithContext): void {
  const audit = program
    .command("audit")
    .description("the log of all acts of the command line and of the server itself");
  listCommand(audit, withContext);
  verifyCommand(audit, withContext);
  exportCommand(audit, withContext);
}

function listCommand(audit: Command, withContext: WithContext): void {
  defineList(
    withFilters(audit.command("list").description("acts, the newest first"), "--by")
      .option("--before <seq>", "only those before this number: the next page")
      .option("--limit <count>", "how many, 1 to 1000", "50")
      .option("--json", "one JSON object a line"),
    withContext,
    async ({ storage }, options: Filters & { before?: string; limit: string; json?: boolean }) => {
      if (options.before !== undefined && !/^\d{1,15}$/.test(options.before))
        throw new InputError(`"${options.before}" is not the number of a row.`);
      const limit = parseCount(options.limit, { from: 1, to: 1000, of: "rows" });
      const before = options.before === undefined ? undefined : Number(options.before);
      const rows = await listActs(storage.db, filterOf(options), { before, limit });
      if (options.json) return rows.forEach((row) => console.log(JSON.stringify(row)));
      if (rows.length === 0) return console.log("There are no such acts.");
      console.log(
        table(
          ["seq", "at", "by", "from", "act", "target", "before", "after", "why"],
          rows.map((row) => [
            row.seq,
            row.at.toISOString(),
            row.by,
            row.from ?? "",
            row.act,
            row.target ?? "",
            json(row.before),
            json(row.after),
            row.why ?? "",
          ]),
        ),
      );
      const last = rows.at(-1)?.seq ?? 1;
      if (rows.length === limit && last > 1) console.log(`\nEarlier ones: add --before ${last}`);
    },
  );
}

function verifyCommand(audit: Command, withContext: WithContext): void {
  defineList(
    audit
      .command("verify")
      .description("check that no row was changed or is missing; exit code 1 where one was")
      .option("--expect <head>", "what an earlier run printed, e.g. 120:5f1c…: detects a rewritten log"),
    withContext,
    async ({ storage }, options: { expect?: string }) => {
      const [, seq, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(options.expect ?? "") ?? [];
      if (options.expect !== undefined && hash === undefined)
        throw new InputError("--expect is what an earlier run printed: a number, a colon, and 64 digits.");
      const expect = hash === undefined ? {} : { expect: { seq: Number(seq), hash } };
      const { broken, rows, head } = await verifyAudit(storage.db, expect);
      if (broken !== null) {
        console.log(`BROKEN: ${broken}.`);
        process.exitCode = 1;
        return;
      }
      console.log(`The audit log is whole: ${rows} rows. Head: ${head.seq}:${head.hash}`);
    },
  );
}

function exportCommand(audit: Command, withContext: WithContext): void {
  defineRead(
    withFilters(audit.command("export").description("acts as a file, the oldest first"), "--of")
      .option("--format <format>", "csv, or json: one object a line", "csv")
      .option(
        "--separator <separator>",
        "of csv for a spreadsheet: comma, or semicolon where the decimal sign is a comma; default: comma, with exact moments",
      ),
    "audit.export",
    withContext,
    async ({ storage }, { of, ...options }: Filters & { of?: string; format: string; separator?: string }) => {
      const { format } = options;
      if (format !== "csv" && format !== "json") throw new InputError(`"${format}" is no format: write csv or json.`);
      const separator = CSV_SEPARATORS.find((known) => known === options.separator);
      if (options.separator !== undefined && separator === undefined)
        throw new InputError(`"${options.separator}" is no separator: write comma or semicolon.`);
      // `--by` says who exports.
      const batches = allActs(storage.db, filterOf({ ...options, by: of }));
      return { target: format, output: format === "csv" ? auditCsv(batches, separator) : toJsonLines(batches) };
    },
  );
}
