/** The examples of deploy/ against the code: metrics, alarms and their paragraphs, environment variables. */
import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { TOPICS } from "../../apps/server/src/bus/topics.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { METRICS } from "../../apps/server/src/metrics/definitions.ts";
import { namesOfProcess } from "../../apps/server/src/metrics/index.ts";
import { VARIABLES } from "../../apps/server/src/variables.ts";
import {
  PROCESSES,
  buildContext,
  exampleEnvironment,
  haproxyServers,
  nginxServers,
  processEnvironment,
  readCompose,
} from "../../e2e/src/processes/deployFiles.ts";
import { ROOT } from "./run.ts";

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook: string };
}
const { groups } = parse(read("deploy/prometheus/rules.yml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

/** Of backup.sh, which writes them for the textfile collector, and of Prometheus itself. */
const OTHERS = ["reelcast_backup_timestamp_seconds", "reelcast_backup_bytes", "up"];
const LABELS_OF_OTHERS = ["instance", "job", "pair", "le"];
const own = new Map<string, readonly string[]>(Object.values(METRICS).map(({ name, labels }) => [name, labels]));
const known = new Set([...own.keys(), ...namesOfProcess(), ...OTHERS]);
const bare = (name: string) => name.replace(/_(bucket|count|sum)$/, "");

/** Names of metrics in an expression of Prometheus, and the labels that it selects of each. */
function metricsIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b(up|(?:reelcast|http|process|nodejs)_[a-z0-9_]+)\b(?:\{([^}]*)\})?/g)]
    .filter(
      ([, name = ""]) => !name.startsWith("http_request") && !name.startsWith("http_response") && name !== "http_route",
    )
    .map(([, name = "", selection = ""]) => ({
      name,
      labels: [...selection.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)/g)].map(([, label = ""]) => label),
    }));
}
function expectKnown(expression: string): void {
  const found = metricsIn(expression);
  expect(found, expression).not.toEqual([]);
  for (const { name, labels } of found) {
    const metric = known.has(name) ? name : bare(name);
    expect(known, `${name} in ${expression}`).toContain(metric);
    const permitted = [...(own.get(metric) ?? []), ...LABELS_OF_OTHERS];
    for (const label of labels) expect(permitted, `${name} in ${expression}`).toContain(label);
  }
}

describe("alarms", () => {
  it("use metrics and labels that there are", () => {
    expect(rules.length).toBeGreaterThan(20);
    for (const { expr } of rules) expectKnown(expr);
  });

  it("have a paragraph in the handbook each, to which they lead, and the handbook has no others", () => {
    const page = read("docs/operating.md");
    const section = /\n### Alarms\n([^]*?)\n## /.exec(page)?.[1] ?? "";
    const paragraphs = [...section.matchAll(/^#### (\w+)\n\n(.+)/gm)].map(([, name = ""]) => name);
    expect(paragraphs.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
    for (const { alert, annotations } of rules)
      expect(annotations.runbook).toBe(`docs/operating.md#${alert.toLowerCase()}`);
  });

  it("are raised by a test each, and none in a house in order", () => {
    const { tests } = parse(read("deploy/prometheus/rules.test.yml")) as {
      tests: { alert_rule_test: { alertname: string; exp_alerts?: unknown[] }[] }[];
    };
    const [inOrder, ...others] = tests.map((test) => test.alert_rule_test);
    const names = rules.map(({ alert }) => alert).toSorted();
    expect(
      inOrder
        ?.filter(({ exp_alerts }) => exp_alerts === undefined)
        .map((one) => one.alertname)
        .toSorted(),
    ).toEqual(names);
    const raised = others.flat().filter(({ exp_alerts = [] }) => exp_alerts.length > 0);
    expect([...new Set(raised.map(({ alertname }) => alertname))].toSorted()).toEqual(names);
  });
});

it("every panel of the dashboard shows metrics that there are", () => {
  interface Panel {
    type: string;
    title: string;
    targets?: { expr: string }[];
  }
  const { panels } = JSON.parse(read("deploy/grafana/reelcast.json")) as { panels: Panel[] };
  const shown = panels.filter(({ type }) => type !== "row");
  expect(shown.length).toBeGreaterThan(20);
  for (const { title, targets = [] } of shown) {
    expect(targets, title).not.toEqual([]);
    for (const { expr } of targets) expectKnown(expr);
  }
});

describe("examples of environments", () => {
  const unknown = (environment: Record<string, string>) =>
    Object.keys(environment).filter((name) => !Object.hasOwn(VARIABLES, name));

  it.each(["single", "house"])("%s", (name) => {
    const environment = exampleEnvironment(name);
    expect(unknown(environment)).toEqual([]);
    readConfig(environment);
  });
  it.each(PROCESSES)("%s, after those that all processes share", (name) => {
    const [own, shared] = [exampleEnvironment(name), exampleEnvironment("house")];
    expect(unknown(own)).toEqual([]);
    expect(Object.keys(own).filter((variable) => variable in shared)).toEqual([]);
    const { roles, node } = readConfig({ ...shared, ...own });
    expect(node.name).toBe(name);
    expect([...roles]).toEqual([name.slice(0, -1)]);
  });
  it("are all that there are", () => {
    const names = readdirSync(join(ROOT, "deploy/env")).map((file) => file.replace(".env.example", ""));
    expect(names.toSorted()).toEqual(["backup", "house", "single", ...PROCESSES].toSorted());
  });

  it("of the containers, which have all roles between them", () => {
    const environments = Object.values(readCompose().services).flatMap(({ image, environment = {} }) =>
      image === "reelcast" ? [{ HOST: "0.0.0.0", ...environment }] : [],
    );
    expect(environments).toHaveLength(5);
    const roles = environments.flatMap((environment) => {
      expect(unknown(environment)).toEqual([]);
      return [...readConfig(environment).roles];
    });
    expect(new Set(roles)).toEqual(new Set(["edge", "floor", "media"]));
  });

  it("name each file and folder of a process once, and those that are for all edges alike", () => {
    const own = PROCESSES.flatMap((name) =>
      Object.values(exampleEnvironment(name)).filter((value) => value.startsWith("/")),
    );
    expect(new Set(own).size).toBe(own.length);
    expect(exampleEnvironment("house")).toHaveProperty("STAFF_KEY_FILE");
    const { edge1, edge2 } = readCompose().services;
    expect(edge1?.environment?.["STAFF_KEY_FILE"]).toBe(edge2?.environment?.["STAFF_KEY_FILE"]);
    expect(edge1?.environment?.["DATA_DIR"]).not.toBe(edge2?.environment?.["DATA_DIR"]);
  });
});

describe("ports", () => {
  /** What a process opens with these variables. */
  function opened(environment: Record<string, string>) {
    const { roles, host, port, console: staff, metrics, video } = readConfig(environment);
    return {
      port: `${host}:${port}`,
      console: roles.has("edge") && staff.place ? `${staff.place.host}:${staff.place.from}` : null,
      metrics: metrics ? `${metrics.host}:${metrics.port}` : null,
      video: roles.has("media") ? `udp:${video.ports.from}` : null,
    };
  }
  const processes = PROCESSES.map((name) => ({ name, ...opened(processEnvironment(name)) }));
  const edges = processes.filter(({ name }) => name.startsWith("edge"));
  const single = opened(exampleEnvironment("single"));
  const portOf = (address: string | null) => address?.split(":").at(-1);

  it("of processes on one computer are all different, those that are not set included", () => {
    const all = processes.flatMap(({ port, console: staff, metrics, video }) => [port, staff, metrics, video]);
    const bound = all.flatMap((address) => address ?? []);
    expect(bound).toHaveLength(processes.length * 2 + 3);
    expect(new Set(bound.map(portOf)).size).toBe(bound.length);
  });

  it.each([
    ["nginx", nginxServers("reelcast"), nginxServers("reelcast_console")],
    [
      "HAProxy",
      haproxyServers("haproxy/haproxy.cfg", "edges").map(({ address }) => address),
      haproxyServers("haproxy/haproxy.cfg", "consoles").map(({ address }) => address),
    ],
  ])(
    "%s sends players to the sites and staff to the consoles, of one process and of two edges",
    (_, sites, consoles) => {
      expect(sites).toEqual(edges.map(({ port }) => port));
      expect(consoles).toEqual(edges.map(({ console: staff }) => staff));
      expect(sites[0]).toBe(single.port);
      expect(consoles[0]).toBe(single.console);
    },
  );

  it("HAProxy asks each edge at its port whether its console may be used", () => {
    expect(haproxyServers("haproxy/haproxy.cfg", "consoles").map(({ checked }) => checked)).toEqual(
      edges.map(({ port }) => port),
    );
  });

  it("Prometheus asks every process", () => {
    const lines = read("deploy/prometheus/prometheus.yml").matchAll(/targets: \[(.*)\]/g);
    const [alone, several] = [...lines]
      .map(([, list = ""]) => list.split(", "))
      .filter(([first]) => first?.endsWith(":9464"));
    expect(alone).toEqual([single.metrics]);
    expect(several).toEqual(processes.map(({ metrics }) => metrics));
  });

  it("of the containers are those that their HAProxy and the computer use", () => {
    const { services, volumes } = readCompose();
    const names = Object.keys(services).filter((name) => name.startsWith("edge"));
    const inside = (name: string) => opened({ HOST: "0.0.0.0", PORT: "8080", ...services[name]?.environment });
    const servers = (kind: "port" | "console") => names.map((name) => `${name}:${portOf(inside(name)[kind])}`);
    expect(haproxyServers("compose/haproxy.cfg", "edges").map(({ address }) => address)).toEqual(servers("port"));
    const consoles = haproxyServers("compose/haproxy.cfg", "consoles");
    expect(consoles.map(({ address }) => address)).toEqual(servers("console"));
    expect(consoles.map(({ checked }) => checked)).toEqual(servers("port"));
    // Reachable from the other containers.
    for (const name of names) expect(inside(name).console).toMatch(/^0\.0\.0\.0:/);
    const bound = [...read("deploy/compose/haproxy.cfg").matchAll(/^\s*bind :(\d+)/gm)].map(([, port = ""]) => port);
    expect(services["proxy"]?.ports?.map((one) => one.split(":").at(-1))).toEqual(bound);
    expect(services["media1"]?.ports).toEqual([`50000:${portOf(inside("media1").video)}/udp`]);
    const onThisComputer = Object.values(services).flatMap(({ ports = [] }) =>
      ports.map((one) => one.split(":").at(-2)),
    );
    expect(new Set(onThisComputer).size).toBe(onThisComputer.length);
    const used = Object.values(services)
      .flatMap((service) => service.volumes ?? [])
      .map((one) => one.split(":")[0] ?? "");
    const named = used.filter((one) => !one.startsWith("."));
    expect([...new Set(named)].toSorted()).toEqual(Object.keys(volumes).toSorted());
    for (const path of used.filter((one) => one.startsWith(".")))
      expect(existsSync(join(ROOT, "deploy", path)), path).toBe(true);
  });
});

describe("the context of a container's build", () => {
  const files = execFileSync("git", ["ls-files"], { cwd: ROOT, encoding: "utf8" }).trim().split("\n");

  it("takes nothing of a house that runs in the folder, of the repository's history, or of other work", () => {
    const private_ = [
      ...[
        "postgres/PG_VERSION",
        "postgres/base/1/1259",
        "postgres.password",
        "postgres.house.password",
        "staff.key",
      ].flatMap((file) =>
        ["var", "data", "apps/server/var", "apps/server/src/var", "apps/server/house", "packages/machine/data"].map(
          (folder) => `${folder}/${file}`,
        ),
      ),
      "var/Settings.json",
      "var/token.key",
      "backup/reelcast-20261126T041500Z.dump",
      "reelcast.dump",
      "apps/house.dump",
      ".env",
      ".env.local",
      "prod.env",
      "apps/server/.env",
      "apps/server/.env.production",
      "apps/player/house.env",
      "deploy/env/edge1.env",
      "deploy/env/house.env",
      "edge1-key.pem",
      "apps/server/tls/play.pem",
      "nats/edge1.nk",
      ".git/config",
      ".git/objects/pack/x.pack",
      ".github/x",
      ".vscode/settings.json",
      ".ssh/id_ed25519",
      ".npmrc.bak",
      "node_modules/pg/package.json",
      "apps/server/node_modules/commander/package.json",
      "packages/ui/node_modules/x",
      "apps/player/dist/index.html",
      "apps/console/dist/.sources",
      "test-results/trace.zip",
      "e2e/test-results/x.png",
      "npm-debug.log",
      "apps/server/server.log",
      "tsconfig.tsbuildinfo",
      "apps/player/tsconfig.tsbuildinfo",
      "e2e/src/testServer.ts",
      "bench/src/main.ts",
      "scripts/test.ts",
      "docs/operating.md",
      "deploy/compose.yaml",
    ];
    expect(buildContext(private_)).toEqual([]);
  });

  it("takes every file that its steps need, and no other folder", () => {
    const taken = new Set(buildContext(files));
    const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
    const packages = globSync(
      workspaces.map((path) => `${path}/package.json`),
      { cwd: ROOT },
    );
    expect(packages.length).toBeGreaterThan(10);
    for (const path of [...packages, "package.json", "package-lock.json", ".npmrc"])
      expect(taken, path).toContain(path);
    const sources = files.filter((path) => /^(apps|packages)\/.*(?<!README\.md)$/.test(path));
    expect(sources.filter((path) => !taken.has(path))).toEqual([]);
    expect([...new Set([...taken].map((path) => path.split("/", 1).join()))].toSorted()).toEqual(
      [
        ".npmrc",
        "LICENSE",
        "apps",
        "bench",
        "e2e",
        "package-lock.json",
        "package.json",
        "packages",
        "scripts",
        "tsconfig.base.json",
      ].toSorted(),
    );
  });
});

it("NATS permits every subject of the code, and no other", () => {
  const SERVER = join(ROOT, "apps/server/src");
  const sources = readdirSync(SERVER, { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".ts") && !/test|bus\/messages/.test(path),
  );
  const declared = sources.flatMap((path) =>
    [...readFileSync(join(SERVER, path), "utf8").matchAll(/define(?:Call|Feed)\(\s*"([a-z.]+)"/g)].map(
      ([, subject = ""]) => subject,
    ),
  );
  expect(declared.length).toBeGreaterThan(5);
  const topics = Object.values(TOPICS).flatMap((topic) => topic?.pattern ?? []);
  const used = new Set<string>([...declared, ...topics, "player"].map((subject) => subject.replace(/\..*/, "")));
  /** The subjects of all roles together. */
  const permitted = (to: "publish" | "subscribe") => {
    const lists = read("deploy/nats/nats-server.conf").matchAll(new RegExp(`^  ${to}: \\{ allow: \\[(.+)\\]`, "gm"));
    const subjects = [...lists].flatMap(([, list = ""]) =>
      [...list.matchAll(/"(\w+)\.>"/g)].map(([, name = ""]) => name),
    );
    return [...new Set(subjects)].toSorted();
  };
  expect(permitted("publish")).toEqual([...used].toSorted());
  expect(permitted("subscribe")).toEqual([...used, "_INBOX"].toSorted());
});
