import { ErrorCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { inlineErrorCodes } from "./errorCodes.ts";

it("writes the number of a code for its name", () => {
  expect(inlineErrorCodes("if (code === ErrorCode.MachineTaken) stop({ [ErrorCode.WrongPin]: 1 });")).toBe(
    `if (code === ${ErrorCode.MachineTaken}) stop({ [${ErrorCode.WrongPin}]: 1 });`,
  );
});
it("refuses a name that the catalogue has not", () => {
  expect(() => inlineErrorCodes("ErrorCode.MachineStolen")).toThrow("ErrorCode.MachineStolen");
});
