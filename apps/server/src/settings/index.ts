/** The settings: versions in the database, and the file that they may be imported from. */
export { openSettingsFile } from "./file.ts";
export { chosenPlayRules, playRulesChoices } from "./playRules.ts";
export { pollEvery } from "./poll.ts";
export { assertKnownKey, assertPermitted, parseSettingsFile, parseSetting } from "./validation.ts";
export { openSettings } from "./store.ts";
export type { SettingsChange, SettingsStore } from "./store.ts";
