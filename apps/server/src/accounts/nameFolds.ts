/**
 * Usernames and e-mail addresses by their folds, which are stored next to them: every spelling of a name finds its account. Two existing
 * accounts may have spellings of one name: each is found by its own spelling, and any other spelling finds neither.
 */
import { nameFold } from "@reelcast/contract/fold";
import { sql } from "kysely";
import { SQL_STATE, hasSqlState } from "../storage/index.ts";
import { holdsUnstorable } from "../unstorable.ts";
import type { Db, Trx } from "../storage/index.ts";
import type { PlayerRow, SharedName } from "./types.ts";

const STEP = 1_000;
/** Advisory lock: "fold". */
const LOCK = 0x666f6c64;

interface Unfolded {
  id: number;
  username: string;
  email: string;
}
/** The fold of each row, and whether a row before it has the same one. */
function foldsOf(rows: readonly Unfolded[], name: "username" | "email") {
  const seen = new Set<string>();
  return rows.map((row) => {
    const fold = nameFold(row[name]);
    const duplicate = seen.has(fold);
    seen.add(fold);
    return { fold, duplicate };
  });
}

/** The rows with the lowest numbers that have no fold. @returns how many they were */
async function foldStep(trx: Db | Trx): Promise<number> {
  await sql`select pg_advisory_xact_lock(${LOCK}::int, 0)`.execute(trx);
  const rows = await trx
    .selectFrom("players")
    .select(["id", "username", "email"])
    .where("username_fold", "is", null)
    .orderBy("id")
    .limit(STEP)
    .forUpdate()
    .execute();
  const [usernames, emails] = [foldsOf(rows, "username"), foldsOf(rows, "email")];
  const folds = rows.map(({ id }, at) => ({ id, username: usernames[at], email: emails[at] }));
  await sql`
    update players p set
      username_fold = f.username ->> 'fold',
      username_duplicate = case when (f.username ->> 'duplicate')::boolean
        or exists (select from players o where o.username_fold = f.username ->> 'fold') then p.id else 0 end,
      email_fold = f.email ->> 'fold',
      email_duplicate = case when (f.email ->> 'duplicate')::boolean
        or exists (select from players o where o.email_fold = f.email ->> 'fold') then p.id else 0 end
    from jsonb_to_recordset(${JSON.stringify(folds)}::jsonb) as f (id integer, username jsonb, email jsonb)
    where p.id = f.id`.execute(trx);
  return rows.length;
}

/**
 * Makes the folds of rows that have none: existing ones, and those that a process of the version before has added. In
 * steps, so that no login waits for all of them; within a transaction of the caller, in that.
 */
export async function foldNames(db: Db | Trx): Promise<void> {
  for (let again = true, tries = 0; again;) {
    const { rows } = await sql<{ any: boolean }>`
      select exists (select from players where username_fold is null) as any`.execute(db);
    if (rows[0]?.any !== true) return;
    try {
      const step = db.isTransaction ? foldStep(db) : db.transaction().execute(foldStep);
      again = (await step) === STEP;
    } catch (error) {
      // A player was added meanwhile, with the name of one of these rows: now that one is seen.
      if (db.isTransaction || tries === 2 || !hasSqlState(error, SQL_STATE.uniqueViolation)) throw error;
      tries += 1;
    }
  }
}

/** Those with a spelling of this name as username or e-mail address. */
async function rowsOf(db: Db | Trx, name: string): Promise<PlayerRow[]> {
  await foldNames(db);
  const fold = nameFold(name);
  return db
    .selectFrom("players")
    .selectAll()
    .where((eb) => eb.or([eb("username_fold", "=", fold), eb("email_fold", "=", fold)]))
    .orderBy("id")
    .execute();
}

/** The player of this name; several where it is not exactly one of the spellings that several accounts have; else none. */
export async function playersNamed(db: Db | Trx, name: string): Promise<PlayerRow[]> {
  // The database can't be asked for such a name, and has none.
  if (holdsUnstorable(name)) return [];
  const rows = await rowsOf(db, name);
  if (rows.length < 2) return rows;
  const form = name.normalize("NFC");
  const exact = rows.filter(({ username, email }) => [username, email].some((own) => own.normalize("NFC") === form));
  if (exact.length < 2) return exact.length === 1 ? exact : rows;
  const same = exact.filter(({ username, email }) => username === name || email === name);
  return same.length === 1 ? same : rows;
}

/** Which of these names another account has a spelling of, and how that account writes it; null: they are free. */
export async function takenName(
  trx: Db | Trx,
  names: { username?: string; email?: string },
  except: number | null = null,
): Promise<{ kind: "username" | "email"; name: string; id: number; spelling: string } | null> {
  for (const kind of ["username", "email"] as const) {
    const name = names[kind];
    if (name === undefined) continue;
    const other = (await rowsOf(trx, name)).find(({ id }) => id !== except);
    if (!other) continue;
    const spelling = nameFold(other.username) === nameFold(name) ? other.username : other.email;
    return { kind, name, id: other.id, spelling };
  }
  return null;
}

/** After a duplicate or its first account has another name: the first of the rest is a duplicate no longer. */
export async function settleDuplicates(
  trx: Db | Trx,
  folds: { username: string | null; email: string | null },
): Promise<void> {
  for (const kind of ["username", "email"] as const) {
    const [fold, duplicate] = [sql.ref(`${kind}_fold`), sql.ref(`${kind}_duplicate`)];
    await sql`
      update players set ${duplicate} = 0 where id = (
        select min(id) from players where ${fold} = ${folds[kind]}
        having min(${duplicate}) > 0)`.execute(trx);
  }
}

/** Names that several accounts have, in different spellings. */
export async function sharedNames(db: Db | Trx): Promise<SharedName[]> {
  await foldNames(db);
  const { rows } = await sql<SharedName>`
    select 'username' as kind, jsonb_agg(jsonb_build_object('id', id, 'name', username) order by id) as players
    from players where username_fold in (select username_fold from players where username_duplicate > 0) group by username_fold
    union all
    select 'email', jsonb_agg(jsonb_build_object('id', id, 'name', email) order by id)
    from players where email_fold in (select email_fold from players where email_duplicate > 0) group by email_fold
    order by players`.execute(db);
  return rows;
}
