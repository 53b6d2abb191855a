/** The house's settings: versions in the database, and the file from which they may be imported. */
export { openSettingsFile } from "./file.ts";
export { checkKey, readFileBody, readValue } from "./validation.ts";
export { openSettings } from "./store.ts";
export type { SettingsChange, SettingsStore } from "./store.ts";
