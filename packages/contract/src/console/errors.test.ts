import { expect, test } from "vitest";
import { errorCodes } from "../errors.ts";
import ar from "./errorTexts/ar.json" with { type: "json" };
import tr from "./errorTexts/tr.json" with { type: "json" };
import { CONSOLE_ERRORS, ConsoleError, ConsoleErrorCode } from "./errors.ts";

const names = Object.keys(ConsoleErrorCode);
/** Names of parameters, sorted. The branches of a choice by a word are left out. */
function paramsOf(text: string): string[] {
  const withoutBranches = text.replaceAll(/ (done|failed|approved|refused) \{[^{}]*\}/g, "");
  const names = [...withoutBranches.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name = ""]) => name);
  return [...new Set(names)].toSorted();
}

test.each([
  ["tr", tr],
  ["ar", ar],
] as const)("every refusal of the console has a text with its figures in %s", (_, texts: Record<string, string>) => {
  expect(Object.keys(texts)).toEqual(names);
  for (const [name, code] of Object.entries(ConsoleErrorCode))
    expect(paramsOf(texts[name] ?? ""), name).toEqual(paramsOf(CONSOLE_ERRORS[code].message));
});

test("no code is one of the players' catalogue", () => {
  const players = new Set<number>(errorCodes());
  expect(Object.values(ConsoleErrorCode).filter((code) => players.has(code))).toEqual([]);
  expect(new Set(Object.values(ConsoleErrorCode)).size).toBe(names.length);
});

test("the wording has amounts in major units, the answer in minor ones", () => {
  const error = new ConsoleError(ConsoleErrorCode.PayAboveEvidence, { machine: 7, amount: 50_050 });
  expect(error.message).toContain("no more than 500.50 can be paid");
  expect(error.toAnswer()).toMatchObject({ code: ConsoleErrorCode.PayAboveEvidence, Params: { amount: 50_050 } });
  expect(error.status).toBe(409);
  const two = new ConsoleError(ConsoleErrorCode.CreditDiffers, { machine: 7, shown: 50_050, booked: 0 });
  expect(two.message).toBe("Machine 7: its credit meter shows 500.50, the ledger 0.00.");
  expect(two.toAnswer().Params).toEqual({ machine: 7, shown: 50_050, booked: 0 });
});

test("a reason in somebody else's words is quoted, and no other text has one", () => {
  const withReason = (texts: Record<string, string>) =>
    Object.entries(texts).flatMap(([name, text]) => (text.includes("{because}") ? [name] : []));
  for (const texts of [tr, ar]) expect(withReason(texts)).toEqual(["MachineRefused", "RequestImpossible"]);
  for (const name of ["MachineRefused", "RequestImpossible"] as const) {
    expect(tr[name]).toContain("“{because}”");
    expect(ar[name]).toContain("«{because}»");
  }
});
