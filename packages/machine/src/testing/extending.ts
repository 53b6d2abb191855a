/**
 * For tests that follow a page of docs/extending.md: writes the files of the page into a copy of the code.
 */
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));

export interface FollowedPage {
  /** The copy's folder. */
  copy: string;
  /** Paths of the files that were written. */
  written: string[];
  /** Pieces of code of the page that belong to no file, in order. */
  pieces: string[];
  remove(): Promise<void>;
}

/** @param parts folders and files of the repository that the copy has */
export async function followPage(title: string, parts: readonly string[]): Promise<FollowedPage> {
  const text = await readFile(join(ROOT, "docs/extending.md"), "utf8");
  const page = text.split(/^## /m).find((part) => part.startsWith(title)) ?? "";
  const copy = await mkdtemp(join(tmpdir(), "reelcast-extending-"));
  for (const part of parts) await cp(join(ROOT, part), join(copy, part), { recursive: true });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const written: string[] = [];
  const pieces: string[] = [];
  for (const [, path, code = ""] of page.matchAll(/^(?:`(\S+)`\n\n)?```\w+\n([\s\S]*?)^```$/gm)) {
    if (path === undefined) {
      pieces.push(code.trimEnd());
      continue;
    }
    await mkdir(dirname(join(copy, path)), { recursive: true });
    // Never over a file that is there: the page adds, and changes nothing.
    await writeFile(join(copy, path), code, { flag: "wx" });
    written.push(path);
  }
  return { copy, written, pieces, remove: () => rm(copy, { recursive: true, force: true }) };
}
