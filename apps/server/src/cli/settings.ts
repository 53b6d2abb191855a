/** `house settings …`: what the operator sets for server and app. A change holds in all processes within a second. */
import { readFile } from "node:fs/promises";
import type { Settings } from "@reelcast/contract";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import { checkKey, readFileBody, readValue } from "../settings/index.ts";
import type { SettingsChange } from "../settings/index.ts";
import { change, list } from "./command.ts";
import type { Acting, Done } from "./command.ts";
import { count } from "./commandContext.ts";
import type { Parts, WithHouse } from "./commandContext.ts";
import { table } from "./money.ts";

const told = (changed: readonly string[]) =>
  changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.join(", ")}.`;

/** Saves a change, and says of each key that has changed what it was and is. */
async function save(
  { settings }: Parts,
  { by }: Acting,
  change: Pick<SettingsChange, "change" | "currency">,
): Promise<Done & { currencyKept: boolean }> {
  await settings.refresh();
  const before = settings.current();
  const { changed, currencyKept } = await settings.save({ author: by, source: "command", ...change });
  const after = settings.current();
  const only = (from: Readonly<Settings>) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => changed.includes(key)));
  return {
    target: changed.join(", ") || null,
    before: only(before),
    after: only(after),
    say: told(changed),
    currencyKept,
  };
}

export function settingsCommands(program: Command, withHouse: WithHouse): void {
  const settings = program
    .command("settings")
    .description("what holds for server and app; docs/contract.md has all keys");

  list(
    settings.command("get [key]").description("the value that holds, as JSON; without a key, all of them"),
    withHouse,
    async (house, key?: string) => {
      if (key !== undefined) checkKey(key);
      const current = house.settings.current();
      console.log(JSON.stringify(key === undefined ? current : current[key], null, 2));
    },
  );
  change(
    settings
      .command("set <key> <json>")
      .description(`set one key, e.g. set maxAllIn 500000 or set menuTitle '"Lodestar"'`),
    { name: "settings.set", why: "optional" },
    withHouse,
    async (parts, acting, key: string, json: string) => {
      const value = readValue(key, json);
      return save(parts, acting, { change: (body) => ({ ...body, [key]: value }), currency: "refuse" });
    },
  );
  list(settings.command("export").description("what was set, as JSON that import takes"), withHouse, async (house) =>
    console.log(JSON.stringify(house.settings.body(), null, 2)),
  );
  change(
    settings
      .command("import <file>")
      .description("set all keys of a file of JSON; those that it does not name get their defaults"),
    { name: "settings.import", why: "optional" },
    withHouse,
    async (parts, acting, file: string) => {
      const text = await readFile(file, "utf8").catch((error: unknown) => {
        throw new InputError(`${file} can't be read.`, { cause: error });
      });
      const { body, ignored } = readFileBody(text);
      if (ignored.length > 0) throw new InputError(`${file} has unknown keys or wrong values: ${ignored.join(", ")}.`);
      const { currencyKept, ...done } = await save(parts, acting, { change: () => body, currency: "keep" });
      if (currencyKept) console.error("The currency stays: there are amounts of it in the ledger.");
      return done;
    },
  );
  list(
    settings
      .command("history")
      .description("who changed what, and when; the newest first")
      .option("--count <count>", "how many, 1 to 1000", "50"),
    withHouse,
    async (house, options: { count: string }) => {
      const rows = await house.settings.history(count(options.count, { from: 1, to: 1000, of: "changes" }));
      console.log(
        table(
          ["version", "at", "by", "from", "changed"],
          rows.map(({ id, at, author: by, source, changed }) => [id, at.toISOString(), by, source, changed.join(", ")]),
        ),
      );
    },
  );
}
