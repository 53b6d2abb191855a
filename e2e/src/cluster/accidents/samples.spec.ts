/**
 * The files of deploy/ as they stand, on a computer of their own: its README's commands, the units, the environments, the proxies with
 * their ports and certificates, NATS with its keys, and the way to PostgreSQL. Players and staff come by the public names.
 */
import { readFileSync } from "node:fs";
import { X509Certificate, createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createUser } from "@nats-io/nkeys";
import { chromium, expect, test } from "@playwright/test";
import { CHROMIUM_ARGS, findTestBrowser } from "../../chromium.ts";
import { Authenticator } from "../../console/authenticator.ts";
import { PlayerPage } from "../../playerPage.ts";
import { sign, makeAuthority } from "../../processes/certificates.ts";
import { Computer, type RemoteProcess } from "../../processes/computer.ts";
import { PROCESSES, processEnvironment } from "../../processes/deployFiles.ts";
import { findPostgres } from "../../processes/tools.ts";
import { runUnit, startUnit } from "../../processes/units.ts";
import { visit } from "../../processes/visit.ts";
import type { Visit } from "../../processes/visitors.ts";

const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const NODE = "/opt/reelcast/node_modules/node/bin/node";
const SITE = "https://play.example.org";
const CONSOLE = "https://console.example.org:8443";
/** Addresses of the computer: of the database, of the video, and of a visitor from elsewhere. */
const [DATABASE, VIDEO, VISITOR] = ["10.0.0.11", "203.0.113.10", "198.51.100.7"];
const PLAYER = { username: "ayse", password: "a lamp in the window", machine: 1 };
const MEMBER = { name: "Deniz", password: "lamps that burn at night" };

let computer: Computer;
let authority: string;
const running: RemoteProcess[] = [];
test.describe.configure({ mode: "serial", timeout: 600_000 });

/** The block of code below a heading of a document, or the nth. */
function block(document: string, heading: string, nth = 0): string {
  const text = readFileSync(join(ROOT, document), "utf8");
  const section = text.slice(text.indexOf(`\n${heading}\n`)).split(/\n#{1,3} /)[1] ?? "";
  const found = [...section.matchAll(/\n```\n([^]*?)\n```/g)][nth]?.[1];
  if (found === undefined) throw new Error(`${document} has no such block below ${heading}`);
  return found;
}
/** What is done by other means here: the repository is there, and there is no systemd. */
const install = (heading: string) =>
  computer.shell(
    block("deploy/README.md", heading)
      .split("\n")
      .filter((line) => !/^(git clone|systemctl) /.test(line))
      .join("\n"),
    { cwd: "/opt/reelcast" },
  );
const answers = async (port: number, path: string): Promise<boolean> => {
  const { output } = await computer.run([
    "curl",
    "-s",
    "-o",
    "/dev/null",
    "-w",
    "%{http_code}",
    `http://127.0.0.1:${port}${path}`,
  ]);
  return output === "200";
};
async function startProcess(unit: string, port: number): Promise<RemoteProcess> {
  const started = await startUnit(computer, unit);
  running.push(started);
  await started.until(() => answers(port, "/readyz"));
  return started;
}
/** As /lib/systemd/system has it: in the foreground, by root. */
async function startProxy(name: "nginx" | "haproxy"): Promise<RemoteProcess> {
  const words =
    name === "nginx" ? ["nginx", "-g", "daemon off;"] : ["haproxy", "-Ws", "-f", "/etc/haproxy/haproxy.cfg"];
  const proxy = computer.start(words);
  running.push(proxy);
  await proxy.until(async () => (await ask(`${SITE}/healthz`)).status === 200);
  return proxy;
}

interface Answer {
  status: number;
  headers: string;
  body: string;
}
/** One request, as a visitor from another address makes it. */
async function ask(url: string, ...options: string[]): Promise<Answer> {
  const common = ["-sS", "-i", "--max-time", "30", "--cacert", authority, "--interface", VISITOR];
  const { output } = await computer.run(["curl", ...common, ...options, url]);
  const [headers = "", ...rest] = output.split("\r\n\r\n");
  return { status: Number(/^HTTP\/\S+ (\d+)/.exec(headers)?.[1] ?? 0), headers, body: rest.join("\r\n\r\n") };
}
/** So many requests one after the other, on connections of their own. @returns statuses and the sizes of what was answered */
async function askMany(url: string, count: number): Promise<string[]> {
  const each = [
    "-sS",
    "-o",
    "/dev/null",
    "-w",
    "%{http_code} %{size_download}\\n",
    "--cacert",
    authority,
    "--no-keepalive",
  ];
  const { output } = await computer.run([
    "curl",
    ...each,
    ...Array.from({ length: count }, () => ["-o", "/dev/null", url]).flat(),
  ]);
  return output.trim().split("\n");
}

const comeAndPlay = (member: Visit["member"]) =>
  visit(computer, { site: SITE, console: CONSOLE, player: PLAYER, member }, authority);
/** `house …`, as the handbook has it, with the variables that the units have. */
const house = (words: string) =>
  computer.shell(
    `set -a; . /etc/reelcast/reelcast.env; cd /opt/reelcast; ${NODE} --disable-warning=ExperimentalWarning apps/server/src/cli/main.ts ${words}`,
  );

/** What every proxy must do, whatever is behind it. */
async function expectOrder(): Promise<void> {
  expect(await ask("http://play.example.org/lobby?x=1")).toMatchObject({
    status: 301,
    headers: expect.stringContaining(`${SITE}/lobby?x=1`),
  });
  // The site is never the console, and the console never the site.
  const [site, console_] = await Promise.all([askMany(`${SITE}/`, 12), askMany(`${CONSOLE}/`, 12)]);
  expect([new Set(site).size, new Set(console_).size]).toEqual([1, 1]);
  expect(site[0]).toMatch(/^200 /);
  expect(console_[0]).toMatch(/^200 /);
  expect(site[0]).not.toBe(console_[0]);
  for (const path of ["/metrics", "/metrics?x=1"]) expect((await ask(SITE + path)).status, path).toBe(404);
  // What a client says of itself is not believed.
  const invented = ["X-Forwarded-For: 8.8.8.8", "Forwarded: for=8.8.8.8", "X-Forwarded-Proto: http"].flatMap(
    (header) => ["-H", header],
  );
  const check = await ask(`${SITE}/api/check`, ...invented);
  expect(JSON.parse(check.body)).toMatchObject({ ip: VISITOR });
  expect(check.headers).toMatch(/strict-transport-security/i);
  // The server's own refusals come through, in its words and with its times.
  const large = ["-X", "POST", "-H", "content-type: application/json", "-d", `"${"x".repeat(40_000)}"`];
  for (const url of [`${SITE}/api/v1/login`, `${CONSOLE}/api/v1/sign-in`]) {
    const refused = await ask(url, ...large);
    expect({ url, status: refused.status }).toEqual({ url, status: 413 });
    expect(JSON.parse(refused.body)).toHaveProperty("code");
  }
  // A page of another origin may not use the console, the console's own address may.
  const signIn = (origin: string) =>
    ask(
      `${CONSOLE}/api/v1/sign-in`,
      "-X",
      "POST",
      "-H",
      "content-type: application/json",
      "-H",
      `Origin: ${origin}`,
      "-d",
      "{}",
    );
  expect((await signIn(SITE)).status).toBe(403);
  expect((await signIn(CONSOLE)).status).toBe(400);
}

/** Files below /etc of what is not of this repository: certificates, keys for NATS, the samples themselves. */
async function installFiles(): Promise<void> {
  const folder = computer.shared;
  await makeAuthority(folder);
  authority = join(folder, "ca.pem");
  const place = async (name: string, names: string, paths: { certificate: string; key: string; both?: string }) => {
    const { certificate, key } = await sign(folder, name, names);
    const copies = [`install -D -m 644 ${certificate} ${paths.certificate}`, `install -D -m 600 ${key} ${paths.key}`];
    if (paths.both) copies.push(`install -d ${join(paths.both, "..")}`, `cat ${certificate} ${key} > ${paths.both}`);
    await computer.shell(copies.join("\n"));
  };
  for (const name of ["play", "console"])
    await place(name, `DNS:${name}.example.org`, {
      certificate: `/etc/letsencrypt/live/${name}.example.org/fullchain.pem`,
      key: `/etc/letsencrypt/live/${name}.example.org/privkey.pem`,
      both: `/etc/haproxy/certs/${name}.pem`,
    });
  await place("nats", "DNS:nats1.example.org", {
    certificate: "/etc/nats/tls/server.pem",
    key: "/etc/nats/tls/server-key.pem",
  });
  await computer.shell(`install -m 644 ${authority} /etc/nats/tls/ca.pem
install -D -m 644 /opt/reelcast/deploy/nginx/reelcast.conf /etc/nginx/conf.d/reelcast.conf
install -D -m 644 /opt/reelcast/deploy/haproxy/haproxy.cfg /etc/haproxy/haproxy.cfg`);
}
/** PostgreSQL at db.example.org, prepared as the handbook says, with the passwords of the samples. */
async function startDatabase(): Promise<void> {
  const bin = findPostgres() ?? "";
  const data = "/var/lib/postgresql/samples";
  await computer.shell(`install -d -o postgres -g postgres ${data} /run/postgresql`);
  const initdb = [
    `${bin}/initdb`,
    "-D",
    data,
    "-E",
    "UTF8",
    "--locale=C",
    "--auth-local=trust",
    "--auth-host=scram-sha-256",
  ];
  expect(await computer.run(initdb, { user: "postgres" })).toMatchObject({ code: 0 });
  await computer.shell(
    `printf '%s\\n' 'host postgres reelcast_check ${DATABASE}/32 trust' 'host all all ${DATABASE}/32 scram-sha-256' >> ${data}/pg_hba.conf`,
  );
  const settings = [`listen_addresses=${DATABASE}`, "fsync=off", "unix_socket_directories=/run/postgresql"];
  const server = computer.start([`${bin}/postgres`, "-D", data, ...settings.flatMap((one) => ["-c", one])], {
    user: "postgres",
  });
  running.push(server);
  const psql = ["psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-h", "/run/postgresql", "-U", "postgres"];
  await server.until(async () => (await computer.run([...psql, "-c", "select 1"])).code === 0);
  const [file, sql] = [
    join(computer.shared, "logins.sql"),
    block("docs/operating.md", "## Two logins to the database"),
  ];
  await writeFile(file, sql.replaceAll("'…'", "'CHANGE-ME'"));
  expect(await computer.run([...psql, "-f", file])).toMatchObject({ code: 0 });
}

test.beforeAll(async () => {
  computer = await Computer.open({
    addresses: [DATABASE, VIDEO, VISITOR],
    names: {
      "127.0.0.1": ["play.example.org", "console.example.org", "nats1.example.org"],
      [DATABASE]: ["db.example.org"],
    },
  });
  await install("## One computer");
  await Promise.all([installFiles(), startDatabase()]);
});
// What still runs ends with the computer.
test.afterAll(() => computer[Symbol.asyncDispose]());

test("one process, its unit and its environment, behind nginx that knows a second one", async () => {
  const server = await startProcess("reelcast.service", 8080);
  const [, link = ""] = /(\/link#\S+)/.exec(server.output) ?? [];
  await house('brand add "Lodestar"');
  await house('machine add Lodestar "Copper Canyon 2" --skin copper-canyon');
  await house(`player add ${PLAYER.username} --email ayse@example.org --password "${PLAYER.password}"`);
  await house(`player credit ${PLAYER.username} 1500.00 --why "paid at the desk"`);
  const nginx = await startProxy("nginx");
  await expectOrder();
  await comeAndPlay({ ...MEMBER, link, isFirst: true });
  for (const unit of ["reelcast-check.service", "reelcast-check-full.service"]) {
    const { code, output } = await runUnit(computer, unit);
    expect({ unit, code, output }).toMatchObject({ code: 0, output: expect.stringContaining("Every invariant holds") });
  }
  // Away for a moment: both sides say so, and are back by themselves.
  expect((await server.end()).code).toBe(0);
  expect((await ask(`${SITE}/`)).status).toBe(502);
  await startProcess("reelcast.service", 8080);
  await expect.poll(async () => (await ask(`${SITE}/`)).status).toBe(200);
  await nginx.end();
  await running.pop()?.end();
});

/** Each process has its certificate and its key, and NATS has the public keys. */
async function startNats(): Promise<void> {
  const environment: Record<string, string> = {};
  await computer.shell(`install -D -m 644 ${authority} /etc/reelcast/nats/ca.pem`);
  for (const name of PROCESSES) {
    const user = createUser();
    environment[`NKEY_${name.toUpperCase()}`] = user.getPublicKey();
    const seed = join(computer.shared, `${name}.nk`);
    await writeFile(seed, user.getSeed());
    const { certificate, key } = await sign(computer.shared, name, `DNS:${name}`);
    await computer.shell(`cd /etc/reelcast/nats
install -m 640 -g reelcast ${certificate} ${name}.pem
install -m 640 -g reelcast ${key} ${name}-key.pem
install -m 400 -o reelcast ${seed} ${name}.nk`);
  }
  const nats = computer.start(["nats-server", "-c", "/opt/reelcast/deploy/nats/nats-server.conf"], { environment });
  await nats.until(() => nats.output.includes("Server is ready"));
}

/** A browser on that computer, which trusts the certificates of the two names. */
async function openBrowser() {
  const hashes = await Promise.all(
    ["play", "console"].map(async (name) => {
      const { publicKey } = new X509Certificate(await readFile(join(computer.shared, `${name}.pem`)));
      return createHash("sha256")
        .update(publicKey.export({ type: "spki", format: "der" }))
        .digest("base64");
    }),
  );
  return chromium.launch({
    executablePath: await computer.launcher("browser", findTestBrowser() ?? chromium.executablePath()),
    args: [...CHROMIUM_ARGS, `--ignore-certificate-errors-spki-list=${hashes.join(",")}`],
  });
}
/** A player watches and plays, and a member of the staff signs in with a passkey, which belongs to the console's name. */
async function expectBrowsers(): Promise<void> {
  const browser = await openBrowser();
  try {
    const player = new PlayerPage(await browser.newPage({ locale: "tr-TR" }), SITE);
    await player.login(SITE, PLAYER.username, PLAYER.password);
    await player.go(`/game/${PLAYER.machine}/x`);
    // Offered through the proxy, and sent straight from the process with the role media.
    await expect
      .poll(
        () => player.video.evaluate((video) => (video as HTMLVideoElement).getVideoPlaybackQuality().totalVideoFrames),
        {
          timeout: 60_000,
        },
      )
      .toBeGreaterThan(0);
    await player.leave.click();
    const page = await browser.newPage({ locale: "en-GB", reducedMotion: "reduce" });
    await page.goto(`${CONSOLE}/account`);
    await page.getByLabel("Name", { exact: true }).fill(MEMBER.name);
    await page.getByLabel("Password", { exact: true }).fill(MEMBER.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByRole("navigation").waitFor();
    await page.goto(`${CONSOLE}/account`);
    const key = await Authenticator.of(page);
    await key.answers(true);
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("alertdialog");
    await dialog.getByLabel("Name of the key").fill("Office computer");
    await dialog.getByLabel("Your password").fill(MEMBER.password);
    await dialog.getByRole("button", { name: "Continue" }).click();
    await expect(dialog).toHaveCount(0);
    await page.getByRole("button", { name: /^Account: / }).click();
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByRole("button", { name: "Sign in with a passkey" }).click();
    await expect(page.getByRole("navigation")).toBeVisible();
  } finally {
    await browser.close();
  }
}

test("five processes on one computer, their units and environments, behind HAProxy, then nginx, also when an edge is killed", async () => {
  await install("## Several processes");
  await startNats();
  const portOf = (name: (typeof PROCESSES)[number]) => Number(processEnvironment(name)["PORT"]);
  const start = async (name: (typeof PROCESSES)[number]) => startProcess(`reelcast@${name}.service`, portOf(name));
  // A floor first: it migrates the database.
  const [first, ...others] = ["floor1", "floor2", "media1", "edge1", "edge2"] as const;
  await start(first);
  const started = [];
  for (const name of others) started.push(await start(name));
  const [, , edge1, edge2] = started;
  for (const edge of [edge1, edge2]) expect(edge?.output).toContain("The console for the staff is at");

  const haproxy = await startProxy("haproxy");
  await expectOrder();
  const member = { ...MEMBER, link: null };
  await comeAndPlay(member);
  await expectBrowsers();
  // The unit of the check reads what all processes share.
  expect(await runUnit(computer, "reelcast-check.service")).toMatchObject({ code: 0 });
  await edge1?.end("SIGKILL");
  const goOn = async () => {
    for (const address of [SITE, CONSOLE])
      expect((await askMany(`${address}/`, 6)).filter((answer) => !answer.startsWith("200 "))).toEqual([]);
  };
  await goOn();
  await haproxy.end();
  await startProxy("nginx");
  await goOn();
  await start("edge1");
  await expectOrder();
});

test("HAProxy leads to the PostgreSQL that takes writes", async () => {
  const comments = await readFile(join(ROOT, "deploy/haproxy/postgres.cfg"), "utf8");
  const statements = [...comments.matchAll(/^ +#   ((?:create|grant) .*;)$/gm)].map(([, statement = ""]) => statement);
  expect(statements).toHaveLength(2);
  const psql = ["psql", "-X", "-v", "ON_ERROR_STOP=1", "-h", "/run/postgresql", "-U", "postgres"];
  expect(await computer.run([...psql, ...statements.flatMap((one) => ["-c", one])])).toMatchObject({ code: 0 });
  const proxy = computer.start(["haproxy", "-Ws", "-f", "/opt/reelcast/deploy/haproxy/postgres.cfg"]);
  const url = "postgresql://reelcast_house:CHANGE-ME@127.0.0.1:5433/reelcast";
  await proxy.until(
    async () => (await computer.run(["psql", "-X", url, "-c", "select count(*) from machines"])).code === 0,
  );
});
