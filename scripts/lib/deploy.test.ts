/** The examples of deploy/ against the code: metrics, alarms and their paragraphs, environment variables. */
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { TOPICS } from "../../apps/server/src/bus/topics.ts";
import { readConfig } from "../../apps/server/src/config.ts";
import { METRICS } from "../../apps/server/src/metrics/definitions.ts";
import { namesOfProcess } from "../../apps/server/src/metrics/index.ts";
import { VARIABLES } from "../../apps/server/src/variables.ts";
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
    expect(raised.map(({ alertname }) => alertname).toSorted()).toEqual(names);
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
  const folder = mkdtempSync(join(tmpdir(), "reelcast-deploy-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  // What a variable names must be there.
  const file = join(folder, "file.pem");
  writeFileSync(file, "-----BEGIN CERTIFICATE-----\n");
  const readable = (environment: Record<string, string>) =>
    readConfig(
      Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [
          name,
          /^NATS_(CA|CERT|KEY|NKEY|CREDS)$/.test(name) ? file : value,
        ]),
      ),
    );
  const unknown = (environment: Record<string, string>) =>
    Object.keys(environment).filter((name) => !Object.hasOwn(VARIABLES, name));

  it.each(readdirSync(join(ROOT, "deploy/env")).filter((name) => !name.startsWith("backup")))("%s", (name) => {
    const lines = read(`deploy/env/${name}`)
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"));
    const environment = Object.fromEntries(
      lines.map((line): [string, string] => [line.slice(0, line.indexOf("=")), line.slice(line.indexOf("=") + 1)]),
    );
    expect(unknown(environment)).toEqual([]);
    const { roles } = readable(environment);
    if (!name.startsWith("single")) expect([...roles]).toEqual([name.split(".", 1)[0]]);
  });

  it("of the containers, which have all roles between them", () => {
    const { services } = parse(read("deploy/compose.yaml"), { merge: true }) as {
      services: Record<string, { image: string; environment?: Record<string, string> }>;
    };
    const environments = Object.values(services).flatMap(({ image, environment = {} }) =>
      image === "reelcast" ? [{ HOST: "0.0.0.0", ...environment }] : [],
    );
    expect(environments).toHaveLength(5);
    const roles = environments.flatMap((environment) => {
      expect(unknown(environment)).toEqual([]);
      return [...readable(environment).roles];
    });
    expect(new Set(roles)).toEqual(new Set(["edge", "floor", "media"]));
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
