/** Tables of the staff: members, their factors, sessions, and what is used once. */
import type { Generated } from "kysely";

export interface StaffTables {
  staff: {
    id: Generated<number>;
    name: string;
    /** For comparison: confusable spellings have the same one. */
    skeleton: string;
    roles: string[];
    /** argon2id, in its own text form; null: a link must be used first. */
    password_hash: string | null;
    /** Of the authenticator app, encrypted (staff/seal.ts). */
    totp_secret: string | null;
    /** The last accepted step of 30 s: it and those before it are not accepted again. */
    totp_step: number | null;
    disabled_at: Date | null;
    created_at: Date;
  };
  /** Links that were not used yet, one for each member. */
  staff_links: {
    /** SHA-256 of the link's token, base64url. */
    digest: string;
    /** Null: it makes the first manager. */
    staff_id: number | null;
    expires_at: Date;
  };
  /** Recovery codes that were not used yet. */
  staff_codes: { staff_id: number; digest: string };
  staff_sessions: {
    id: Generated<number>;
    /** SHA-256 of the token, base64url. */
    digest: string;
    staff_id: number;
    second_factor: boolean;
    /** It reads the floor for a screen in the hall, and nothing else. */
    wall: Generated<boolean>;
    address: string;
    agent: string;
    started_at: Date;
    last_used_at: Date;
    ended_at: Date | null;
  };
  staff_passkeys: {
    id: Generated<number>;
    staff_id: number;
    /** Its id, base64url. */
    credential: string;
    /** COSE. */
    public_key: Buffer;
    counter: number;
    /** The host for which it was made. */
    rp_id: string;
    transports: string[];
    name: string;
    created_at: Date;
    last_used_at: Date | null;
  };
  /** What is used once, within minutes: second steps, challenges of passkeys, secrets that are being set up, tickets. */
  staff_challenges: {
    /** SHA-256 of the secret, base64url. */
    digest: string;
    purpose: string;
    staff_id: number | null;
    session_id: number | null;
    content: string | null;
    /** Wrong attempts. */
    tries: Generated<number>;
    expires_at: Date;
  };
  /** SHA-256 of the key that encrypts, base64url. */
  staff_keys: { one: Generated<boolean>; digest: string };
}
