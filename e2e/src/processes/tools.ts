/** Programs of Debian that check the files of deploy/, and the folder of its PostgreSQL. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const FOLDERS = ["/usr/bin", "/usr/sbin", "/usr/local/bin"];
/** Program → package. */
const PACKAGES = {
  "systemd-analyze": "systemd",
  nginx: "nginx-light",
  haproxy: "haproxy",
  promtool: "prometheus",
  "nats-server": "nats-server",
  shellcheck: "shellcheck",
  openssl: "openssl",
} as const;
export type Tool = keyof typeof PACKAGES;

const findTool = (tool: string): string | undefined =>
  FOLDERS.map((folder) => join(folder, tool)).find((path) => existsSync(path));

const POSTGRES = "/usr/lib/postgresql";
/** Folder of the newest installed PostgreSQL's programs. */
export function findPostgres(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).toSorted((a, b) => Number(b) - Number(a)) : [];
  return (
    versions.map((version) => join(POSTGRES, version, "bin")).find((bin) => existsSync(join(bin, "initdb"))) ?? null
  );
}

export function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES).flatMap(([tool, name]) => (findTool(tool) === undefined ? [name] : []));
  return findPostgres() === null ? [...missing, "postgresql"] : missing;
}

/** @throws Error where it is not installed */
export function pathOf(tool: Tool): string {
  const path = findTool(tool);
  if (path === undefined) throw new Error(`${tool} is not installed: install the package ${PACKAGES[tool]}`);
  return path;
}

/** Resolves with the exit code and everything that was printed. */
export async function runTool(
  tool: Tool | "bash",
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; output: string }> {
  const path = tool === "bash" ? (findTool("bash") ?? "/bin/bash") : pathOf(tool);
  try {
    const { stdout, stderr } = await promisify(execFile)(path, args, {
      ...options,
      env: { ...process.env, ...options.env },
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "number") throw error;
    const { stdout = "", stderr = "" } = error as Error & { stdout?: string; stderr?: string };
    return { code: error.code, output: stdout + stderr };
  }
}
