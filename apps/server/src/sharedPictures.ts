/**
 * The operator's pictures: each folder of a process and the database have the same ones. A picture that is dropped into the
 * folder of one process, replaced or removed there reaches the folders of all others; a backup of the database has them.
 * Drawn pictures and the smaller copies are made by each process itself and never stored.
 *
 * What a folder and the database had in common last decides who has changed something: the other one follows.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, readdir, rm, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { sql } from "kysely";
import type { Logger } from "pino";
import { drawnPictures, replace } from "./pictures.ts";
import { PICTURE_KINDS, SIZED_WIDTHS, isSizedName, sizedName } from "./pictureNames.ts";
import { pollEvery } from "./settings/index.ts";
import type { Db } from "./storage/index.ts";

const POLL_MS = 5_000;
/** Larger ones stay in their folder. */
const MAX_BYTES = 4 * 1024 * 1024;
/** Of a folder; more stay where they are. */
const MAX_PICTURES = 5_000;
const NAME = /^[^/\\.\0][^/\\\0]{0,199}$/;

/** SHA-256 in hexadecimal of each picture, by its path: "machines/royal.png". */
type Hashes = ReadonlyMap<string, string>;
const isPath = (path: string) => {
  const [kind = "", name = "", ...rest] = path.split("/");
  return (
    rest.length === 0 && PICTURE_KINDS.some((known) => known === kind) && NAME.test(name) && basename(name) === name
  );
};
const pathOf = ({ kind, name }: { kind: string; name: string }) => `${kind}/${name}`;
const placeOf = (path: string) => {
  const [kind = "", name = ""] = path.split("/");
  return { kind, name };
};

export interface Changes {
  /** From the folder into the database. */
  store: string[];
  forget: string[];
  /** From the database into the folder. */
  write: string[];
  remove: string[];
}
/**
 * @param base what both had in common; null: this folder is new, and the database is right where both differ
 */
export function changesBetween(base: Hashes | null, folder: Hashes, stored: Hashes): Changes {
  const changes: Changes = { store: [], forget: [], write: [], remove: [] };
  for (const path of new Set([...(base?.keys() ?? []), ...folder.keys(), ...stored.keys()])) {
    const [before, here, there] = [base?.get(path), folder.get(path), stored.get(path)];
    if (here === there) continue;
    const isFolders = here !== before && (there === before || (here !== undefined && base !== null));
    if (isFolders) (here === undefined ? changes.forget : changes.store).push(path);
    else (there === undefined ? changes.remove : changes.write).push(path);
  }
  return changes;
}

interface Parts {
  db: Db;
  log: Pick<Logger, "info" | "warn">;
  /** Of pictures. */
  folder: string;
  /** Of the data folder, in the database. */
  folderKey: string;
  /** Called after the folder has changed: copies are to be made, and what is missing drawn. */
  onChange: () => Promise<void>;
}

/** Hashes files again only when they have changed. */
class Folder {
  readonly #folder: string;
  readonly #log: Parts["log"];
  readonly #known = new Map<string, { version: string; hash: string }>();
  readonly #warned = new Set<string>();
  constructor({ folder, log }: Pick<Parts, "folder" | "log">) {
    this.#folder = folder;
    this.#log = log;
  }
  file(path: string): string {
    return join(this.#folder, path);
  }
  #warnOnce(path: string, message: string): void {
    if (this.#warned.has(path)) return;
    this.#warned.add(path);
    this.#log.warn({ file: this.file(path) }, message);
  }
  /** Null: not a picture that is stored. */
  async #hashOf(path: string): Promise<string | null> {
    const found = await stat(this.file(path)).catch(() => null);
    if (!found?.isFile() || found.size === 0) return null;
    if (found.size > MAX_BYTES) {
      this.#warnOnce(path, "a picture is too large for the database: other processes do not have it");
      return null;
    }
    const version = `${found.mtimeMs}:${found.size}:${found.ino}`;
    const known = this.#known.get(path);
    if (known?.version === version) return known.hash;
    const hash = createHash("sha256")
      .update(await readFile(this.file(path)))
      .digest("hex");
    this.#known.set(path, { version, hash });
    return hash;
  }
  async read(): Promise<Hashes> {
    const drawn = await drawnPictures(this.#folder);
    const hashes = new Map<string, string>();
    for (const kind of PICTURE_KINDS) {
      const names = await readdir(join(this.#folder, kind)).catch(() => []);
      for (const name of names.filter((one) => NAME.test(one) && !one.endsWith(".new") && !isSizedName(one, names))) {
        const path = pathOf({ kind, name });
        const hash = await this.#hashOf(path);
        if (hash === null || drawn.get(path) === hash) continue;
        if (hashes.size >= MAX_PICTURES)
          this.#warnOnce(path, "too many pictures: other processes do not have this one");
        else hashes.set(path, hash);
      }
    }
    return hashes;
  }
  /** With the time of its change, so that browsers find the same version at each process. */
  async write(path: string, content: Buffer, changedAt: Date): Promise<void> {
    const file = this.file(path);
    await mkdir(join(file, ".."), { recursive: true });
    await replace(file, content, changedAt);
    await this.#removeCopies(path);
  }
  async remove(path: string): Promise<void> {
    await rm(this.file(path), { force: true });
    await this.#removeCopies(path);
  }
  /** Copies of the picture that was there; new ones are made. */
  async #removeCopies(path: string): Promise<void> {
    for (const width of SIZED_WIDTHS) await rm(this.file(sizedName(path, width)), { force: true });
  }
}

/** What this folder had in common with the database last; null: never. */
async function readBase(db: Db, folderKey: string): Promise<Hashes | null> {
  const row = await db.selectFrom("picture_folders").select("files").where("folder", "=", folderKey).executeTakeFirst();
  return row ? new Map(Object.entries(row.files)) : null;
}
async function readStored(db: Db): Promise<Hashes> {
  const rows = await db.selectFrom("pictures").select(["kind", "name", "sha256"]).limit(MAX_PICTURES).execute();
  return new Map(
    rows.map((row) => [pathOf(row), row.sha256]).filter((entry): entry is [string, string] => isPath(entry[0] ?? "")),
  );
}

async function storeOne(db: Db, folder: Folder, path: string, hash: string): Promise<boolean> {
  const content = await readFile(folder.file(path));
  // It has been changed since: the next time.
  if (createHash("sha256").update(content).digest("hex") !== hash) return false;
  const { mtime } = await stat(folder.file(path));
  const values = { sha256: hash, content, changed_at: mtime };
  await db
    .insertInto("pictures")
    .values({ ...placeOf(path), ...values })
    .onConflict((conflict) => conflict.columns(["kind", "name"]).doUpdateSet(values))
    .execute();
  return true;
}
/** Null: it is gone since. */
async function fetchOne(db: Db, folder: Folder, path: string): Promise<string | null> {
  const { kind, name } = placeOf(path);
  const row = await db
    .selectFrom("pictures")
    .select(["sha256", "content", "changed_at"])
    .where("kind", "=", kind)
    .where("name", "=", name)
    .executeTakeFirst();
  if (!row) return null;
  await folder.write(path, row.content, row.changed_at);
  return row.sha256;
}

export interface SharedPictures {
  /** Brings folder and database together once. @throws what the database or the disk say */
  bring: () => Promise<void>;
  /** Returns the function that ends it. */
  watch: () => () => void;
}

export function sharePictures(parts: Parts): SharedPictures {
  const { db, log, folderKey, onChange } = parts;
  const folder = new Folder(parts);

  async function carryOut({ store, forget, write, remove }: Changes, common: Map<string, string>, here: Hashes) {
    for (const path of store)
      if (await storeOne(db, folder, path, here.get(path) ?? "")) common.set(path, here.get(path) ?? "");
    for (const path of forget) {
      const { kind, name } = placeOf(path);
      // Only the one that was removed here: another process may have a new one.
      const known = common.get(path) ?? "";
      await db
        .deleteFrom("pictures")
        .where("kind", "=", kind)
        .where("name", "=", name)
        .where("sha256", "=", known)
        .execute();
      common.delete(path);
    }
    for (const path of write) {
      const hash = await fetchOne(db, folder, path);
      if (hash !== null) common.set(path, hash);
    }
    for (const path of remove) {
      await folder.remove(path);
      common.delete(path);
    }
  }
  async function bring(): Promise<void> {
    const [base, here, stored] = await Promise.all([readBase(db, folderKey), folder.read(), readStored(db)]);
    const changes = changesBetween(base, here, stored);
    const isSame = Object.values(changes).every((paths: string[]) => paths.length === 0);
    const common = new Map(base ?? []);
    for (const [path, hash] of here) if (stored.get(path) === hash) common.set(path, hash);
    for (const path of common.keys()) if (!here.has(path) && !stored.has(path)) common.delete(path);
    await carryOut(changes, common, here);
    if (isSame && base !== null && isEqual(base, common)) return;
    const files = JSON.stringify(Object.fromEntries(common));
    await sql`insert into picture_folders (folder, files) values (${folderKey}, ${files}::jsonb)
      on conflict (folder) do update set files = excluded.files`.execute(db);
    if (isSame) return;
    const { store, forget, write, remove } = changes;
    log.info({ store, forget, write, remove }, "pictures have changed");
    await onChange();
  }
  return {
    bring,
    watch: () =>
      pollEvery(POLL_MS, bring, (error) =>
        log.warn(
          { err: error },
          "the pictures of the folder and of the database could not be brought together: it is tried again",
        ),
      ),
  };
}
const isEqual = (one: Hashes, other: Hashes) =>
  one.size === other.size && [...one].every(([path, hash]) => other.get(path) === hash);
