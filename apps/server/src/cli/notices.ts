/** `house notice …`: events and notes of the quick panel. */
import type { Command } from "commander";
import type { Config } from "../config.ts";
import { InputError } from "../input.ts";
import { NOTICE_KINDS, addNotice, listNotices, momentOf, removeNotice } from "../notices/index.ts";
import type { Storage } from "../storage/index.ts";
import { table } from "./money.ts";

interface Parts {
  storage: Storage;
  config: Config;
}

export function noticeCommands(
  program: Command,
  withHouse: (work: (parts: Parts) => Promise<void>) => Promise<void>,
): void {
  const notice = program.command("notice").description("events and notes that players find in their quick panel");

  notice
    .command("add <kind> <title> <detail>")
    .description("add an event (with --at) or a note")
    .option("--at <moment>", "when the event is, in the house's own time, e.g. 2026-12-31T21:00")
    .action((kind: string, title: string, detail: string, options: { at?: string }) =>
      withHouse(async ({ storage: { db }, config }) => {
        const known = NOTICE_KINDS.find((one) => one === kind);
        if (!known) throw new InputError(`"${kind}" is no kind of notice: write event or note.`);
        const at = options.at === undefined ? null : await momentOf(db, options.at, config.timeZone);
        const id = await addNotice(db, { kind: known, title, detail, at });
        console.log(`The ${known} is number ${id}.`);
      }),
    );

  notice
    .command("list")
    .description("all of them; events of past days are no longer shown to players")
    .action(() =>
      withHouse(async ({ storage }) => {
        const rows = await listNotices(storage.db);
        console.log(
          rows.length === 0
            ? "There are no notices."
            : table(
                ["id", "kind", "at", "title", "detail"],
                rows.map(({ id, kind, at, title, detail }) => [id, kind, at?.toISOString() ?? "", title, detail]),
              ),
        );
      }),
    );

  notice
    .command("remove <id>")
    .description("take an event or a note away")
    .action((id: string) =>
      withHouse(async ({ storage }) => {
        if (!/^\d{1,9}$/.test(id) || !(await removeNotice(storage.db, Number(id))))
          throw new InputError(`There is no notice ${id}.`);
        console.log(`Notice ${id} is removed.`);
      }),
    );
}
