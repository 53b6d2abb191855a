/** What managers do with the settings of the house: the rules of play, in the console and by `house settings set playRules`. */
import { PlayRulesSetting, playRulesOf } from "@reelcast/contract";
import { ConsoleError, ConsoleErrorCode } from "@reelcast/contract/console";
import * as z from "zod/mini";
import { assertPermitted, chosenPlayRules } from "../settings/index.ts";
import { defineAct } from "./act.ts";

const TARGET = "playRules";

/** What the audit log has of a choice, whichever way it was made. */
export const playRulesEffect = (before: PlayRulesSetting, chosen: { setting: PlayRulesSetting; version: number }) => ({
  target: TARGET,
  before: { playRules: before },
  after: { playRules: chosen.setting, version: chosen.version },
});

/** Chooses the rules of play. Of two people at the same time, the second is refused and sees the first one's choice. */
const playRules = defineAct({
  name: "settings.play-rules",
  permission: "settings.change",
  why: "required",
  params: z.object({
    /** The version that was changed; 0: they were never changed. */
    seen: z.int().check(z.nonnegative()),
    setting: PlayRulesSetting,
  }),
  target: () => TARGET,
  async change({ settings, storage }, { by, why, via }, { seen, setting }) {
    assertPermitted({ playRules: setting });
    let before: PlayRulesSetting = "none";
    await settings.save({
      author: by,
      source: via,
      why,
      currency: "refuse",
      async check(trx) {
        const newest = await chosenPlayRules(trx);
        if ((newest?.id ?? 0) !== seen)
          throw new ConsoleError(ConsoleErrorCode.RulesChanged, { person: newest?.author ?? "" });
        before = newest?.setting ?? before;
      },
      change: (body) => ({ ...body, playRules: setting }),
    });
    const version = (await chosenPlayRules(storage.db))?.id ?? 0;
    return { ...playRulesEffect(before, { setting, version }), result: { version, rules: playRulesOf(setting) } };
  },
});

export const settingsActs = { playRules } as const;
