/**
 * The image and the containers of deploy/ without a container engine: the steps of the Containerfile are carried out on the context that an
 * engine would take, and what it would start runs on a computer of its own, whose files can't be written, by the image's user.
 */
import { execFile } from "node:child_process";
import { chmod, cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { ComposeNetwork } from "../../processes/composeNetwork.ts";
import { Computer, type CommandOptions, type RemoteProcess } from "../../processes/computer.ts";
import { buildContext, containerStages, readCompose } from "../../processes/deployFiles.ts";
import { findPostgres } from "../../processes/tools.ts";
import { visit } from "../../processes/visit.ts";

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL("../../../../", import.meta.url));
const FOLDER = "/opt/reelcast";
const [building = [], image = []] = containerStages();
/** What follows a word in the image, such as `USER`. */
const of = (word: string) => image.flatMap((one) => (one.word === word ? [one.rest] : []));
const ENVIRONMENT = Object.fromEntries(
  of("ENV").flatMap((line) => line.split(" ").map((one) => one.split("=") as [string, string])),
);
const [USER = ""] = of("USER");
const command = (line: string) => JSON.parse(line.slice(line.indexOf("["))) as string[];
const CMD = command(of("CMD")[0] ?? "");
const HEALTHCHECK = command(of("HEALTHCHECK")[0] ?? "");
/** Of Debian's base image and of Node. All others must be in the image. */
const LIBRARIES = /^(linux-vdso|ld-linux-[\w-]+|libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+)\.so/;
const LARGEST_MIB = 350;

/** The folder of the program in the image. */
let program: string;
test.describe.configure({ mode: "serial", timeout: 600_000 });

const computers: Computer[] = [];
async function openComputer(options: Parameters<typeof Computer.open>[0]): Promise<Computer> {
  const computer = await Computer.open(options);
  computers.push(computer);
  return computer;
}
/** At the end of the steps and of each test. */
async function closeComputers(): Promise<void> {
  for (const computer of computers.splice(0)) await computer[Symbol.asyncDispose]();
}

/** Node and npm of the base image: this Node, and the npm that is installed here. */
async function installNode(computer: Computer): Promise<void> {
  const { stdout } = await run("which", ["-a", "npm"]);
  const npm = await realpath(stdout.trim().split("\n").at(-1) ?? "");
  // Copied: other users may not look into the folder of the tests.
  await computer.shell(`install -m 755 ${process.execPath} /usr/local/bin/node\nln -sf ${npm} /usr/local/bin/npm`);
}

test.beforeAll(async () => {
  test.setTimeout(600_000);
  program = await mkdtemp(join(tmpdir(), "reelcast-image-"));
  await chmod(program, 0o755);
  const { stdout } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: ROOT,
    maxBuffer: 2 ** 24,
  });
  for (const path of buildContext(stdout.split("\0").filter(Boolean))) await cp(join(ROOT, path), join(program, path));
  const computer = await openComputer({ program, isOnline: true });
  await installNode(computer);
  // An engine passes the way to the network on; the cache of npm is this computer's.
  const isNetwork = (name: string) =>
    /^((https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_\w+|npm_config_\w+)$/i.test(name);
  const environment = Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      isNetwork(name) && value !== undefined ? [[name, value]] : [],
    ),
  ) as Record<string, string>;
  for (const { word, rest } of building) if (word === "RUN") await computer.shell(rest, { cwd: FOLDER, environment });
  await closeComputers();
});
test.afterEach(closeComputers);
test.afterAll(() => rm(program, { recursive: true, force: true }));

/** A container of the image: the user, nothing that can be written but its volumes, and no fonts or programs of this computer's. */
async function openContainer(): Promise<{
  computer: Computer;
  options: (environment: Record<string, string>) => CommandOptions;
}> {
  const computer = await openComputer({ program });
  await installNode(computer);
  const steps = of("RUN").concat(of("VOLUME").map((path) => `mount --bind ${path} ${path}`));
  const places = ["/", "/etc", "/var", "/opt", "/home", "/usr/local", "/run", FOLDER];
  await computer.shell(`useradd --create-home --shell /bin/bash ${USER}
${steps.join("\n")}
${places.map((path) => `mount -o remount,bind,ro ${path}`).join("\n")}
mount -t tmpfs -o mode=1777 tmpfs /tmp
mount -t tmpfs tmpfs /usr/share/fonts`);
  return {
    computer,
    options: (environment) => ({
      cwd: FOLDER,
      user: USER,
      environment: { HOME: `/home/${USER}`, ...ENVIRONMENT, ...environment },
    }),
  };
}

test("the image serves its login page, is healthy, and has the command line; nothing of it can be written", async () => {
  const { computer, options } = await openContainer();
  expect(await computer.run(CMD, options({}))).toMatchObject({
    code: 2,
    output: expect.stringContaining("DEMO_PUBLIC=1"),
  });
  const own = options({ DEMO_PUBLIC: "1" });
  const server = computer.start(CMD, own);
  await server.until(async () => (await computer.run(HEALTHCHECK, own)).code === 0);
  const get = async (path: string) =>
    (await computer.run(["curl", "-s", `http://127.0.0.1:${ENVIRONMENT["PORT"]}${path}`])).output;
  await server.until(async () => (await get("/readyz")).includes("ready"));
  expect(await get("/login")).toMatch(/<title>Reelcast<\/title>[^]*<form/);
  const check = await computer.run(["npm", "run", "house", "--", "ledger", "check"], own);
  expect(check).toMatchObject({ code: 0, output: expect.stringContaining("Every invariant holds") });
  expect((await server.end()).code).toBe(0);
  expect((await computer.run(HEALTHCHECK, own)).code).toBe(1);
  expect(server.output).not.toMatch(/EROFS|EACCES|ENOENT|"level":(50|60)/);
});

test("the image has what its programs need, and neither tests nor what builds it", async () => {
  const { computer } = await openContainer();
  const libraries = await computer.shell(
    `find ${FOLDER} -type f \\( -name '*.node' -o -name '*.so*' -o -path '*/native/bin/*' \\) -exec sh -c 'ldd "$1" 2>&1 | sed "s#^#$1 #"' _ {} \\;`,
  );
  // Languages for functions in the database: nothing loads them.
  const loaded = libraries.split("\n").filter((line) => !/pl(perl|python3|tcl)\.so\s/.test(line));
  const missing = loaded.filter((line) => {
    const [, name = "", target = ""] = /^\S+\s+(\S+)(?: => (.*?))?(?: \(0x\w+\))?$/.exec(line) ?? [];
    return name.includes(".so") && !target.startsWith(FOLDER) && !LIBRARIES.test(name.split("/").at(-1) ?? "");
  });
  expect(missing).toEqual([]);
  expect(loaded.length).toBeGreaterThan(50);
  const packages = (await computer.shell(`cd ${FOLDER}; ls node_modules; find . -xtype l | head`)).split("\n");
  for (const name of ["playwright-core", "vite", "typescript", "socket.io", "node", "lucide-react"])
    expect(packages).not.toContain(name);
  expect(packages.filter((line) => line.startsWith("./"))).toEqual([]);
  const mib = Number((await computer.shell(`du -sm ${FOLDER}`)).split("\t")[0]);
  console.log(`the program in the image: ${mib} MiB`);
  expect(mib).toBeLessThan(LARGEST_MIB);
});

/** The volume of a service at a path in its container, on the computer; without a name, it is the service's own. */
const volumeOf = (service: string, path: string): string => {
  const named = readCompose().services[service]?.volumes?.find((one) => one.endsWith(`:${path}`));
  return `/var/lib/volumes/${named === undefined ? service : named.split(":")[0]}`;
};

test("the containers of compose.yaml, which reach each other by name: players and staff come by the computer's ports", async () => {
  const { services } = readCompose();
  const computer = await openComputer({ program });
  await installNode(computer);
  const house = Object.entries(services).filter(([, { image: name }]) => name === "reelcast");
  const [DATA = ""] = of("VOLUME");
  await computer.shell(`useradd --create-home --shell /bin/bash ${USER}\n${of("RUN").join("\n")}
${house.map(([name]) => `install -d -o ${USER} -g ${USER} ${volumeOf(name, DATA)}`).join("\n")}
install -d -o postgres -g postgres /run/postgresql /var/lib/postgresql/data`);
  const network = await ComposeNetwork.open(computer);

  // The image of PostgreSQL makes its folder, runs the scripts, and listens afterwards.
  const bin = findPostgres() ?? "";
  const data = "/var/lib/postgresql/data";
  const postgres = (listen: string) =>
    network.start(
      "postgres",
      [
        `${bin}/postgres`,
        "-D",
        data,
        ...[`listen_addresses=${listen}`, "fsync=off", "unix_socket_directories=/run/postgresql"].flatMap((one) => [
          "-c",
          one,
        ]),
      ],
      { user: "postgres" },
    );
  await computer.shell(
    `${bin}/initdb -D ${data} -E UTF8 --locale=C --auth-local=trust --auth-host=scram-sha-256
echo 'host all all all scram-sha-256' >> ${data}/pg_hba.conf`,
    { user: "postgres" },
  );
  const healthcheck = () => network.start("postgres", services["postgres"]?.healthcheck?.test.slice(1) ?? []).ended;
  const first = postgres("");
  const sql = fileURLToPath(new URL("../../../../deploy/compose/logins.sql", import.meta.url));
  await first.until(
    async () =>
      (
        await computer.run([
          "psql",
          "-X",
          "-q",
          "-v",
          "ON_ERROR_STOP=1",
          "-h",
          "/run/postgresql",
          "-U",
          "postgres",
          "-f",
          sql,
        ])
      ).code === 0,
  );
  // Not yet: the processes would find it away again.
  expect((await healthcheck()).code).not.toBe(0);
  await first.end("SIGINT");
  const database = postgres("*");
  await database.until(async () => (await healthcheck()).code === 0);

  const nats = network.start("nats", ["nats-server", ...(services["nats"]?.command ?? [])]);
  await nats.until(() => nats.output.includes("Server is ready"));
  const started = new Map<string, RemoteProcess>();
  for (const [name, { environment = {} }] of house) {
    const own = { HOME: `/home/${USER}`, ...ENVIRONMENT, ...environment };
    const process = network.start(name, CMD, { environment: own, user: USER, volume: [volumeOf(name, DATA), DATA] });
    started.set(name, process);
    await process.until(async () => (await network.start(name, HEALTHCHECK, { environment: own }).ended).code === 0);
  }
  const file = fileURLToPath(new URL("../../../../deploy/compose/haproxy.cfg", import.meta.url));
  const proxy = network.start("proxy", ["haproxy", "-W", "-db", "-f", file], { user: "haproxy" });
  const status = async (url: string) =>
    (await computer.run(["curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", url])).output;
  await proxy.until(
    async () =>
      (await status("http://localhost:8080/")) === "200" && (await status("http://localhost:8081/")) === "200",
  );
  expect(await status("http://localhost:8080/metrics")).toBe("404");

  const [, link = ""] =
    /http:\/\/localhost:8081(\/link#\S+)/.exec([...started.values()].map(({ output }) => output).join("")) ?? [];
  const player = { username: "demo1", password: "play1234", machine: 1 };
  const member = { name: "Deniz", password: "lamps that burn at night", link, isFirst: true };
  await visit(computer, { site: "http://localhost:8080", console: "http://localhost:8081", player, member });
  // Each edge has the key of the staff's secrets, and an edge that is killed is not missed.
  await started.get("edge1")?.end("SIGKILL");
  for (const url of ["http://localhost:8080/", "http://localhost:8081/"]) expect(await status(url)).toBe("200");
  await visit(computer, {
    site: "http://localhost:8080",
    console: "http://localhost:8081",
    player: { ...player, username: "demo2", machine: 2 },
    member: { ...member, link: null },
  });
});
