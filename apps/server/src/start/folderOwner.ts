/**
 * The owner of the house of a data folder. A start and a command that root runs work as that user, so that no file gets
 * another owner; a user who is neither is refused. It comes before anything is opened. Windows: nothing of this.
 */
import { execFile } from "node:child_process";
import { access, constants, open, stat } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { ConfigError, EMBEDDED_SECRETS } from "../config.ts";
import { errorCode } from "../errorCode.ts";

/** The owner of the first of them that exists is the owner of the house: the folder itself may have been made by somebody else. */
const MADE_BY_FIRST_START = ["postgres.password", "folder.id"];
/** What only its owner may use, by PostgreSQL's own rule. */
const OWNED = ["postgres", "postgres.new"];
const WRITTEN = [
  "server.lock",
  "open.lock",
  "database.lock",
  "postgres.log",
  "pictures",
  "folder.id",
  "staff.key",
  ...EMBEDDED_SECRETS,
];

interface Owner {
  uid: number;
  gid: number;
  /** Whether it is that of a house, and not of a folder without one. */
  ofHouse: boolean;
}
/** An account as the system names it. */
interface Account {
  name: string | null;
  uid: number;
  gid: number;
  groups: number[];
}

/** Null: it is missing. */
const statOf = (path: string) =>
  stat(path).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
    throw error;
  });

/** Null: there is no such folder. */
async function ownerOf(dataDir: string, own: number | undefined): Promise<Owner | null> {
  const folder = await statOf(dataDir);
  if (!folder) return null;
  // A user's own folder, whatever root has made in it.
  if (own !== 0 && folder.uid === own) return { uid: folder.uid, gid: folder.gid, ofHouse: true };
  for (const name of MADE_BY_FIRST_START) {
    try {
      const found = await statOf(join(dataDir, name));
      if (found) return { uid: found.uid, gid: found.gid, ofHouse: true };
    } catch (error) {
      // Closed to this user: what is inside is the owner's.
      if (errorCode(error) !== "EACCES") throw error;
      return { uid: folder.uid, gid: folder.gid, ofHouse: true };
    }
  }
  return { uid: folder.uid, gid: folder.gid, ofHouse: false };
}

/** With the group of the folder, where the system does not know the user, as in many containers. */
async function accountOf({ uid, gid }: Pick<Owner, "uid" | "gid">): Promise<Account> {
  const { stdout } = await promisify(execFile)("id", [String(uid)]).catch(() => ({ stdout: "" }));
  const known = /^uid=\d+\((.+?)\) gid=(\d+)\S* groups=(\S+)/.exec(stdout);
  if (!known) return { name: null, uid, gid, groups: [gid] };
  const [, name = "", group, groups = ""] = known;
  return { name, uid, gid: Number(group), groups: [...groups.matchAll(/(\d+)\(/g)].map(([, one]) => Number(one)) };
}
const wordFor = ({ name, uid }: Account) => name ?? `user ${uid}`;
const forSudo = ({ name, uid }: Account) => `sudo -u ${name ?? `'#${uid}'`} …`;

/** For good: this process never is root again. @throws ConfigError */
async function become(account: Account, dataDir: string): Promise<void> {
  try {
    process.setgroups?.(account.groups);
    process.setgid?.(account.gid);
    process.setuid?.(account.uid);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} belongs to ${wordFor(account)}, whom this process may not become: run it as that user.`,
      { cause: error },
    );
  }
  try {
    for (const file of [import.meta.filename, process.execPath]) await (await open(file)).close();
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${dataDir} belongs to ${wordFor(account)}, who can't read this program: let that user read the folder of the program.`,
      { cause: error },
    );
  }
}

/** The first file that this user could not use; null: none. */
async function unusable(dataDir: string, uid: number): Promise<{ name: string; owner: Account } | null> {
  for (const name of [...OWNED, ...WRITTEN]) {
    const path = join(dataDir, name);
    const found = await statOf(path);
    if (!found || found.uid === uid) continue;
    const isUsable = await access(path, constants.R_OK | constants.W_OK).then(
      () => !OWNED.includes(name),
      () => false,
    );
    if (!isUsable) return { name, owner: await accountOf(found) };
  }
  return null;
}

/**
 * From now on this process is the user to whom the house belongs.
 * @throws ConfigError if it can't be that user, or if files in the folder are another user's
 */
export async function workAsOwner(dataDir: string): Promise<void> {
  const own = process.geteuid?.();
  const owner = own === undefined ? null : await ownerOf(dataDir, own);
  if (!owner) return;
  const account = await accountOf(owner);
  if (own === 0) {
    // Root may use any file.
    if (owner.uid === 0) return;
    await become(account, dataDir);
  } else if (owner.uid !== own) {
    // A folder that this user may write in, for a first start.
    if (!owner.ofHouse) return;
    throw new ConfigError(
      `DATA_DIR ${dataDir} belongs to ${wordFor(account)}: run this as that user (${forSudo(account)}).`,
    );
  }
  const wrong = await unusable(dataDir, owner.uid);
  if (!wrong) return;
  const user = account.name === null ? `${account.uid}:${account.gid}` : `${account.name}:`;
  throw new ConfigError(
    `DATA_DIR ${dataDir}: user ${account.uid} may not read or write ${join(dataDir, wrong.name)}, which belongs to ${wordFor(wrong.owner)}: run "chown -R ${user} ${dataDir}" as root.`,
  );
}
