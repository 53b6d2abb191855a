import { expect, test } from "vitest";
import { ErrorCode } from "@reelcast/contract";
import { ApiError } from "../api/index.ts";
import { placeOf } from "./useSubmit.ts";

const CODES = { [ErrorCode.PasswordTooShort]: { field: "fresh" }, [ErrorCode.InvalidRequest]: { field: "value" } };
const NAMES = { newPassword: { field: "fresh", text: "Another one" } };
const invalid = (field: string) => new ApiError(ErrorCode.InvalidRequest, { params: { field } });

test("a code is about the field that the form says", () => {
  expect(placeOf(new ApiError(ErrorCode.PasswordTooShort), CODES, {})).toEqual({ field: "fresh" });
  expect(placeOf(new ApiError(ErrorCode.InternalError), CODES, NAMES)).toBeNull();
  expect(placeOf(new ApiError("network"), CODES, NAMES)).toBeNull();
  expect(placeOf(new Error("something else"), CODES, NAMES)).toBeNull();
});
test("an invalid request is about the field of the name that the server says, where the form has it", () => {
  expect(placeOf(invalid("newPassword"), {}, NAMES)).toEqual({ field: "fresh", text: "Another one" });
  for (const other of ["", "oldPassword", "toString", "__proto__"])
    expect(placeOf(invalid(other), {}, NAMES), other).toBeNull();
  expect(placeOf(invalid("oldPassword"), CODES, NAMES)).toEqual({ field: "value" });
});
