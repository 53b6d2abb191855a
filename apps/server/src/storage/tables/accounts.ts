/** Tables of accounts: players, their tokens, wrong logins and the log. */
import type { ColumnType, Generated } from "kysely";

export interface AccountsTables {
  players: {
    id: Generated<number>;
    username: string;
    /** `nameFold` of the username. Null: not made yet, of a row that an earlier version has added. */
    username_fold: Generated<string | null>;
    /** 0; the player's id where another account had a spelling of this username, before they were compared by their folds. */
    username_duplicate: Generated<number>;
    email: string;
    /** The same for the e-mail address. */
    email_fold: Generated<string | null>;
    email_duplicate: Generated<number>;
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
    /** The PIN is not the default one. False: it is, or its hash has not been compared yet. */
    pin_chosen: Generated<boolean>;
    banned_at: Date | null;
    /** The rule that banned the player; null: an operator did. */
    banned_for: Generated<"published password" | null>;
    last_login_at: Date | null;
    last_login_ip: string | null;
    created_at: Generated<Date>;
    /** When the house has verified the player's age; null: it has not. */
    age_verified_at: Generated<Date | null>;
    /** "1990-01-31" to write; read it as text. Null: not known. */
    born_on: Generated<string | null>;
    /** Username, names and e-mail address, folded by `search_fold`. Made by the database. */
    search_text: ColumnType<string, never, never>;
  };
  tokens: {
    id: string;
    player_id: number;
    /** Id of the first token of the login: all its tokens end together. */
    family: string;
    created_at: Generated<Date>;
    expires_at: Date;
    ended_at: Date | null;
    /** Last use of the login, to the minute; only in the first token of a family. */
    seen_at: Generated<Date | null>;
  };
  /** Places from which a player has logged in. */
  login_pairs: {
    player_id: number;
    /** "network:<network>" or "browser:<digest of its cookie>" */
    place: string;
    last_success_at: Date;
  };
  tickets: { id: string; token_id: string; expires_at: Date };
  /** Keys of operators' own servers. */
  operator_keys: {
    id: Generated<number>;
    name: string;
    /** SHA-256 of the key, base64url. */
    digest: string;
    created_at: Generated<Date>;
    revoked_at: Date | null;
  };
  /** Sign-in links that were not used yet. */
  sign_in_links: {
    /** SHA-256 of the link's token, base64url. */
    digest: string;
    player_id: number;
    /** The operator's key that made it; null: the command line. */
    key_id: number | null;
    expires_at: Date;
  };
  /** Exchanges of sign-in links that can be repeated by the browser that made them. */
  followed_links: {
    /** SHA-256 of the link's token and the browser's request id, base64url. */
    digest: string;
    player_id: number;
    /** The login that the exchange brought. */
    family: string;
    expires_at: Date;
  };
  login_failures: {
    /** "address:<network>", "account:<player id>", "account:<player id>@<place>" and others. */
    subject: string;
    failures: number;
    first_at: Date;
    blocked_until: Date | null;
  };
  /** The app's settings of a player. No row: nothing was saved. */
  player_settings: {
    player_id: number;
    theme: unknown;
    shortcuts: Generated<string[]>;
    /** Ids of machines, newest first. */
    favourites: Generated<number[]>;
    /** Shown to chat partners instead of the username. */
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
