/** `house settings …`: what the operator sets for server and app. A change holds in all processes within a second. */
import { readFile } from "node:fs/promises";
import { userInfo } from "node:os";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import { checkKey, readFileBody, readValue } from "../settings/index.ts";
import type { WithHouse } from "./house.ts";
import { count } from "./house.ts";
import { table } from "./money.ts";

/** Who changes them: the account on this computer. */
function author(): string {
  try {
    return userInfo().username;
  } catch {
    return "operator";
  }
}
const told = (changed: readonly string[]) =>
  console.log(changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.join(", ")}.`);

export function settingsCommands(program: Command, withHouse: WithHouse): void {
  const settings = program
    .command("settings")
    .description("what holds for server and app; docs/contract.md has all keys");

  settings
    .command("get [key]")
    .description("the value that holds, as JSON; without a key, all of them")
    .action((key?: string) =>
      withHouse(async (house) => {
        if (key !== undefined) checkKey(key);
        const current = house.settings.current();
        console.log(JSON.stringify(key === undefined ? current : current[key], null, 2));
      }),
    );
  settings
    .command("set <key> <json>")
    .description(`set one key, e.g. set maxAllIn 500000 or set menuTitle '"Lodestar"'`)
    .action((key: string, json: string) =>
      withHouse(async (house) => {
        const value = readValue(key, json);
        const { changed } = await house.settings.save({
          author: author(),
          source: "command",
          change: (body) => ({ ...body, [key]: value }),
          currency: "refuse",
        });
        told(changed);
      }),
    );
  settings
    .command("export")
    .description("what was set, as JSON that import takes")
    .action(() => withHouse(async (house) => console.log(JSON.stringify(house.settings.body(), null, 2))));
  settings
    .command("import <file>")
    .description("set all keys of a file of JSON; those that it does not name get their defaults")
    .action((file: string) =>
      withHouse(async (house) => {
        const text = await readFile(file, "utf8").catch((error: unknown) => {
          throw new InputError(`${file} can't be read.`, { cause: error });
        });
        const { body, ignored } = readFileBody(text);
        if (ignored.length > 0)
          throw new InputError(`${file} has unknown keys or wrong values: ${ignored.join(", ")}.`);
        const { changed, currencyKept } = await house.settings.save({
          author: author(),
          source: "command",
          change: () => body,
          currency: "keep",
        });
        if (currencyKept) console.error("The currency stays: there are amounts of it in the ledger.");
        told(changed);
      }),
    );
  settings
    .command("history")
    .description("who changed what, and when; the newest first")
    .option("--count <count>", "how many, 1 to 1000", "50")
    .action((options: { count: string }) =>
      withHouse(async (house) => {
        const rows = await house.settings.history(count(options.count, { from: 1, to: 1000, of: "changes" }));
        console.log(
          table(
            ["version", "at", "by", "from", "changed"],
            rows.map(({ id, at, author: by, source, changed }) => [
              id,
              at.toISOString(),
              by,
              source,
              changed.join(", "),
            ]),
          ),
        );
      }),
    );
}
