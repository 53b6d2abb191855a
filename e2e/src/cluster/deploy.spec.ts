/** The files of deploy/, each checked by the program that reads it. */
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { runTool } from "../processes/tools.ts";

const DEPLOY = fileURLToPath(new URL("../../../deploy/", import.meta.url));

let folder: string;
/** For play.example.org, and the key; together in `play.pem`. */
let certificate: string;
let key: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-deploy-"));
  certificate = join(folder, "certificate.pem");
  key = join(folder, "key.pem");
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  const made = ["-days", "2", "-subj", "/CN=play.example.org", "-keyout", key, "-out", certificate];
  await runTool("openssl", ["req", "-x509", ...curve, ...made]);
  await writeFile(join(folder, "play.pem"), (await readFile(certificate, "utf8")) + (await readFile(key, "utf8")));
});
test.afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file of deploy/ with other paths, in the folder of the test. */
async function withPaths(file: string, paths: Record<string, string>): Promise<string> {
  let text = await readFile(join(DEPLOY, file), "utf8");
  for (const [from, to] of Object.entries(paths)) {
    expect(text).toContain(from);
    text = text.replaceAll(from, to);
  }
  const copy = join(folder, file.replaceAll("/", "-"));
  await writeFile(copy, text);
  return copy;
}
const inOrder = { code: 0, output: "" };

test("systemd: every unit and timer", async () => {
  const root = join(folder, "root");
  const units = join(root, "etc/systemd/system");
  await cp(join(DEPLOY, "systemd"), units, { recursive: true });
  // The units of Debian that they refer to, and the programs that they start.
  await cp("/lib/systemd/system", join(root, "lib/systemd/system"), { recursive: true, verbatimSymlinks: true });
  for (const program of ["node_modules/node/bin/node", "deploy/backup/backup.sh"]) {
    const path = join(root, "opt/reelcast", program);
    await mkdir(join(path, ".."), { recursive: true });
    await writeFile(path, "#!/bin/sh\n");
    await chmod(path, 0o755);
  }
  const names = await readdir(units);
  expect(names.filter((name) => name.endsWith(".service")).length).toBeGreaterThan(4);
  for (const name of names) {
    const unit = name.replace("@.", "@edge1.");
    const { code, output } = await runTool("systemd-analyze", ["verify", "--man=no", `--root=${root}`, unit]);
    // Other units of this computer may lack their programs: that is not about ours.
    const about = output.split("\n").filter((line) => line.includes("reelcast"));
    expect({ name, code, about }).toEqual({ name, code: 0, about: [] });
  }
  // A word that systemd does not know is found.
  await writeFile(
    join(units, "reelcast-wrong.service"),
    "[Service]\nExecStart=/opt/reelcast/nothing\nProtectSystm=yes\n",
  );
  const { output } = await runTool("systemd-analyze", [
    "verify",
    "--man=no",
    `--root=${root}`,
    "reelcast-wrong.service",
  ]);
  expect(output).toMatch(/ProtectSystm[^]*not executable|not executable[^]*ProtectSystm/);
});

test("haproxy", async () => {
  const both = join(folder, "play.pem");
  const file = await withPaths("haproxy/haproxy.cfg", {
    "/etc/haproxy/certs/play.pem": both,
    "/etc/haproxy/certs/console.pem": both,
  });
  for (const path of [file, join(DEPLOY, "haproxy/postgres.cfg")]) {
    const { code, output } = await runTool("haproxy", ["-c", "-f", path]);
    expect({ code, output: output.trim() }).toEqual({ code: 0, output: "Configuration file is valid" });
  }
});

test("nginx", async () => {
  const file = await withPaths("nginx/reelcast.conf", {
    "/etc/letsencrypt/live/play.example.org/fullchain.pem": certificate,
    "/etc/letsencrypt/live/play.example.org/privkey.pem": key,
    "/etc/letsencrypt/live/console.example.org/fullchain.pem": certificate,
    "/etc/letsencrypt/live/console.example.org/privkey.pem": key,
    "/var/log/nginx": folder,
  });
  const main = join(folder, "nginx.conf");
  await writeFile(main, `pid ${folder}/pid; error_log stderr; events {} http { access_log off; include ${file}; }\n`);
  const { code, output } = await runTool("nginx", ["-t", "-c", main]);
  expect(output).toContain("test is successful");
  expect({ code, warnings: output.includes("[warn]") }).toEqual({ code: 0, warnings: false });
});

test("nats-server, with a key for each process", async () => {
  const file = await withPaths("nats/nats-server.conf", {
    "/etc/nats/tls/server.pem": certificate,
    "/etc/nats/tls/server-key.pem": key,
    "/etc/nats/tls/ca.pem": certificate,
  });
  // Public halves of keys that nobody has.
  const keys = {
    NKEY_EDGE1: "UB2UZERPJVGYFBHQDUI2I2XCRWYSCSQAP5B3COOACJ3GVIVCKFEV42LA",
    NKEY_EDGE2: "UASLNUVBV4DTCKXU2KXOV7KMQEYCKBXDQHD5LBJ4AK7BDHX7MTVRQDNW",
    NKEY_FLOOR1: "UDINDZNUWKN7KV2CSM7SXVCIQU7XGBAXEBPDFSAA6K5YFGDC3MA2A3RO",
    NKEY_FLOOR2: "UCBIXNYXFWKFHUHLSRYNZSTFIELFFCJWY7ICSFFBSZATD74TTD2PRUNG",
    NKEY_MEDIA1: "UB32T7L3ZO4G5YLBTFFCNXAAWCFHS3YA2B6B7ORWOEDMJNBALDZWX2PU",
  };
  const { code, output } = await runTool("nats-server", ["-t", "-c", file], { env: keys });
  expect({ code, output }).toMatchObject({ code: 0 });
  const twice = await runTool("nats-server", ["-t", "-c", file], { env: { ...keys, NKEY_EDGE2: keys.NKEY_EDGE1 } });
  expect(twice).toMatchObject({ code: 1, output: expect.stringContaining("Duplicate nkey") });
});

test("Prometheus: configuration, rules, and the tests of the rules", async () => {
  const cwd = join(DEPLOY, "prometheus");
  for (const args of [
    ["check", "config", "prometheus.yml"],
    ["check", "rules", "rules.yml"],
    ["test", "rules", "rules.test.yml"],
  ]) {
    const { code, output } = await runTool("promtool", args, { cwd });
    expect({ args, code, output }).toMatchObject({ code: 0, output: expect.stringContaining("SUCCESS") });
  }
  // A rule that is raised too late is found.
  const other = join(folder, "prometheus");
  await cp(cwd, other, { recursive: true });
  const rules = await readFile(join(other, "rules.yml"), "utf8");
  await writeFile(
    join(other, "rules.yml"),
    rules.replace("max(reelcast_ledger_broken) > 0", "max(reelcast_ledger_broken) > 2"),
  );
  const { code, output } = await runTool("promtool", ["test", "rules", "rules.test.yml"], { cwd: other });
  expect({ code, isNamed: output.includes("LedgerBroken") }).toEqual({ code: 1, isNamed: true });
});

test("the scripts", async () => {
  const scripts = (await readdir(join(DEPLOY, "backup"))).map((name) => join(DEPLOY, "backup", name));
  expect(await runTool("shellcheck", scripts)).toEqual(inOrder);
});
