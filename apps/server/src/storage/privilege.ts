/**
 * How PostgreSQL, which refuses to run as root, is run where the house itself is root (in most containers). As any other
 * user it simply runs. It decides nothing about what is run.
 */
import { execFile } from "node:child_process";
import { chown, stat } from "node:fs/promises";
import { platform } from "node:os";
import { promisify } from "node:util";

const run = promisify(execFile);
const NOBODY = 65_534;

export interface Way {
  /** What stands before the program on the command line. */
  prefix: readonly string[];
  /** Who must own the files, as seen from outside; null: the user who runs the server. */
  owner: number | null;
}

const AS_IS: Way = { prefix: [], owner: null };
/**
 * A user namespace of its own, in which root is nobody: files stay where root alone reaches them. Forbidden in many
 * containers; there it is the user nobody, who keeps one of root's powers, to pass folders that are closed to others (the
 * data folder and the programs may lie below one of mode 700).
 */
const WAYS_OF_ROOT: readonly Way[] = [
  { prefix: ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"], owner: 0 },
  {
    prefix: [
      "setpriv",
      `--reuid=${NOBODY}`,
      `--regid=${NOBODY}`,
      "--clear-groups",
      "--inh-caps=-all,+dac_override",
      "--ambient-caps=-all,+dac_override",
      "--no-new-privs",
      "--",
    ],
    owner: NOBODY,
  },
];

/** The first way that this machine allows. @throws Error with one clear sentence where none works */
export async function unprivileged(): Promise<Way> {
  if (platform() !== "linux" || process.getuid?.() !== 0) return AS_IS;
  for (const way of WAYS_OF_ROOT) {
    const [program = "", ...rest] = way.prefix;
    const works = await run(program, [...rest, "true"]).then(
      () => true,
      () => false,
    );
    if (works) return way;
  }
  throw new Error(
    "PostgreSQL does not run as root, and neither unshare nor setpriv works here: start as another user, or set DATABASE_URL.",
  );
}

/** Gives the folder and all in it to the one who needs it, e.g. after a move from a machine that allows another way. */
export async function handOver(folder: string, { owner }: Way): Promise<void> {
  if (owner === null || (await stat(folder)).uid === owner) return;
  await chown(folder, owner, owner);
  await run("chown", ["-R", `${owner}:${owner}`, folder]);
}
