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
import { createNatsBus } from "../../../apps/server/src/bus/nats.ts";
import { MACHINE } from "../../../apps/server/src/floor/remote/messages.ts";
import { PlayerClient } from "../client.ts";
import { PlayerPage } from "../playerPage.ts";
import { DebianPostgres } from "../processes/debianPostgres.ts";
import { findNats } from "../processes/nats.ts";
import { runTool } from "../processes/tools.ts";
import { freePort } from "../freePort.ts";
import { TestServer } from "../testServer.ts";

const EXAMPLE = fileURLToPath(new URL("../../../deploy/nats/nats-server.conf", import.meta.url));
const NAMES = ["EDGE1", "EDGE2", "FLOOR1", "FLOOR2", "MEDIA1"] as const;

interface Nats {
  url: string;
  certificate: string;
  key: string;
  seeds: Map<string, string>;
}

let folder: string;
let place: Nats;
let postgres: DebianPostgres;
let nats: ChildProcess;
let printed = "";
const servers: TestServer[] = [];
// One house for both: the second uses keys of the first.
test.describe.configure({ mode: "serial", timeout: 180_000 });
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "reelcast-nats-example-"));
  postgres = await DebianPostgres.open();
  await postgres.createDatabase("house");
  place = await startNats();
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
async function startNats(): Promise<Nats> {
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

/** Starts a process of the role in its name, with its key. */
async function startProcess(name: (typeof NAMES)[number], { url, certificate, key, seeds }: Nats): Promise<TestServer> {
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
  return server;
}
test("every role starts with its key and its certificate, and a player plays and watches between all of them", async ({
  page,
}) => {
  const floor = await startProcess("FLOOR1", place);
  await startProcess("FLOOR2", place);
  await startProcess("MEDIA1", place);
  const edge = await startProcess("EDGE1", place);
  const other = await startProcess("EDGE2", place);
  const player = await PlayerClient.login(edge.url, "demo1");
  const allAreAvailable = async () => (await player.machines()).every(({ status }) => status === "available");
  await expect.poll(allAreAvailable).toBe(true);
  const game = await player.game();
  const { machine } = await game.init(1);
  await game.cashIn(50_00);
  const play = machine.bands.flatMap(({ controls }) => controls).find(({ kind }) => kind === "play")?.id ?? "play";
  await game.press(play);
  await game.until(({ method, params }) => method === "meters" && params["phase"] === "spinning");
  const watcher = new PlayerPage(page, other.url);
  await watcher.logIn(await PlayerClient.login(other.url, "demo2"));
  await watcher.sit(2);
  // The other floor takes the machines, and the seats go on there.
  await floor.kill();
  await expect
    .poll(() => game.press(play).then(...[true, false].map((done) => () => done)), { timeout: 30_000 })
    .toBe(true);
  game.close();
  // Whatever is not permitted is a line of NATS.
  expect(printed).not.toMatch(/violation|error/i);
});

test("a media process can neither press nor answer in a machine's place, and a floor presses nowhere", async () => {
  const ends = new AbortController();
  const log = { info() {}, warn() {}, error() {} };
  for (const name of ["MEDIA1", "FLOOR2"] as const) {
    const bus = await createNatsBus({
      node: `stolen-${name.toLowerCase()}`,
      log,
      signal: ends.signal,
      onLost() {},
      place: {
        servers: [place.url],
        credentials: undefined,
        nkey: place.seeds.get(name),
        ca: place.certificate,
        certificate: place.certificate,
        key: place.key,
      },
    });
    const leave = { connection: "c", lease: 1 };
    await expect(bus.request(MACHINE, 7, "leave", leave, { withinMs: 500 })).rejects.toThrow();
    if (name === "MEDIA1") bus.serve(MACHINE, 8, {} as never);
    await expect.poll(() => printed).toMatch(/Publish Violation.*cmd\.m\.7/);
    if (name === "MEDIA1") await expect.poll(() => printed).toMatch(/Subscription Violation.*cmd\.m\.8/);
    printed = "";
    await bus.close();
  }
});
