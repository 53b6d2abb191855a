/** `house notice …`: events and notes of the quick panel. */
import { DEFAULT_SETTINGS } from "@reelcast/contract";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import { NOTICE_KINDS, addNotice, listNotices, momentOf, removeNotice, translateNotice } from "../notices/index.ts";
import { defineChange, defineList } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

export function noticeCommands(program: Command, withContext: WithContext): void {
  const notice = program.command("notice").description("events and notes that players find in their quick panel");

  defineChange(
    notice
      .command("add <kind> <title> <detail>")
      .description("add an event (with --at) or a note")
      .option("--at <moment>", "when the event is, in the house's own time, e.g. 2026-12-31T21:00"),
    { name: "notice.add", why: "optional" },
    withContext,
    async (parts, _, kind: string, title: string, detail: string, options: { at?: string }) => {
      const { db } = parts.storage;
      const known = NOTICE_KINDS.find((one) => one === kind);
      if (!known) throw new InputError(`"${kind}" is no kind of notice: write event or note.`);
      const at = options.at === undefined ? null : await momentOf(db, options.at, parts.config.timeZone);
      const added = { kind: known, title, detail, at };
      const id = await addNotice(db, added);
      return { target: `notice ${id}`, before: null, after: added, message: `The ${known} is number ${id}.` };
    },
  );
  defineChange(
    notice
      .command("translate <id> <language> <title> <detail>")
      .description(`its text for players who use another language: ${DEFAULT_SETTINGS.languages.join(", ")}`),
    { name: "notice.translate", why: "optional" },
    withContext,
    async ({ storage: { db } }, _, id: string, language: string, title: string, detail: string) => {
      const known = DEFAULT_SETTINGS.languages.find((one) => one === language);
      if (!known) throw new InputError(`"${language}" is no language: ${DEFAULT_SETTINGS.languages.join(", ")}.`);
      const before = (await listNotices(db)).find((row) => String(row.id) === id);
      if (!before) throw new InputError(`There is no notice ${id}.`);
      await translateNotice(db, before.id, known, { title, detail });
      const after = { ...before, texts: { ...before.texts, [known]: { title, detail } } };
      return { target: `notice ${id}`, before, after, message: `Notice ${id} has its text in "${known}".` };
    },
  );
  defineList(
    notice.command("list").description("all of them; events of past days are no longer shown to players"),
    withContext,
    async ({ storage }) => {
      const rows = await listNotices(storage.db);
      console.log(
        rows.length === 0
          ? "There are no notices."
          : table(
              ["id", "kind", "at", "also in", "title", "detail"],
              rows.map(({ id, kind, at, title, detail, texts }) => [
                id,
                kind,
                at?.toISOString() ?? "",
                Object.keys(texts).join(" "),
                title,
                detail,
              ]),
            ),
      );
    },
  );
  defineChange(
    notice.command("remove <id>").description("take an event or a note away"),
    { name: "notice.remove", why: "optional" },
    withContext,
    async ({ storage: { db } }, _, id: string) => {
      const before = (await listNotices(db)).find((row) => String(row.id) === id);
      if (!before || !(await removeNotice(db, before.id))) throw new InputError(`There is no notice ${id}.`);
      return { target: `notice ${id}`, before, after: null, message: `Notice ${id} is removed.` };
    },
  );
}
