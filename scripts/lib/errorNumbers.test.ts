import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ErrorCode } from "@reelcast/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import { errorNumbers, errorNumbersIn } from "./errorNumbers.ts";

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
