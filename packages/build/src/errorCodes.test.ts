import { ErrorCode, InfoCode } from "@reelcast/contract";
import { expect, it } from "vitest";
import { inlineErrorCodes } from "./errorCodes.ts";

it("writes the number of a code for its name", () => {
  expect(inlineErrorCodes("if (code === ErrorCode.MachineTaken) stop({ [ErrorCode.WrongPin]: 1 });")).toBe(
    `if (code === ${ErrorCode.MachineTaken}) stop({ [${ErrorCode.WrongPin}]: 1 });`,
  );
});
it("writes the code of a notification for its name, as a text", () => {
  expect(inlineErrorCodes("if (code === InfoCode.SessionClosing) stop();")).toBe(
    `if (code === "${InfoCode.SessionClosing}") stop();`,
  );
});
it("refuses a name that the catalogue has not", () => {
  expect(() => inlineErrorCodes("ErrorCode.MachineStolen")).toThrow("ErrorCode.MachineStolen");
});
