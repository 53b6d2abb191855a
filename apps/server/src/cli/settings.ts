/**
 * `house settings …`: the operator's settings of server and app. A change takes effect in all processes within a
 * second.
 */
import { mergeSettings, overSetting } from "@reelcast/contract";
import type { PlayRulesSetting, Settings } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import type { Command } from "commander";
import { InputError } from "../input.ts";
import {
  assertKnownKey,
  assertPermitted,
  chosenPlayRules,
  parseSettingsFile,
  parseSetting,
} from "../settings/index.ts";
import type { SettingsChange } from "../settings/index.ts";
import { defineChange, defineList } from "./command.ts";
import { ACTS, playRulesEffect, recordActOf, recordingRefusal } from "../acts/index.ts";
import type { ActContext, Actor, ActRequest } from "../acts/index.ts";
import type { CommandResult } from "./command.ts";
import { parseCount } from "./commandContext.ts";
import type { Parts, WithContext } from "./commandContext.ts";
import { readInputFile } from "./inputFile.ts";
import { table } from "./money.ts";

const describeChange = (changed: readonly string[]) =>
  changed.length === 0 ? "Nothing has changed." : `Changed: ${changed.join(", ")}.`;

/** The rules of play are an act, as in the console: with a reason, and with its own row in the audit log. */
async function choosePlayRules(context: ActContext, request: ActRequest, key: string, json: string) {
  if (key !== "playRules") return null;
  const { playRules: act } = ACTS.settings;
  const setting = await recordingRefusal(
    context,
    act,
    request,
    async () => parseSetting(key, json) as PlayRulesSetting,
  );
  const before = await chosenPlayRules(context.storage.db);
  const params = { seen: before?.id ?? 0, setting };
  const { result } = await act.run(context, request.actor, params, request.target ?? key);
  return describeChange(result.version === params.seen ? [] : [key]);
}

/** Of a change of many settings at once: what is demanded of a choice of the rules of play, and its row. */
async function recordPlayRules({ storage }: Parts, actor: Actor, before: Settings, { playRules: setting }: Settings) {
  if (actor.why === null) throw new ConsoleError(ConsoleErrorCode.ReasonMissing);
  const version = (await chosenPlayRules(storage.db))?.id ?? 0;
  await recordActOf(
    storage.db,
    ACTS.settings.playRules.name,
    actor,
    playRulesEffect(before.playRules, { setting, version }),
  );
}

/** Saves a change, and returns the changed keys with their values before and after. */
async function save(
  parts: Parts,
  actor: Actor,
  change: Pick<SettingsChange, "change" | "currency">,
): Promise<CommandResult & { currencyKept: boolean }> {
  const { settings } = parts;
  const { by, why } = actor;
  await settings.refresh();
  const before = settings.current();
  const { changed, currencyKept } = await settings.save({
    author: by,
    source: "command",
    why,
    ...change,
    // In the transaction of the change: nothing is saved then.
    record: async (_, { after, changed: keys }) =>
      keys.includes("playRules") ? assertPermitted(mergeSettings(after).settings) : undefined,
  });
  const after = settings.current();
  if (changed.includes("playRules")) await recordPlayRules(parts, actor, before, after);
  const only = (from: Readonly<Settings>) =>
    Object.fromEntries(Object.entries(from).filter(([key]) => changed.includes(key)));
  return {
    target: changed.join(", ") || null,
    before: only(before),
    after: only(after),
    message: describeChange(changed),
    currencyKept,
  };
}

export function settingsCommands(program: Command, withContext: WithContext): void {
  const settings = program
    .command("settings")
    .description("what holds for server and app; docs/contract.md has all keys");

  defineList(
    settings.command("get [key]").description("the value that holds, as JSON; without a key, all of them"),
    withContext,
    async ({ settings }, key?: string) => {
      if (key !== undefined) assertKnownKey(key);
      const current = settings.current();
      console.log(JSON.stringify(key === undefined ? current : current[key], null, 2));
    },
  );
  defineChange(
    settings
      .command("set <key> <json>")
      .description(`set one key, e.g. set maxAllIn 500000 or set menuTitle '"Lodestar"'`),
    { name: "settings.set", why: "optional", instead: choosePlayRules },
    withContext,
    async (parts, actor, key: string, json: string) => {
      const value = parseSetting(key, json);
      return save(parts, actor, {
        change: (body) => ({ ...body, [key]: overSetting(key, body[key], value) }),
        currency: "refuse",
      });
    },
  );
  defineList(
    settings.command("export").description("what was set, as JSON that import takes"),
    withContext,
    async ({ settings }) => console.log(JSON.stringify(settings.body(), null, 2)),
  );
  defineChange(
    settings
      .command("import <file>")
      .description("set all keys of a file of JSON; those that it does not name get their defaults"),
    { name: "settings.import", why: "optional" },
    withContext,
    async (parts, actor, file: string) => {
      const text = await readInputFile(file);
      const { body, ignored } = parseSettingsFile(text);
      if (ignored.length > 0) throw new InputError(`${file} has unknown keys or wrong values: ${ignored.join(", ")}.`);
      const { currencyKept, ...done } = await save(parts, actor, { change: () => body, currency: "keep" });
      if (currencyKept) console.error("The currency stays: there are amounts of it in the ledger.");
      return done;
    },
  );
  defineList(
    settings
      .command("history")
      .description("who changed what, and when; the newest first")
      .option("--count <count>", "how many, 1 to 1000", "50"),
    withContext,
    async ({ settings }, options: { count: string }) => {
      const rows = await settings.history(parseCount(options.count, { from: 1, to: 1000, of: "changes" }));
      console.log(
        table(
          ["version", "at", "by", "from", "changed"],
          rows.map(({ id, at, author: by, source, changed }) => [id, at.toISOString(), by, source, changed.join(", ")]),
        ),
      );
    },
  );
}
