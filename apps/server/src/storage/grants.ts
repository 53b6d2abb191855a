/**
 * What the running server's login may do in the database; everything else is refused. The owner applies the grants at each
 * start, together with the functions (functions.ts). The ledger is read-only for the server: only the functions of
 * `BY_OWNER` change it, and they compare the fence.
 */
import { sql } from "kysely";
import type { Database, Trx } from "./database.ts";

const READ = "select";
/** For append-only tables. */
const APPEND = "select, insert";
const CHANGE = "select, insert, update";
const ALL = "select, insert, update, delete";

/** For every table, including the migrator's. */
export const TABLE_GRANTS = {
  approvals: CHANGE,
  audit_head: READ,
  audit_log: READ,
  brands: CHANGE,
  canned_answers: APPEND,
  chat_assignments: ALL,
  chat_messages: APPEND,
  chat_presence: CHANGE,
  chats: CHANGE,
  desk_answers: APPEND,
  floor_nodes: ALL,
  followed_links: ALL,
  functions_version: READ,
  game_figures: APPEND,
  games: READ,
  jackpot_hits: READ,
  jackpot_remainders: READ,
  jackpots: CHANGE,
  journals: READ,
  // An account is opened empty; only postings change its balance.
  ledger_accounts: "select, insert (kind, ref)",
  ledger_checkpoint_accounts: APPEND,
  ledger_checkpoints: APPEND,
  log_entries: APPEND,
  login_failures: ALL,
  login_pairs: ALL,
  machine_leases: CHANGE,
  machine_memories: READ,
  machine_meters: "select, insert (machine_id)",
  machine_requests: CHANGE,
  machine_rules: ALL,
  machine_watches: ALL,
  machines: CHANGE,
  notices: CHANGE,
  operations: READ,
  operator_keys: CHANGE,
  picture_folders: CHANGE,
  pictures: ALL,
  player_courses: ALL,
  player_limits: CHANGE,
  player_notes: APPEND,
  player_protection: CHANGE,
  player_settings: CHANGE,
  players: CHANGE,
  postings: READ,
  promotion_grants: APPEND,
  sessions: READ,
  settings_files: CHANGE,
  settings_versions: APPEND,
  sign_in_links: ALL,
  // Written by `record_event`; marked as seen, once.
  significant_events: "select, update (seen_by, seen_at)",
  staff: CHANGE,
  staff_challenges: ALL,
  staff_codes: ALL,
  staff_keys: ALL,
  staff_links: ALL,
  staff_passkeys: ALL,
  staff_sessions: ALL,
  suspensions: READ,
  tickets: ALL,
  token_keys: CHANGE,
  tokens: ALL,
  transfers: READ,
  work_items: ALL,
  kysely_migration: READ,
  kysely_migration_lock: null,
} as const satisfies Record<keyof Database, string> & Record<string, string | null>;

/** Sequences that are defaults of columns. */
const SEQUENCES: readonly string[] = ["chat_messages_ids", "log_entries_ids"];

/** Functions with the owner's rights (`security definer`) that the server may call. */
export const BY_OWNER: readonly string[] = [
  "adjust",
  "grant_promotion",
  "machine_meters_read",
  "machine_settle",
  "next_transfer_number",
  "lock_pot",
  "open_jackpot",
  "record_act",
  "record_event",
  "record_game_with_jackpots",
  "record_games",
  "save_machine_memory",
  "session_begin",
  "session_close",
  "session_connect",
  "session_ending",
  "session_suspend",
  "transfer_begin",
  "transfer_fail",
  "transfer_manual",
  "transfer_mark",
  "transfer_nothing",
  "transfer_resolve",
  "transfer_settle",
];

/** Functions that the server calls with its own rights. All others are called only by functions. */
export const BY_HOUSE: readonly string[] = [
  "available_now",
  "check_fence",
  "credit_of",
  "draw_threshold",
  "jackpots_of",
  "large_amount",
  "ledger_checkpoint_hash",
  "machine_back",
  "machine_big_win",
  "machine_difference",
  "machine_event",
  "machine_quarantine",
  "machine_retire",
  "machine_trouble",
  "search_fold",
  "search_fold_letters",
];

/**
 * @param trx of the owner
 * @param login the server's login; if it is the owner itself, nothing is granted
 */
export async function grantTo(trx: Trx, login: string): Promise<void> {
  const { rows } = await sql<{ me: string; schema: string }>`
    select current_user as me, current_schema() as schema`.execute(trx);
  const [{ me, schema } = { me: login, schema: "public" }] = rows;
  if (me === login) return;
  const [to, space] = [sql.id(login), sql.id(schema)];
  const routines = await sql<{ name: string; signature: string }>`
    select proname as name, oid::regprocedure::text as signature from pg_proc
    where pronamespace = ${schema}::regnamespace and proowner = current_user::regrole`.execute(trx);
  const existing = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = ${schema}::regnamespace and relkind in ('r', 'p') and not relispartition`.execute(trx);
  const grants: Readonly<Record<string, string | null>> = TABLE_GRANTS;
  const isCallable = new Set([...BY_OWNER, ...BY_HOUSE]);

  const statements = [
    sql`alter default privileges revoke execute on functions from public`,
    sql`grant usage on schema ${space} to ${to}`,
    sql`revoke all on all tables in schema ${space} from ${to}`,
    sql`revoke all on all sequences in schema ${space} from ${to}`,
    sql`revoke all on all functions in schema ${space} from public, ${to}`,
    ...SEQUENCES.map((name) => sql`grant usage on sequence ${sql.table(name)} to ${to}`),
    ...existing.rows.flatMap(({ name }) => {
      const privileges = grants[name];
      return privileges ? [sql`grant ${sql.raw(privileges)} on ${sql.table(name)} to ${to}`] : [];
    }),
    ...routines.rows.flatMap(({ name, signature }) => {
      const routine = sql.raw(signature);
      return [
        BY_OWNER.includes(name)
          ? sql`alter function ${routine} security definer set search_path = ${space}, pg_temp`
          : sql`alter function ${routine} security invoker`,
        ...(isCallable.has(name) ? [sql`grant execute on function ${routine} to ${to}`] : []),
      ];
    }),
  ];
  await sql.raw(statements.map((statement) => statement.compile(trx).sql).join(";\n")).execute(trx);
}
