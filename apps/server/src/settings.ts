/**
 * Settings.json as the operator wrote it: looked at again when it is asked for, read again when it has changed, so that
 * a change needs no restart. Absent or broken: the defaults hold.
 */
import { readFileSync, statSync } from "node:fs";
import { mergeSettings } from "@reelcast/contract";
import type { Settings } from "@reelcast/contract";
import type { Logger } from "pino";

export interface SettingsFile {
  /** What stands in the file, for the app, which checks it by itself; {} where there is none. */
  raw(): unknown;
  /** What holds now: the defaults with every valid key of the file over them. */
  read(): Readonly<Settings>;
  /** The same, at most a second old: for what asks with every call. */
  current(): Readonly<Settings>;
}

const LOOK_EVERY_MS = 1_000;

export function createSettingsFile(
  file: string,
  log: Pick<Logger, "warn">,
  now: () => number = Date.now,
): SettingsFile {
  let stamp: string | null = null;
  let lookedAt = -Infinity;
  let raw: unknown = {};
  let settings: Readonly<Settings> = mergeSettings({}).settings;

  function parse(): unknown {
    try {
      return JSON.parse(readFileSync(file, "utf8"));
    } catch (error) {
      log.warn({ err: error, file }, "Settings.json can't be read: the defaults are used");
      return {};
    }
  }
  function look(): void {
    lookedAt = now();
    const found = statSync(file, { throwIfNoEntry: false });
    const fresh = found === undefined ? "" : `${found.mtimeMs}:${found.size}:${found.ino}`;
    if (fresh === stamp) return;
    stamp = fresh;
    raw = found === undefined ? {} : parse();
    settings = mergeSettings(raw).settings;
  }

  return {
    raw() {
      look();
      return raw;
    },
    read() {
      look();
      return settings;
    },
    current() {
      const age = now() - lookedAt;
      // A clock that was set back must not keep old settings.
      if (age >= LOOK_EVERY_MS || age < 0) look();
      return settings;
    },
  };
}
