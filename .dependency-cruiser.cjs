/** The direction of imports, as ARCHITECTURE.md draws it. */
const { globSync, readdirSync } = require("node:fs");

/** Folders of the server that are no domain: what domains stand on, what stands on them, and the floor, which has its own rule. */
const notDomains = [
  "acts",
  "audit",
  "bus",
  "cli",
  "edge",
  "floor",
  "metrics",
  "serving",
  "settings",
  "start",
  "storage",
];
/** All others, so that a new folder is a domain until it is named above. */
const domains = readdirSync(`${__dirname}/apps/server/src`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !notDomains.includes(entry.name))
  .map((entry) => entry.name);
/**
 * Domains that only read, for the staff, across the tables of all domains, and the domains that they may import for it: which
 * requests wait, how a request names its payee and its machine, and what is known of an age is said in one place only.
 */
const readModels = { records: ["approvals", "protection"], workQueue: ["approvals"] };
/** @param {readonly string[]} names of folders of the server */
const inServer = (names) => `^apps/server/src/(${names.join("|")})/`;
/**
 * Folders of the app's screens: whatever has a `route.ts`. Screens under one folder (`history/sessions`) are one part;
 * of `auth`, which every screen may import, only the screen itself.
 */
const screens = [
  ...new Set(
    globSync("apps/player/src/**/route.ts", { cwd: __dirname }).map((path) => {
      const [folder, screen] = path.split("/").slice(3);
      return folder === "auth" ? `${folder}/${screen}` : folder;
    }),
  ),
].toSorted((one, other) => one.localeCompare(other));
/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-circles",
      // Imports of types count too: the import graph has no circles at all.
      severity: "error",
      from: {},
      to: { circular: true },
    },
    { name: "nothing-unresolved", severity: "error", from: {}, to: { couldNotResolve: true, pathNot: "^virtual:" } },
    {
      name: "packages-know-no-app",
      severity: "error",
      from: { path: "^packages/" },
      to: { path: "^(apps|e2e|bench|scripts)/" },
    },
    {
      name: "contract-stands-alone",
      severity: "error",
      from: { path: "^packages/contract/" },
      to: { path: "^packages/(build|client|machine|ui|whep)/" },
    },
    {
      name: "machine-knows-contract-alone",
      severity: "error",
      from: { path: "^packages/machine/" },
      to: { path: "^packages/(build|client|ui|whep)/" },
    },
    {
      name: "whep-knows-nothing",
      severity: "error",
      from: { path: "^packages/whep/" },
      to: { path: "^packages/(build|client|contract|machine|ui)/" },
    },
    ...["build", "client", "ui"].map((name) => ({
      name: `${name}-knows-contract-alone`,
      severity: "error",
      from: { path: `^packages/${name}/` },
      to: { path: "^packages/", pathNot: `^packages/(${name}|contract)/` },
    })),
    {
      name: "client-without-react",
      severity: "error",
      from: { path: "^packages/client/" },
      to: { path: "^node_modules/(react|react-dom)/" },
    },
    {
      name: "app-and-server-apart",
      severity: "error",
      from: { path: "^apps/(player|console)/" },
      // Not the helper that copies a page of docs/extending.md for a test.
      to: { path: "^(apps/server|packages/machine)/", pathNot: "^packages/machine/src/testing/extending\\.ts$" },
    },
    {
      name: "apps-apart",
      severity: "error",
      from: { path: "^apps/(player|console)/" },
      to: { path: "^apps/(player|console)/", pathNot: "^apps/$1/" },
    },
    {
      name: "testing-is-for-tests",
      severity: "error",
      from: { path: "^(apps|packages)/", pathNot: "^packages/testing/|/testing/|\\.test\\.tsx?$" },
      to: { path: "^packages/testing/" },
    },
    {
      name: "console-screens-by-themselves",
      severity: "error",
      from: { path: "^apps/console/src/screens/([^/]+)/" },
      to: { path: "^apps/console/src/(app|screens/[^/]+)/", pathNot: "^apps/console/src/screens/$1/" },
    },
    {
      name: "server-and-app-apart",
      severity: "error",
      from: { path: "^apps/server/" },
      to: { path: "^(apps/(player|console)|packages/(build|client|testing|ui|whep))/" },
    },
    {
      name: "no-product-code-from-tests",
      severity: "error",
      from: { path: "^(apps|packages)/" },
      to: { path: "^(e2e|bench|scripts)/" },
    },
    // ——— the server ———
    {
      name: "domains-do-not-know-the-edge",
      severity: "error",
      from: { path: inServer([...domains, "floor", "settings", "audit", "storage", "bus"]) },
      to: { path: "^apps/server/src/(acts/|edge/|cli/|main\\.ts|app\\.ts|start/|domain\\.ts|serving/)" },
    },
    ...domains.map((domain) => ({
      name: `${domain}-by-itself`,
      severity: "error",
      // A test may open a domain together with the real ledger.
      from: { path: inServer([domain]), pathNot: "\\.db\\.test\\.ts$" },
      to: { path: inServer([...domains, "floor"]), pathNot: inServer([domain, ...(readModels[domain] ?? [])]) },
    })),
    {
      name: "floor-coordinates-wallet-and-history",
      severity: "error",
      from: { path: "^apps/server/src/floor/" },
      to: { path: inServer(domains.filter((domain) => !["wallet", "history"].includes(domain))) },
    },
    {
      // What people of the house do, for both ways in: commands and the console's calls know acts, acts know neither.
      name: "acts-know-no-way-in",
      severity: "error",
      // A test may set acts into a running server.
      from: { path: "^apps/server/src/acts/", pathNot: "\\.db\\.test\\.ts$" },
      to: { path: "^apps/server/src/(edge/|cli/|main\\.ts|app\\.ts|start/|serving/)" },
    },
    {
      // Every part writes into the audit log: so it knows none of them.
      name: "audit-knows-storage-alone",
      severity: "error",
      from: { path: "^apps/server/src/audit/", pathNot: "\\.db\\.test\\.ts$" },
      to: { path: "^apps/server/src/", pathNot: "^apps/server/src/(audit|storage)/" },
    },
    {
      name: "only-through-the-index",
      severity: "error",
      from: { path: "^apps/server/src/([^/]+)/", pathNot: "\\.test\\.ts$" },
      to: {
        path: inServer([...domains, "floor", "audit", "acts"]),
        pathNot: ["^apps/server/src/$1/", "/index\\.ts$", "/media/", "/testing(/|\\.ts$)"],
      },
    },
    {
      // Parts take single metrics, by type; the composition makes them.
      name: "metrics-know-nothing",
      severity: "error",
      from: { path: "^apps/server/src/metrics/" },
      to: { path: "^apps/server/src/", pathNot: "^apps/server/src/metrics/" },
    },
    {
      name: "prometheus-behind-metrics",
      severity: "error",
      from: { path: "^apps/server/src/", pathNot: "^apps/server/src/metrics/" },
      to: { path: "prom-client" },
    },
    {
      name: "config-is-read-at-the-top",
      severity: "error",
      from: {
        path: "^apps/server/src/",
        pathNot:
          "^apps/server/src/(main|app|start/.*|domain|serving/.*|testing|config|config\\.test|cli/.*)\\.ts$|\\.test\\.ts$",
      },
      to: { path: "^apps/server/src/config\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    // ——— the app ———
    {
      name: "session-without-react",
      severity: "error",
      from: { path: "^apps/player/src/session/" },
      to: {
        path: ["^apps/player/src/(app|shell|auth|lobby|game|startup)/", "^packages/ui/", "^node_modules/react"],
      },
    },
    {
      // No screen, but the ways to a human that the login, the frame and any screen may show: so it knows none of them.
      name: "support-is-shared",
      severity: "error",
      from: { path: "^apps/player/src/support/" },
      to: { path: "^apps/player/src/(app|startup|shell|auth|session)/" },
    },
    ...[...screens, "support", "recall"].map((screen) => ({
      name: `${screen.replace("/", "-")}-by-itself`,
      severity: "error",
      from: { path: `^apps/player/src/${screen}/` },
      to: {
        path: `^apps/player/src/(app|startup|template|${screens.join("|")})/`,
        pathNot: `^apps/player/src/${screen}/`,
      },
    })),
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)(dist|var|test-results)/" },
    tsPreCompilationDeps: true,
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".js", ".cjs", ".mjs", ".json"],
    },
  },
};
