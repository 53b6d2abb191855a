/**
 * The owner of the house of a data folder. A start and a command that root runs work as that user, so that no file gets
 * another owner; a user who is neither is refused. It comes before anything is opened. Windows: nothing of this.
 */
import { execFile } from "node:child_process";
import { access, constants, lstat, open, stat } from "node:fs/promises";
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
/** Of the house's names those that are folders; an operator may have put a link in the place of one. */
const FOLDERS = [...OWNED, "pictures"];
/** What is a file, and never a link, where root works. */
const FILES = [
  ...WRITTEN.filter((name) => !FOLDERS.includes(name)),
  ...[1, 2, 3, 4].map((number) => `postgres.log.${number}`),
  "console.port",
  "restore.unfinished",
  "Settings.json",
  "token.key",
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

const ifMissing = (error: unknown) => {
  if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return null;
  throw error;
};
/** Null: it is missing. Follows links: who relies on the owner that it finds must know that it is none. */
const statOf = (path: string) => stat(path).catch(ifMissing);
/** Of the link itself, where it is one: who makes a link is not the owner of what it leads to. */
const lstatOf = (path: string) => lstat(path).catch(ifMissing);

/** Null: there is no such folder. */
async function ownerOf(dataDir: string, own: number | undefined): Promise<Owner | null> {
  const folder = await statOf(dataDir);
  if (!folder) return null;
  // A user's own folder, whatever root has made in it.
  if (own !== 0 && folder.uid === own) return { uid: folder.uid, gid: folder.gid, ofHouse: true };
  for (const name of MADE_BY_FIRST_START) {
    try {
      const found = await lstatOf(join(dataDir, name));
      if (found) return { uid: found.uid, gid: found.gid, ofHouse: true };
    } catch (error) {
      // Closed to this user: what is inside is the owner's.
      if (errorCode(error) !== "EACCES") throw error;
      return { uid: folder.uid, gid: folder.gid, ofHouse: true };
    }
  }
  return { uid: folder.uid, gid: folder.gid, ofHouse: false };
}

/**
 * Before root opens anything: what another user may have put in the place of the house's files leads root nowhere else.
 * @throws ConfigError
 */
async function assertNoLinks(dataDir: string, owner: Owner): Promise<void> {
  const refuse = (path: string, what: string) => {
    throw new ConfigError(
      `DATA_DIR ${dataDir}: ${path} is ${what}, and root follows nothing that leads out of the folder: put the house's own in its place.`,
    );
  };
  // There root stays root in what another user may rename and link.
  const isOfTwo = owner.uid === 0 && (await statOf(dataDir))?.uid !== 0;
  for (const name of FILES) {
    const path = join(dataDir, name);
    const found = await lstatOf(path);
    if (!found) continue;
    if (!found.isFile()) refuse(path, found.isSymbolicLink() ? "a link" : "no file");
    if (isOfTwo && found.nlink > 1) refuse(path, "a file with another name");
  }
  for (const name of FOLDERS) {
    const path = join(dataDir, name);
    const found = await lstatOf(path);
    if (!found) continue;
    if (found.isDirectory() && isOfTwo && name === "pictures" && found.uid !== 0) refuse(path, "another user's");
    if (found.isDirectory()) continue;
    const target = await statOf(path);
    const isTrusted = found.isSymbolicLink() && target?.isDirectory() && [0, owner.uid].includes(target.uid);
    // The link of another user may lead to any folder of root's.
    if (!isTrusted || (owner.uid === 0 && found.uid !== 0))
      refuse(path, "a link to what is not the house's, or no folder");
  }
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
    await assertNoLinks(dataDir, owner);
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
