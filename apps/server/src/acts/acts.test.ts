import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { ErrorCode } from "@reelcast/contract";
import { ACT_NAMES, CONSOLE_CALLS, PERMISSIONS, SECOND_FACTOR_PERMISSIONS } from "@reelcast/contract/console";
import { expect, test } from "vitest";
import { allActs } from "./index.ts";

const acts = allActs();

test("every act has one name of words with dots, a permission that exists, a rule for the reason, and parameters", () => {
  expect(acts.length).toBeGreaterThan(20);
  expect(new Set(acts.map(({ name }) => name)).size).toBe(acts.length);
  for (const { name, permission, why, params, kind } of acts) {
    expect(name).toMatch(/^[a-z]+(\.[a-z]+(-[a-z]+)*)+$/);
    expect(ACT_NAMES, "the console words the acts of this list").toContain(name);
    expect(PERMISSIONS, name).toContain(permission);
    expect(["required", "optional"], name).toContain(why);
    expect(["change", "steps"], name).toContain(kind);
    // Each names what it is about: nothing is done to nobody.
    expect(params.safeParse({}).success, name).toBe(false);
    expect(params.safeParse(null).success, name).toBe(false);
  }
});

test("money that a person moves needs a reason, and a permission that needs a second factor", () => {
  const names = ["player.credit", "player.correct", "machine.settle", "transfer.resolve", "jackpot.add", "jackpot.set"];
  for (const name of names) {
    const act = acts.find((each) => each.name === name);
    expect(act?.why, name).toBe("required");
    expect(SECOND_FACTOR_PERMISSIONS, name).toContain(act?.permission);
  }
});

/** Of the common catalogue: what every call may answer. */
const ALWAYS: readonly number[] = [ErrorCode.InvalidRequest, ErrorCode.NotPermitted, ErrorCode.ServiceUnavailable];
/** Answered as BalanceTooLow, with what the player has, and as NotCredited, with the space of the disk. */
const REPLACED: readonly number[] = [ErrorCode.InsufficientBalance, ErrorCode.NewPlayPaused];

test("each code that an act can be refused with is an error of a call of the console, which has its text", () => {
  const sources = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith(".ts") && !file.includes("test"))
    .map((file) => readFileSync(join(import.meta.dirname, file), "utf8"))
    .join("\n");
  const named = [
    ...sources.matchAll(/(?<!Console)ErrorCode\.(\w+)/g),
    ...[...sources.matchAll(/@throws ([^@]*)/g)].flatMap(([, text = ""]) => [...text.matchAll(/\b([A-Z]\w+)/g)]),
  ].flatMap(([, name = ""]) => Object.entries(ErrorCode).filter(([known]) => known === name));
  const thrown = new Set(named.map(([, code]) => code));
  expect(thrown).toContain(ErrorCode.DepositLimitReached);
  const declared: readonly number[] = Object.values(CONSOLE_CALLS).flatMap((call) =>
    "errors" in call ? [...call.errors] : [],
  );
  for (const [name, code] of named) expect([...declared, ...ALWAYS, ...REPLACED], name).toContain(code);
});

test("an act on a player or a machine takes a number that can exist, and no other", () => {
  for (const { name, params } of acts)
    for (const wrong of [0, -1, 1.5, 2 ** 31, "1", null])
      for (const field of ["playerId", "machineId", "requestId"])
        expect(params.safeParse({ [field]: wrong }).success, `${name} ${field} ${wrong}`).toBe(false);
});
