/** `house nodes` and `house drain`: the processes of the house. */
import process from "node:process";
import type { Command } from "commander";
import { listNodes, setNodeDraining } from "../floor/index.ts";
import type { ListedNode } from "../floor/index.ts";
import { InputError } from "../input.ts";
import { defineChange, defineList } from "./command.ts";
import type { WithContext } from "./commandContext.ts";
import { table } from "./money.ts";

const ROLES = ["edge", "floor", "media"] as const;
const HEADINGS = [
  "name",
  "roles",
  "zone",
  "version",
  "since",
  "state",
  "machines",
  "seats",
  "sockets",
  "viewers",
  "lag ms",
  "address",
] as const;

/** Largest delay of the event loop, the round trip to the bus, and how late a floor's statuses are at an edge. */
const lagOf = ({ eventLoopMs, busMs, statusesMs }: ListedNode["stats"]) =>
  [eventLoopMs, busMs, statusesMs].map((ms) => (ms === undefined ? "-" : ms.toFixed(1))).join(" / ");

function rowOf({ node, name, roles, zone, version, startedAt, state, machines, seats, stats, address }: ListedNode) {
  const since = startedAt.toISOString().slice(0, 19);
  const { sockets = "-", viewers = "-" } = stats;
  const who = [name ?? node.slice(0, 8), roles.join(",") || "-", zone ?? "-", version ?? "-", `${since}Z`];
  return [...who, state, machines, seats, sockets, viewers, lagOf(stats), address ?? "-"];
}

/** Sentences on what is wrong with the processes of the house. */
function problemsOf(nodes: readonly ListedNode[]): string[] {
  const silent = nodes.filter(({ state }) => state === "silent").map(({ name, node }) => name ?? node.slice(0, 8));
  const working = nodes.filter(({ state }) => state === "active");
  const does = (role: string) => working.some(({ roles }) => roles.length === 0 || roles.includes(role));
  return [
    ...silent.map((name) => `${name} is silent: it has not renewed its row.`),
    ...ROLES.filter((role) => !does(role)).map((role) => `No process with the role ${role} is active.`),
  ];
}

export function nodeCommands(program: Command, withContext: WithContext): void {
  defineList(
    program
      .command("nodes")
      .description("the processes of the house; ends with 1 if one is silent or a role is not served")
      .option("--json", "as JSON"),
    withContext,
    async ({ storage }, { json = false }: { json?: boolean }) => {
      const nodes = await listNodes(storage.db);
      const problems = problemsOf(nodes);
      if (problems.length > 0) process.exitCode = 1;
      console.log(json ? JSON.stringify(nodes, null, 2) : [table(HEADINGS, nodes.map(rowOf)), ...problems].join("\n"));
    },
  );
  defineChange(
    program
      .command("drain <node>")
      .description("let a process give its work to others, so that it can be stopped without anybody noticing")
      .option("--undo", "let it work again"),
    { name: "node.drain", why: "optional" },
    withContext,
    async ({ storage }, _, name: string, { undo = false }: { undo?: boolean }) => {
      const before = await setNodeDraining(storage.db, name, !undo);
      if (!before)
        throw new InputError(`There is no process "${name}" that shares its work with others: see \`house nodes\`.`);
      const message = undo
        ? `${name} works again.`
        : `${name} gives its work to others: when \`house nodes\` shows no machines, sockets and viewers there, stop it.`;
      return { target: `node ${name}`, before, after: { draining: !undo }, message };
    },
  );
}
