/** deploy/nats/nats-server.conf as it is, but for paths and ports: processes of all roles start on it, and a player plays. */
import { spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUser } from "@nats-io/nkeys";
import { expect, test } from "@playwright/test";
import { PlayerClient } from "../client.ts";
import { DebianPostgres } from "../processes/debianPostgres.ts";
import { findNats } from "../processes/nats.ts";
import { runTool } from "../processes/tools.ts";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";

const EXAMPLE = fileURLToPath(new URL("../../../deploy/nats/nats-server.conf", import.meta.url));
const NAMES = ["EDGE1", "EDGE2", "FLOOR1", "FLOOR2", "MEDIA1"] as const;

let folder: string;
let postgres: DebianPostgres;
let nats: ChildProcess;
let printed = "";
const servers: TestServer[] = [];
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-nats-example-"));
  postgres = await DebianPostgres.open();
  await postgres.createDatabase("house");
});
test.afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  if (nats.exitCode === null) {
    const exited = once(nats, "exit");
    nats.kill();
    await exited;
  }
  await postgres[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

/** One certificate for all: it signs itself, and so is the authority as well. */
async function startNats(): Promise<{ url: string; certificate: string; key: string; seeds: Map<string, string> }> {
  const [certificate, key] = [join(folder, "certificate.pem"), join(folder, "key.pem")];
  const curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const name = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  await runTool("openssl", ["req", "-x509", ...curve, ...name, "-keyout", key, "-out", certificate]);
  const port = await freePort();
  const text = (await readFile(EXAMPLE, "utf8"))
    .replace("0.0.0.0:4222", `127.0.0.1:${port}`)
    .replace("127.0.0.1:8222", `127.0.0.1:${await freePort()}`)
    .replaceAll(/"\/etc\/nats\/tls\/(server|ca)\.pem"/g, `"${certificate}"`)
    .replaceAll("/etc/nats/tls/server-key.pem", key);
  const file = join(folder, "nats-server.conf");
  await writeFile(file, text);
  const seeds = new Map<string, string>();
  const env: NodeJS.ProcessEnv = { ...process.env };
  for (const one of NAMES) {
    const user = createUser();
    env[`NKEY_${one}`] = user.getPublicKey();
    const path = join(folder, `${one}.nk`);
    await writeFile(path, user.getSeed(), { mode: 0o600 });
    seeds.set(one, path);
  }
  nats = spawn(findNats() ?? "nats-server", ["-c", file], { env, stdio: ["ignore", "ignore", "pipe"] });
  nats.stderr?.on("data", (chunk: Buffer) => (printed += chunk.toString()));
  await expect.poll(() => printed).toContain("Server is ready");
  return { url: `tls://localhost:${port}`, certificate, key, seeds };
}

test("every role starts with its key and its certificate, and a player plays", async () => {
  const { url, certificate, key, seeds } = await startNats();
  for (const name of ["FLOOR1", "MEDIA1", "EDGE1"]) {
    const server = await TestServer.create({
      ...postgres.urls("house"),
      ROLES: name.slice(0, -1).toLowerCase(),
      NODE_NAME: name.toLowerCase(),
      NATS_URL: url,
      NATS_CA: certificate,
      NATS_CERT: certificate,
      NATS_KEY: key,
      NATS_NKEY: seeds.get(name) ?? "",
      DRAIN_SECONDS: "0",
    });
    servers.push(server);
    await server.start();
  }
  const edge = servers.at(-1);
  const player = await PlayerClient.login(edge?.url ?? "", "demo1");
  await expect.poll(async () => (await player.machines()).every(({ status }) => status === "available")).toBe(true);
  const game = await player.game();
  const { machine } = await game.init(1);
  await game.cashIn(50_00);
  const play = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id ?? "play";
  await game.press(play);
  await game.until(({ method, params }) => method === "meters" && params["phase"] === "spinning");
  game.close();
  // Whatever is not permitted is a line of NATS.
  expect(printed).not.toMatch(/violation|error/i);
});
