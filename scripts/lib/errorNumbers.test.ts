import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { errorNumbers, errorNumbersIn, numbersWithoutNames, numbersWithoutNamesIn } from "./errorNumbers.ts";

const TAKEN = String(ErrorCode.MachineTaken);
const TAKEN_SEPARATED = TAKEN.replace(/(?=\d{3}$)/, "_");
const INTERNAL = String(ErrorCode.InternalError);
const INTERNAL_SEPARATED = INTERNAL.replace(/(?=\d{3}$)/, "_");
const SIGNATURE = String(ErrorCode.SignatureInvalid);

describe("finds a number of the catalogue", () => {
  it.each([
    ["as an argument", `throw new AppError(${TAKEN});`],
    ["with a separator", `expect(codes).toEqual([${TAKEN_SEPARATED}]);`],
    ["in a comment", `/** @throws AppError ${TAKEN} */`],
    ["in a text", `expect(text).toContain("code ${TAKEN}");`],
    ["as a key", `const FIELDS = { ${TAKEN}: "machine" };`],
    ["that is round, without a separator", `it.each([[503, ${INTERNAL}]])`],
    ["that is round, where a code stands", `answer({ code: ${INTERNAL_SEPARATED} });`],
    ["that is round, compared", `if (error.code === ${INTERNAL_SEPARATED}) return;`],
    ["that is round, thrown", `throw new ApiError(${INTERNAL_SEPARATED});`],
    ["that is round, in a docstring", `// @throws AppError ${INTERNAL}`],
    ["in SQL that gives it another name", `  code = ${TAKEN}, -- ErrorCode.SessionExpired`],
    ["that is short, where a code stands", `throw new AppError(${SIGNATURE}, {});`],
  ])("%s", (_, source) => expect(errorNumbersIn(source)).toHaveLength(1));

  it("and says where it stands and what its name is", () => {
    expect(errorNumbersIn(`const a = 1;\nconst b = ${TAKEN};\n`)).toEqual([
      `line 2: ${TAKEN} is ErrorCode.MachineTaken`,
    ]);
  });
});
describe("finds nothing in", () => {
  it.each([
    ["SQL that names it", `  code = ${TAKEN}, -- ErrorCode.MachineTaken`],
    ["an amount", `await wallet.credit({ amount: ${INTERNAL_SEPARATED} });`],
    ["an amount in a text", `"loss/day ${INTERNAL} → 20"`],
    ["a count", `for (let n = 0; n < ${SIGNATURE}; n += 1) press();`],
    ["a part of a longer number or word", `const id = "${TAKEN}7"; const colour = "#${TAKEN}"; const a${TAKEN} = 1;`],
    ["a fraction", `"${INTERNAL}.50"`],
    ["a name", `throw new AppError(ErrorCode.MachineTaken);`],
  ])("%s", (_, source) => expect(errorNumbersIn(source)).toEqual([]));
});
it("reads every source file but those that may hold the numbers", async () => {
  const root = await mkdtemp(join(tmpdir(), "error-numbers-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const path of ["apps/server/src/planted.ts", "packages/contract/src/errors.ts", "e2e/dist/built.ts"]) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), `throw new AppError(${TAKEN});\n`);
  }
  expect(errorNumbers(root)).toEqual([`apps/server/src/planted.ts line 1: ${TAKEN} is ErrorCode.MachineTaken`]);
});

describe("finds in a document a number without its name", () => {
  it.each([
    ["alone", `refused (${TAKEN})`],
    ["with a longer name", `${TAKEN} \`MachineTakenOver\``],
    ["with the name of another", `${TAKEN} \`SessionExpired\``],
    ["with its name in another line", `${TAKEN}\n\`MachineTaken\``],
    ["in a list", `${TAKEN}, and others`],
  ])("%s", (_, text) => expect(numbersWithoutNamesIn(text)).toEqual([`line 1: ${TAKEN} without MachineTaken`]));
  it.each([
    ["with its name", `refused (${TAKEN} \`MachineTaken\`)`],
    ["with its whole name", `| \`ErrorCode.MachineTaken\` | ${TAKEN} |`],
    ["in an amount, a longer number, a port or a range", `${TAKEN}.50, ${TAKEN}7, :${TAKEN}, ${TAKEN}-${TAKEN}`],
    ["that is round, and so an amount", INTERNAL],
  ])("but not %s", (_, text) => expect(numbersWithoutNamesIn(text)).toEqual([]));
  it("of those that are written by hand", async () => {
    const root = await mkdtemp(join(tmpdir(), "error-numbers-"));
    onTestFinished(() => rm(root, { recursive: true }));
    for (const path of [
      "CHANGELOG.md",
      "README.md",
      "deploy/README.md",
      "docs/contract.md",
      "docs/decisions/0001-a.md",
    ]) {
      await mkdir(join(root, dirname(path)), { recursive: true });
      await writeFile(join(root, path), TAKEN);
    }
    expect(numbersWithoutNames(root)).toEqual(
      ["README.md", "deploy/README.md", "docs/decisions/0001-a.md"].map(
        (path) => `${path} line 1: ${TAKEN} without MachineTaken`,
      ),
    );
  });
});
