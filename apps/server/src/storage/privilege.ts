/**
 * Runs PostgreSQL, which refuses to run as root, if the server itself runs as root (in most containers).
 */
import { stat } from "node:fs/promises";
import { platform } from "node:os";
import { runDetached } from "./detached.ts";

const NOBODY = 65_534;

export interface Way {
  /** Words before the program on the command line. */
  prefix: readonly string[];
  /** User id that must own the files, as seen from outside; null: the user who runs the server. */
  owner: number | null;
}

const AS_IS: Way = { prefix: [], owner: null };
/**
 * A user namespace in which root is mapped to `nobody`: files may stay where only root reaches them. Many containers forbid
 * that; there it is the user `nobody` with one capability, to pass folders that are closed to others (the data folder and
 * the programs may be below one of mode 700).
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

/** The first way that works on this machine. @throws Error with one sentence if none does */
export async function unprivileged(): Promise<Way> {
  if (platform() !== "linux" || process.getuid?.() !== 0) return AS_IS;
  for (const way of WAYS_OF_ROOT) {
    const [program = "", ...rest] = way.prefix;
    const works = await runDetached(program, [...rest, "true"]).then(
      () => true,
      () => false,
    );
    if (works) return way;
  }
  throw new Error(
    "PostgreSQL does not run as root, and neither unshare nor setpriv works here: start as another user, or set DATABASE_URL.",
  );
}

/** Sets the owner of the folder and its files, e.g. after a move from a machine where another way works. */
export async function handOver(folder: string, { owner }: Way): Promise<void> {
  if (owner === null || (await stat(folder)).uid === owner) return;
  // The folder itself comes last, so that an interrupted change is made again.
  await runDetached("chown", ["-R", `${owner}:${owner}`, folder]);
}
