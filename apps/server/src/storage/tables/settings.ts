/** Tables that all processes on one database share: settings, the keys of tokens, and which process is active. */
import type { Generated, JSONColumnType } from "kysely";

export interface SettingsTables {
  /** Append-only: the newest row is in effect. */
  settings_versions: {
    id: Generated<number>;
    at: Generated<Date>;
    /** Who changed it: an operator's name, or the host whose file was imported. */
    author: string;
    source: "start" | "file" | "command";
    /** Only the keys that were set; all others have their default. */
    body: JSONColumnType<Record<string, unknown>, string, never>;
    changed: string[];
  };
  /** The last imported Settings.json of each data folder. */
  settings_files: { folder: string; hash: string; seen_at: Generated<Date> };
  token_keys: {
    kid: string;
    key: Buffer;
    created_at: Generated<Date>;
    /** From then on it signs no tokens. Tokens that it has signed are valid until they expire. */
    retired_at: Date | null;
  };
  /** The processes on this database, of which at most one is active. */
  floor_nodes: {
    node: string;
    /** Names its advisory lock. */
    number: Generated<number>;
    /** Rises each time the lock is taken on another connection. */
    incarnation: number;
    /** Rises every second. */
    renewal: number;
    /** Start of the database in which the lock was taken. */
    postmaster_started: Date;
    active: boolean;
  };
}
