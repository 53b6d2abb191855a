/** The rules of play among the settings: which version chose them, and those before it. */
import type { PlayRulesSetting } from "@reelcast/contract";
import type { Db, Trx } from "../storage/index.ts";
import { withDefaults } from "./validation.ts";
import type { SettingsVersion } from "./store.ts";

export interface PlayRulesChoice extends Pick<SettingsVersion, "id" | "at" | "author" | "source"> {
  why: string | null;
  setting: PlayRulesSetting;
}

/** The newest first. A version that changed other settings alone is none of them. */
export async function playRulesChoices(db: Db | Trx, count: number): Promise<PlayRulesChoice[]> {
  const rows = await db
    .selectFrom("settings_versions")
    .select(["id", "at", "author", "source", "why", "body"])
    .where((row) => row(row.val("playRules"), "=", row.fn.any("changed")))
    .orderBy("id", "desc")
    .limit(count)
    .execute();
  return rows.map(({ body, ...row }) => ({ ...row, setting: withDefaults(body).playRules }));
}

/** Null: they were never changed. */
export async function chosenPlayRules(db: Db | Trx): Promise<PlayRulesChoice | null> {
  const [newest] = await playRulesChoices(db, 1);
  return newest ?? null;
}
