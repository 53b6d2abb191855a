import * as z from "zod/mini";
import { describe, expect, it } from "vitest";
import { ErrorCode, InfoCode, messageOf } from "./errors.ts";
import {
  AMOUNT_PARAMS,
  AppError,
  allCalls,
  BalanceAnswer,
  CALLS,
  ERRORS,
  errorCodes,
  MachineSchema,
  Money,
  RpcMessage,
  SOCKETS,
  TransferAmount,
} from "./index.ts";

describe("amounts", () => {
  it.each([-1, 0.1, 1e21, "1e3", Number.NaN, 2 ** 53, Number.POSITIVE_INFINITY, null])(
    "refuses %j as money",
    (value) => {
      expect(z.safeParse(Money, value).success).toBe(false);
    },
  );
  it("asks for a positive amount in a transfer", () => {
    expect(z.safeParse(TransferAmount, 0).success).toBe(false);
    expect(z.safeParse(TransferAmount, 1).success).toBe(true);
  });
});

describe("ids", () => {
  it.each([0, -1, 1.5, 2 ** 31, 2 ** 32, 2 ** 53, "1", null])(
    "refuses %j, which is out of the database's integer range",
    (id) => {
      expect(z.safeParse(CALLS.kick.body, { machineId: id }).success).toBe(false);
      expect(z.safeParse(CALLS.cancel.body, { machineId: id }).success).toBe(false);
      expect(z.safeParse(SOCKETS.game.requests.init.params, { machineID: id, token: "a" }).success).toBe(false);
      expect(z.safeParse(SOCKETS.notifications.requests.init.params, { id }).success).toBe(false);
    },
  );
  it("accepts the largest id of the database", () => {
    expect(z.safeParse(CALLS.kick.body, { machineId: 2 ** 31 - 1 }).success).toBe(true);
  });
});

describe("calls", () => {
  it("reads a balance without `checking` as one with no money under review", () => {
    expect(BalanceAnswer.parse({ balance: 5 })).toEqual({ balance: 5, checking: 0 });
  });
  it("names only codes of the catalogue", () => {
    for (const call of Object.values(allCalls())) {
      for (const code of "errors" in call ? call.errors : [])
        expect(errorCodes(), `${call.path} ${code}`).toContain(code);
    }
  });
  it("has one call for each method and path", () => {
    const keys = Object.values(allCalls()).map((call) => `${call.method} ${call.path}`);
    expect(new Set(keys).size).toBe(keys.length);
  });
  it("describes every schema as JSON Schema, for the documentation", () => {
    for (const call of Object.values(allCalls())) {
      for (const part of ["params", "query", "body", "answer"] as const) {
        const schema = Object.entries(call).find(([key]) => key === part)?.[1];
        if (schema instanceof Object && "_zod" in schema)
          expect(() => z.toJSONSchema(schema as z.ZodMiniType, { io: "input", unrepresentable: "any" })).not.toThrow();
      }
    }
  });
});

describe("sockets", () => {
  it("distinguishes the three kinds of server messages", () => {
    expect(RpcMessage.parse({ jsonrpc: "2.0", id: 1, result: {} })).toHaveProperty("result");
    expect(RpcMessage.parse({ jsonrpc: "2.0", id: 1, error: { code: -32000, message: "x" } })).toHaveProperty("error");
    expect(RpcMessage.parse({ jsonrpc: "2.0", method: "info", params: {} })).toHaveProperty("method");
    expect(z.safeParse(RpcMessage, { jsonrpc: "1.0", method: "info" }).success).toBe(false);
  });
  it("refuses a cash-in without a transfer id, or with an amount that is no whole number", () => {
    const { params } = SOCKETS.game.requests.cashin;
    const transferId = "0b0f7d5e-3f5c-4c1e-9e63-3f1a6c1d2e4f";
    expect(z.safeParse(params, { amount: 100, transferId }).success).toBe(true);
    for (const bad of [
      { amount: 100 },
      { amount: 1.5, transferId },
      { amount: "100", transferId },
      { amount: 100, transferId: "1" },
    ]) {
      expect(z.safeParse(params, bad).success).toBe(false);
    }
  });
  it("accepts a press with and without a rising number", () => {
    const { params } = SOCKETS.game.requests.press;
    expect(params.parse({ control: "play" })).toEqual({ control: "play" });
    expect(params.parse({ control: "play", seq: 3 })).toEqual({ control: "play", seq: 3 });
    for (const seq of [-1, 0.5, "1"]) expect(z.safeParse(params, { control: "play", seq }).success).toBe(false);
  });
  it("shows a machine status from the future as unknown", () => {
    expect(MachineSchema.parse({ id: 1, name: "x", brand: "y", status: "dancing" }).status).toBe("unknown");
  });
});

describe("errors", () => {
  it("uses 401 for tokens only", () => {
    expect(errorCodes().filter((code) => ERRORS[code].status === 401)).toEqual([
      ErrorCode.SignatureInvalid,
      ErrorCode.TokenInvalid,
    ]);
  });
  it("fills in parameters, and leaves a missing one empty", () => {
    expect(new AppError(ErrorCode.AccountProtected, { minutes: 15 }).toAnswer()).toEqual({
      code: ErrorCode.AccountProtected,
      Params: { minutes: 15 },
      ErrorMessage: "Your account is protected after too many wrong attempts. Try again in 15 minutes.",
    });
    expect(new AppError(ErrorCode.SessionElsewhere).message).toContain("{name}");
  });
  it("formats amounts in major units in ErrorMessage, and in minor units in Params", () => {
    expect(new AppError(ErrorCode.AmountOutOfRange, { maximum: 250_000_000 }).toAnswer()).toEqual({
      code: ErrorCode.AmountOutOfRange,
      Params: { maximum: 250_000_000 },
      ErrorMessage: "The amount is not within the limits: at most 2500000.00.",
    });
    expect(new AppError(ErrorCode.DepositLimitReached, { amount: 7 }).message).toContain("0.07 is left");
    expect(new AppError(ErrorCode.TooManyRequests, { seconds: 120 }).message).toContain("120 seconds");
  });
  it("have names that no code of a notification has", () => {
    // The catalogues have the texts of both.
    expect(Object.keys(InfoCode).filter((name) => Object.hasOwn(ErrorCode, name))).toEqual([]);
  });
  it("names every parameter that is an amount", () => {
    // Parameter names that are amounts in the catalogue. A new one must be added to AMOUNT_PARAMS.
    for (const code of errorCodes()) {
      const named = /\{(amount|maximum)\}/.exec(ERRORS[code].message)?.[1];
      expect(AMOUNT_PARAMS[code], String(code)).toBe(named);
    }
  });
});

describe("the English text of a notification", () => {
  it("is that of its code, with its parameters, and none for a success or an unknown code", () => {
    expect(messageOf(InfoCode.DepositCountdown, { count: 3 })).toBe("3 seconds left to deposit funds");
    expect(messageOf(ErrorCode.RemovedFromMachine, {})).toBe(ERRORS[ErrorCode.RemovedFromMachine].message);
    expect(messageOf(ErrorCode.HandPayPending, { amount: 12_345 })).not.toBe("");
    expect([messageOf(ErrorCode.Success, {}), messageOf(1, {}), messageOf("constructor", {})]).toEqual(["", "", ""]);
  });
});
