/** Tables of accounts: players, their tokens, wrong logins and the log. */
import type { Generated } from "kysely";

export interface AccountsTables {
  players: {
    id: Generated<number>;
    username: string;
    email: string;
    name: string;
    lastname: string;
    group_name: Generated<string>;
    /** Permission ids. */
    permissions: number[];
    /** argon2id, in its own text form. */
    password_hash: string;
    password_changed_at: Generated<Date>;
    /** pbkdf2-sha256$iterations$salt$hash */
    pin_hash: string;
    pin_failures: Generated<number>;
    banned_at: Date | null;
    /** Null: the operator's own decision. */
    banned_for: Generated<"published password" | null>;
    last_login_at: Date | null;
    last_login_ip: string | null;
    created_at: Generated<Date>;
  };
  tokens: {
    id: string;
    player_id: number;
    /** All tokens that came of one login: they end together. */
    family: string;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    /** When this login was last active, to the minute: of a family's first token alone. */
    seen_at: Generated<Date | null>;
  };
  /** From where a player has logged in well. */
  login_pairs: {
    player_id: number;
    /** "network:<network>" or "browser:<digest of its cookie>" */
    place: string;
    last_success_at: Date;
  };
  tickets: { id: string; token_id: string; expires_at: Date };
  login_failures: {
    /** What is counted: "address:<network>", "account:<player id>", "account:<player id>@<place>" and others. */
    subject: string;
    failures: number;
    first_at: Date;
    blocked_until: Date | null;
  };
  /** What a player keeps at the house for the app: no row until something is kept. */
  player_settings: {
    player_id: number;
    theme: unknown;
    shortcuts: Generated<string[]>;
    /** Shown to those with whom they chat, instead of the username. */
    display_name: string | null;
    updated_at: Generated<Date>;
  };
  player_courses: { player_id: number; course_id: string; active_step: number; updated_at: Generated<Date> };
  log_entries: {
    id: Generated<number>;
    player_id: number | null;
    at: Generated<Date>;
    type: string;
    ip: string | null;
    detail: string | null;
  };
}
