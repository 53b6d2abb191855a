import { ACT_NAMES } from "@reelcast/contract/console";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { declarationOf } from "./command.ts";
import { createProgram } from "./program.ts";
import { parseActorName, origin, parseReason, systemUser } from "./actor.ts";

const program = createProgram(() => Promise.reject(new Error("the data was opened")));

function leaves(command: Command, path: readonly string[] = []): [string, Command][] {
  return command.commands.length === 0
    ? [[path.join(" "), command]]
    : command.commands.flatMap((part) => leaves(part, [...path, part.name()]));
}
const commands = leaves(program);
const named = (wanted: (command: Command) => boolean) =>
  commands.filter(([, command]) => wanted(command)).map(([name]) => name);

test("every command is declared as a list, a read, a change or steps", () => {
  expect(commands.length).toBeGreaterThan(40);
  expect(named((command) => declarationOf(command) === undefined)).toEqual([]);
});

test("what a command records has a name in the list of acts, from which the console has its words", () => {
  const recorded = commands.flatMap(([, command]) => {
    const declared = declarationOf(command);
    return declared === undefined || declared.kind === "list" ? [] : [declared.name];
  });
  expect(recorded.filter((name) => !ACT_NAMES.some((known) => known === name))).toEqual([]);
});

test("commands that show nothing confidential are not recorded; all others are", () => {
  expect(named((command) => declarationOf(command)?.kind === "list")).toEqual([
    "machine list",
    "machine maths",
    "machine meters",
    "transfer list",
    "promotions show",
    "jackpot list",
    "notice list",
    "settings get",
    "settings export",
    "settings history",
    "key list",
    "staff list",
    "audit list",
    "audit verify",
    "nodes",
  ]);
});

test("money, bans, exclusions, passwords and rights need a reason", () => {
  expect(named((command) => declarationOf(command)?.why === "required")).toEqual([
    "player credit",
    "player correct",
    "player ban",
    "player unban",
    "player password",
    "player pin",
    "player logout",
    "player limit",
    "player break",
    "player exclude",
    "player age verified",
    "player age unverified",
    "player age import",
    "player rename",
    "machine retire",
    "machine settle",
    "transfer resolve",
    "jackpot add",
    "jackpot set",
    "staff reset",
    "staff role",
    "staff disable",
    "logs retain",
  ]);
});

test("a missing reason or an invalid name is refused before the database is opened", async () => {
  const run = (...words: string[]) => program.parseAsync(["node", "house", ...words]);
  await expect(run("player", "credit", "ayse", "5")).rejects.toThrow("Say why, with --why.");
  await expect(run("player", "ban", "ayse", "--why", " - ")).rejects.toThrow("Say why, with --why.");
  await expect(run("player", "ban", "ayse", "--why", "cheats", "--by", "​")).rejects.toThrow("Say who does this");
  await expect(run("player", "ban", "ayse", "--why", "\u3164")).rejects.toThrow("Say why, with --why.");
  await expect(run("player", "ban", "ayse", "--why", "cheats", "--by", "\u115f")).rejects.toThrow("Say who does this");
  for (const by of ["System", "\u0455ystem", "sys tem", "system.", "system\u034f", "Hou\u0455e"])
    await expect(run("notice", "add", "note", "a", "b", "--by", by)).rejects.toThrow("reserved for acts of the server");
  await expect(run("player", "ban", "ayse", "--why", "cheats")).rejects.toThrow("the data was opened");
});

test("the actor is the system account; under sudo the calling account, if root runs it", () => {
  expect(systemUser({ SUDO_USER: "ayse" }, 0)).toBe("ayse");
  expect(systemUser({ SUDO_USER: "ayse" }, 1000)).not.toBe("ayse");
  expect(origin({ SSH_CONNECTION: "10.0.0.3 51000 10.0.0.1 22" })).toMatch(/^.+@.+ from 10\.0\.0\.3$/);
  expect(parseActorName("  Ayşe Yılmaz ")).toBe("Ayşe Yılmaz");
  expect(() => parseActorName("a\nb")).toThrow("visible");
  expect(() => parseActorName("x".repeat(101))).toThrow("100");
  expect(() => parseReason("x".repeat(1001))).toThrow("1000");
});
