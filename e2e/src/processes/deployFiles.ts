/** Reads the files of deploy/ as their programs do, as far as tests compare them: environments, compose, servers of proxies. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import dockerignore from "@balena/dockerignore";
import { parse } from "yaml";

/** Its types say that the function is the default export; it is the module itself. */
const ignore = dockerignore as unknown as typeof dockerignore.default;
const DEPLOY = new URL("../../../deploy/", import.meta.url);

export type Environment = Record<string, string>;

const read = (path: string) => readFileSync(fileURLToPath(new URL(path, DEPLOY)), "utf8");

/** The variables of a file as systemd reads it (EnvironmentFile): a line each, without quotes. */
export function readEnvironment(text: string): Environment {
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]));
}

/** Of `env/<name>.env.example`. */
export const exampleEnvironment = (name: string): Environment => readEnvironment(read(`env/${name}.env.example`));

/** Processes of the house of several: each has an example of its own variables, besides those of all. */
export const PROCESSES = ["edge1", "edge2", "floor1", "floor2", "media1"] as const;
export type ProcessName = (typeof PROCESSES)[number];

/** As `reelcast@<name>.service` gives them to the process. */
export const processEnvironment = (name: ProcessName): Environment => ({
  ...exampleEnvironment("house"),
  ...exampleEnvironment(name),
});

/** `host:port` of each server of an `upstream` of nginx. */
export function nginxServers(upstream: string): string[] {
  const [, body = ""] =
    new RegExp(`^upstream ${upstream} \\{\\n([^}]*)^\\}`, "m").exec(read("nginx/reelcast.conf")) ?? [];
  return [...body.matchAll(/^\s*server (\S+)/gm)].map(([, address = ""]) => address);
}

export interface HaproxyServer {
  address: string;
  /** Where it is asked whether it serves. */
  checked: string;
}
/** Of a `backend` of HAProxy. */
export function haproxyServers(file: string, backend: string): HaproxyServer[] {
  const [, body = ""] = new RegExp(`^backend ${backend}\\n((?:[ \\t].*\\n|\\n)*)`, "m").exec(`${read(file)}\n`) ?? [];
  return [...body.matchAll(/^\s*server \S+ ([\w.-]+):(\d+)(?:.*check port (\d+))?/gm)].map(
    ([, host = "", port = "", checked = port]) => ({ address: `${host}:${port}`, checked: `${host}:${checked}` }),
  );
}

export interface ComposeService {
  image: string;
  build?: { context: string; dockerfile: string };
  environment?: Environment;
  volumes?: string[];
  ports?: string[];
  command?: string[];
  healthcheck?: { test: string[] };
  depends_on?: string[] | Record<string, { condition: string }>;
}
export interface Compose {
  services: Record<string, ComposeService>;
  networks: { default: { ipam: { config: { subnet: string }[] } } };
  volumes: Record<string, unknown>;
}
export const readCompose = (): Compose => parse(read("compose.yaml"), { merge: true }) as Compose;

interface Instruction {
  word: string;
  rest: string;
}
/** The stages of the Containerfile, each from its FROM on; continued lines are one. */
export function containerStages(): Instruction[][] {
  const lines = read("Containerfile")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll(/\\\n\s*/g, "")
    .split("\n");
  const instructions = lines
    .filter((line) => line.trim() !== "")
    .map((line) => ({ word: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1) }));
  const starts = instructions.flatMap(({ word }, n) => (word === "FROM" ? [n] : []));
  return starts.map((start, n) => instructions.slice(start, starts[n + 1]));
}

/** Which of these paths, from the repository's root on, a container engine takes into the context of a build. */
export function buildContext(paths: readonly string[]): string[] {
  const rules = readFileSync(fileURLToPath(new URL("../.dockerignore", DEPLOY)), "utf8");
  return ignore({ ignorecase: false })
    .add(rules)
    .filter([...paths]);
}
