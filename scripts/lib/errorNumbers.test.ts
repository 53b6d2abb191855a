import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ErrorCode, InfoCode } from "@reelcast/contract";
import { describe, expect, it, onTestFinished } from "vitest";
import {
  errorNumbers,
  errorNumbersIn,
  numbersAsKeysIn,
  numbersWithoutNames,
  numbersWithoutNamesIn,
} from "./errorNumbers.ts";

const TAKEN = String(ErrorCode.MachineTaken);
const TAKEN_SEPARATED = TAKEN.replace(/(?=\d{3}$)/, "_");
const INTERNAL = String(ErrorCode.InternalError);
const INTERNAL_SEPARATED = INTERNAL.replace(/(?=\d{3}$)/, "_");
const SIGNATURE = String(ErrorCode.SignatureInvalid);
/** Composed here, because lint finds it as one text. */
const UNKNOWN_INFO = ["CODE", "18899"].join("_");

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
    ["of a notification", `expect(code).toBe("${InfoCode.SessionClosing}");`],
    ["of a notification, as a name", `const INFOS = { ${InfoCode.SessionClosing}: "closing" };`],
    ["of a notification, as a part of a name", `const MY_${InfoCode.SessionClosing} = 1;`],
    ["of no known notification", `info("${UNKNOWN_INFO}");`],
  ])("%s", (_, source) => expect(errorNumbersIn(source)).toHaveLength(1));

  it("and says where it stands and what its name is", () => {
    expect(errorNumbersIn(`const a = 1;\nconst b = ${TAKEN};\n`)).toEqual([
      `line 2: ${TAKEN} is ErrorCode.MachineTaken`,
    ]);
  });
});
it("finds a number as a key of a catalogue of texts, and no number in a text", () => {
  const catalogue = {
    [SIGNATURE]: "a",
    [TAKEN]: "b",
    [InfoCode.IdleCountdown]: "c",
    [UNKNOWN_INFO]: "d",
    MachineTaken: `Within ${TAKEN} seconds`,
    option_20: "e",
  };
  expect(numbersAsKeysIn(JSON.stringify(catalogue, null, 2))).toEqual([
    `line 2: ${SIGNATURE} is ErrorCode.SignatureInvalid`,
    `line 3: ${TAKEN} is ErrorCode.MachineTaken`,
    `line 4: ${InfoCode.IdleCountdown} is InfoCode.IdleCountdown`,
    `line 5: ${UNKNOWN_INFO} is not in a catalogue`,
  ]);
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
it("reads every source file but those that may have the numbers, and every catalogue of texts", async () => {
  const root = await mkdtemp(join(tmpdir(), "error-numbers-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const path of ["apps/server/src/planted.ts", "packages/contract/src/errors.ts", "e2e/dist/built.ts"]) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), `throw new AppError(${TAKEN});\n`);
  }
  const catalogues = ["apps/player/src/i18n/tr/errors.json", "packages/contract/src/console/errorTexts/tr.json"];
  for (const path of [...catalogues, "apps/server/src/answers.json"]) {
    await mkdir(join(root, dirname(path)), { recursive: true });
    await writeFile(join(root, path), `{ "${TAKEN}": "taken" }\n`);
  }
  expect(errorNumbers(root)).toEqual(
    ["apps/server/src/planted.ts", ...catalogues].map((path) => `${path} line 1: ${TAKEN} is ErrorCode.MachineTaken`),
  );
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
    ["of a notification, with its name", `${InfoCode.SessionClosing} (\`SessionClosing\`)`],
  ])("but not %s", (_, text) => expect(numbersWithoutNamesIn(text)).toEqual([]));
  it("of a notification", () => {
    expect(numbersWithoutNamesIn(`with \`${InfoCode.SessionClosing}\`.`)).toEqual([
      `line 1: ${InfoCode.SessionClosing} without SessionClosing`,
    ]);
  });
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
