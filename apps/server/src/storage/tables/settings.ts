/** Tables that all processes on one database share: settings, pictures, the keys of tokens, and which process is active. */
import type { Generated, JSONColumnType } from "kysely";

export interface SettingsTables {
  /** Append-only: the newest row is in effect. */
  settings_versions: {
    id: Generated<number>;
    at: Generated<Date>;
    /** Who changed it: an operator's name, or the host whose file was imported. */
    author: string;
    source: "start" | "file" | "command" | "console";
    /** The reason that was given. */
    why: Generated<string | null>;
    /** Only the keys that were set; all others have their default. */
    body: JSONColumnType<Record<string, unknown>, string, never>;
    changed: string[];
  };
  /** The last imported Settings.json of each data folder. */
  settings_files: { folder: string; hash: string; seen_at: Generated<Date> };
  /** The operator's own; drawn ones are not here. */
  pictures: {
    /** "brands", "machines", "symbols" */
    kind: string;
    /** Of its file. */
    name: string;
    /** Hexadecimal. */
    sha256: string;
    content: Buffer;
    /** Of the file. */
    changed_at: Date;
  };
  /** What the folder of each process had in common with `pictures` last: SHA-256 by path. */
  picture_folders: { folder: string; files: JSONColumnType<Record<string, string>> };
  token_keys: {
    kid: string;
    key: Buffer;
    created_at: Generated<Date>;
    /** From then on it signs no tokens. Tokens that it has signed are valid until they expire. */
    retired_at: Date | null;
  };
  /** The processes on this database. At most one is active, unless all that are active share the machines. */
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
    /** It runs machines. */
    active: boolean;
    /** It shares the machines with other processes. */
    shared: Generated<boolean>;
    /** As the operator calls it; of those that share, one has it. */
    name: string | null;
    roles: Generated<string[]>;
    /** Of its program. */
    version: string | null;
    zone: string | null;
    /** Host and port of its HTTP server. */
    address: string | null;
    /** It is to give its work to others. */
    draining: Generated<boolean>;
    started_at: Generated<Date>;
    /** NodeStats, from time to time. */
    stats: Generated<unknown>;
  };
}
