/**
 * Paths that documents name: each must be a file or a folder of this repository. And the maps of ARCHITECTURE.md: each must name
 * all folders of what it describes. And decisions: each must have a number of its own.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** Describes the past. */
const HISTORY = ["CHANGELOG.md"];
const SOURCE = /\.(ts|tsx|cjs|mjs|json|sql|md|css|html)$/;
/** Files that a running server or a build creates, and packages. */
const MADE = /^(var|dist|node_modules|test-results|~|\/)|^@|Settings\.json$|token\.key$|^\$/;

/** A name to be filled in. */
const PLACEHOLDER = /(^|\/)[A-Z]{3,}\./;
/** Short names of folders, as docs/coverage.md and docs/security.md have them. */
const SHORT: Record<string, string> = {
  "app/": "apps/player/src/",
  "console/": "apps/console/src/",
  "server/": "apps/server/src/",
  "contract/": "packages/contract/src/",
  "machine/": "packages/machine/src/",
  "ui/": "packages/ui/src/",
  "client/": "packages/client/src/",
};

/** The page says to write this file: its path stands alone above a block of code. */
const toWrite = (text: string) => new Set([...text.matchAll(/^`(\S+)`\n\n```/gm)].map(([, path = ""]) => path));

function named(text: string): string[] {
  const code = [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = ""]) => span);
  const links = [...text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].flatMap(([, target = ""]) =>
    /^[a-z]+:/.test(target) ? [] : [target],
  );
  return [
    ...links,
    ...code.filter(
      (span) =>
        /^[\w.@/-]+$/.test(span) &&
        !span.startsWith("/") &&
        (SOURCE.test(span) ||
          /^[\w-]+(\/[\w.-]+)*\.(db\.)?(test|spec)$/.test(span) ||
          /^[\w-]+(\/[\w-]+)+\/$/.test(span)),
    ),
  ];
}

function filesOf(root: string): string[] {
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  });
  return listed.split("\n").filter((file) => file !== "" && existsSync(join(root, file)));
}

/** @returns `document: path` for each that is not there. A path may leave its first folders out. */
export function missingPaths(root: string): string[] {
  const files = filesOf(root);
  const ends = new Set<string>();
  for (const file of files) {
    const parts = file.split("/");
    for (let from = 0; from < parts.length; from += 1)
      for (let to = from + 1; to <= parts.length; to += 1) ends.add(parts.slice(from, to).join("/"));
  }
  const isThere = (document: string, path: string) => {
    const plain = path.replace(/^\.\//, "").replace(/\/$/, "");
    const short = Object.keys(SHORT).find((prefix) => plain.startsWith(prefix));
    const long = short === undefined ? plain : `${SHORT[short]}${plain.slice(short.length)}`;
    const relative = posix.normalize(posix.join(dirname(document), plain));
    return [plain, long, relative, `${plain}.ts`, `${plain}.tsx`].some((one) => ends.has(one));
  };
  return files
    .filter((file) => file.endsWith(".md") && !HISTORY.includes(file))
    .flatMap((document) => {
      const text = readFileSync(join(root, document), "utf8");
      const written = toWrite(text);
      return [...new Set(named(text))]
        .filter((path) => !MADE.test(path) && !PLACEHOLDER.test(path) && !written.has(path) && !isThere(document, path))
        .map((path) => `${document}: ${path}`);
    });
}

const DECISION = /^docs\/decisions\/(?<number>\d{4})-[^/]+\.md$/;
/** @returns `file: number …` for each decision whose number another one has before it, or whose heading has another number */
export function numbersOfDecisions(root: string): string[] {
  const holders = new Map<string, string>();
  return filesOf(root)
    .toSorted()
    .flatMap((file) => {
      const number = DECISION.exec(file)?.groups?.["number"];
      if (number === undefined) return [];
      const holder = holders.get(number);
      holders.set(number, holder ?? file);
      const [heading = ""] = readFileSync(join(root, file), "utf8").split("\n", 1);
      return [
        ...(holder === undefined ? [] : [`${file}: number ${number} is that of ${holder}`]),
        ...(heading.startsWith(`# ${number}: `) ? [] : [`${file}: the heading must begin with "# ${number}: "`]),
      ];
    });
}

const MAPS_DOCUMENT = "ARCHITECTURE.md";
/** The map is the first block of code below the heading; `of` is the line of it that the folders stand below. */
const MAPS: readonly { folder: string; heading: string; of: string }[] = [
  { folder: "apps", heading: "# Architecture", of: "apps/" },
  { folder: "packages", heading: "# Architecture", of: "packages/" },
  { folder: "e2e/src", heading: "# Architecture", of: "e2e/" },
  { folder: "apps/server/src", heading: "## The server", of: "" },
  { folder: "apps/player/src", heading: "## The player app", of: "" },
  { folder: "apps/console/src", heading: "## The console", of: "" },
];

/** The folders that a map names: those before the two spaces of each line, below the line without an indent above it. */
function foldersInMap(text: string, { heading, of }: { heading: string; of: string }): Set<string> {
  const [, section = ""] = `\n${text}`.split(`\n${heading}\n`);
  const [, map = ""] = section.split("```");
  const folders = new Set<string>();
  let above = "";
  for (const line of map.split("\n")) {
    const [names = ""] = line.trim().split(/ {2,}/);
    if (!line.startsWith(" ")) [above = ""] = line.split(" ");
    if (line.startsWith(" ") ? above === of : of === "")
      for (const [, name = ""] of names.matchAll(/(?:^|[ ,])([\w-]+)\/(?=[ ,]|$)/g)) folders.add(name);
  }
  return folders;
}

/** @returns `ARCHITECTURE.md: folder …` for each folder that its map leaves out, and each that a map names and that is not there */
export function foldersOutsideMaps(root: string): string[] {
  const files = filesOf(root);
  const text = readFileSync(join(root, MAPS_DOCUMENT), "utf8");
  return MAPS.flatMap((map) => {
    const inMap = foldersInMap(text, map);
    const below = files
      .filter((file) => file.startsWith(`${map.folder}/`))
      .map((file) => file.slice(map.folder.length + 1));
    const there = new Set(below.filter((file) => file.includes("/")).map((file) => file.slice(0, file.indexOf("/"))));
    return [
      ...[...there].filter((name) => !inMap.has(name)).map((name) => `${map.folder}/${name}/ is in no map`),
      ...[...inMap]
        .filter((name) => !there.has(name))
        .map((name) => `${map.folder}/${name}/ is in the map, and not there`),
    ].map((found) => `${MAPS_DOCUMENT}: ${found}`);
  });
}
