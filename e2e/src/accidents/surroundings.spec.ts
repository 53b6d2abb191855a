/** Odd surroundings of a start: names, languages, time zones and masks that the house must not depend on; and the end of npm above it. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { freePort } from "../freePort.ts";
import { TEMPLATE_VARIABLE } from "../testServer.ts";
import { ROOT, run } from "./run.ts";
import { asPattern, expectRefused, rowOf } from "./startsTable.ts";

let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-surroundings-"));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** Spaces, quotes, Turkish and Arabic letters; with its parts over 200 characters, relative to the working directory. */
const ODD_NAME = `Örnek evi "ığüşçö" 'İ' بيت $HOME/${"uzun-".repeat(40)}/%20`;

/** With that umask and without standard input, after what `env` does. */
const started = (umask: string, ...env: string[]) => ["env", ...env, "sh", "-c", `umask ${umask}; exec "$@" <&-`, "sh"];

const SURROUNDINGS: { prefix: string[]; host: string; variables: Record<string, string> }[] = [
  // The first one makes the house.
  {
    prefix: started("000", "-u", "HOME", "-u", "TZ"),
    host: "127.0.0.1",
    variables: { LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8", TMPDIR: "/none/there" },
  },
  {
    prefix: started("777", "-u", "LANG"),
    host: "::1",
    variables: { LC_ALL: "C", HOME: "/none/there", TZ: "Nowhere/Wrong", TMPDIR: "" },
  },
];

/** Files and folders that others may use, with their modes. */
async function openToOthers(path: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)("find", [path, "-perm", "/077", "-printf", "%m %P\n"]);
  return stdout.split("\n").filter((line) => line !== "");
}

test("names, languages, time zones, masks and missing folders change nothing", async () => {
  const dataDir = join(folder, ODD_NAME);
  const title = "other users may look into DATA_DIR";
  for (const { prefix, host, variables } of SURROUNDINGS) {
    const isNew = !existsSync(dataDir);
    // It is said, and not changed.
    if (!isNew) await chmod(dataDir, 0o755);
    const port = await freePort();
    const environment = { DATA_DIR: ODD_NAME, ...variables };
    const house = run({
      program: "server",
      environment: { ...environment, PORT: String(port), HOST: host, VIDEO_PORTS: `${port}-${port + 8}` },
      prefix,
      cwd: folder,
    });
    try {
      await house.printed("Log in as");
      const site = host === "::1" ? `[${host}]` : host;
      expect((await fetch(`http://${site}:${port}/readyz`)).status).toBe(200);
      const check = await run({ program: ["ledger", "check"], environment, prefix, cwd: folder }).ended;
      expect(check).toMatchObject({ code: 0 });
    } finally {
      house.child.kill();
    }
    const { code, stdout, stderr } = await house.ended;
    const isWarned = asPattern(rowOf(title).sentence ?? "").test(stdout);
    expect({ host, code, stderr, isWarned }).toEqual({ host, code: 0, stderr: "", isWarned: !isNew });
    expect(await openToOthers(dataDir)).toEqual(isNew ? [] : ["755 "]);
  }
});

const isAnswered = (port: number) =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  );

test("npm that is ended or killed above the house leaves nothing that blocks the next start", async () => {
  const dataDir = join(folder, "npm");
  const template = process.env[TEMPLATE_VARIABLE];
  if (template) await promisify(execFile)("cp", ["-a", template, dataDir]);
  const port = await freePort();
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    DATA_DIR: dataDir,
    CONSOLE_PORT: "off",
    PORT: String(port),
    VIDEO_PORTS: `${port}-${port + 8}`,
  };
  for (const signal of ["SIGTERM", "SIGKILL"] as const) {
    const npm = spawn("npm", ["start"], { cwd: ROOT, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let output = "";
    for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const closed = once(npm, "close");
    try {
      await expect.poll(() => output, { timeout: 60_000 }).toContain("Log in as");
      npm.kill(signal);
      if (signal === "SIGKILL") {
        await once(npm, "exit");
        // The house has not noticed.
        expect(await isAnswered(port)).toBe(true);
        const environment = { DATA_DIR: dataDir, PORT: String(await freePort()) };
        const again = await run({ program: "server", environment }).ended;
        expectRefused("npm above the house is killed", again);
        process.kill(-(npm.pid ?? 0), "SIGTERM");
      }
      // The house has its output until it has ended.
      await closed;
    } catch (error) {
      process.kill(-(npm.pid ?? 0), "SIGTERM");
      throw error;
    }
    expect(await isAnswered(port)).toBe(false);
    // Its start says that the folder is a copy.
    expect(output.split('"msg":"stopping"').at(-1)).not.toMatch(/^\{"level":[456]0/m);
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
  }
});
