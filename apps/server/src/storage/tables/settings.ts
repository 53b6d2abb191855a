/** Tables that all processes on one database share: settings, the keys of tokens, and which process is active. */
import type { Generated, JSONColumnType } from "kysely";

export interface SettingsTables {
  /** Append-only: the newest row holds. */
  settings_versions: {
    id: Generated<number>;
    at: Generated<Date>;
    /** Who changed it: an operator's name, or the host whose file was imported. */
    author: string;
    source: "start" | "file" | "command";
    /** Only what was set; for all other keys the defaults hold. */
    body: JSONColumnType<Record<string, unknown>, string, never>;
    changed: string[];
  };
  /** The last Settings.json that was seen in each data folder: only another one is imported. */
  settings_files: { folder: string; hash: string; seen_at: Generated<Date> };
  token_keys: {
    kid: string;
    key: Buffer;
    created_at: Generated<Date>;
    /** From then on it signs nothing; what it has signed still holds until it expires. */
    retired_at: Date | null;
  };
  /** The processes on this database, of which at most one is active. */
  floor_nodes: {
    node: string;
    /** Names its advisory lock. */
    number: Generated<number>;
    /** Rises each time the lock is taken anew on another connection. */
    incarnation: number;
    /** Rises every second. */
    renewal: number;
    /** Start of the database in which the lock was taken. */
    postmaster_started: Date;
    active: boolean;
  };
}
