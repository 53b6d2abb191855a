import { beforeAll, describe, expect, it } from "vitest";
import { AppError, ErrorCode, ERRORS, INFO_MESSAGES, InfoCode, errorCodes } from "@reelcast/contract";
import { ApiError } from "@reelcast/client";
import { compileCatalogue } from "@reelcast/build/catalogues";
import { i18n } from "./catalogue.ts";
import { errorText } from "./errors.ts";

const files = import.meta.glob<Record<string, string>>("./*/errors.json", { import: "default", eager: true });

/** Something for every parameter that a code's words may name. */
const PARAMS = {
  remaining: 3,
  minutes: 15,
  minimum: 8,
  seconds: 30,
  maximum: 250_000_000,
  amount: 10_000,
  name: "Polar Fire",
  until: "2026-12-01T10:00:00Z",
  count: 7,
};
const FALLBACK = "what the server said";

describe.each(["tr", "en", "ar"])("errors in %s", (language) => {
  beforeAll(() => {
    i18n.load(
      language,
      compileCatalogue(language, "errors", JSON.stringify(files[`./${language}/errors.json`])) as never,
    );
    i18n.activate(language, [`${language}-u-nu-latn`]);
  });

  it.each([...errorCodes(), ...Object.values(InfoCode)])("%s is said in words of its own, with its figures", (code) => {
    const text = errorText({ code, params: PARAMS, message: FALLBACK });
    expect(text).not.toBe(FALLBACK);
    expect(text).not.toMatch(/[{}]|undefined|NaN|errors\./);
    const english = typeof code === "number" ? ERRORS[code].message : INFO_MESSAGES[code];
    const named: string[] = [...(english.match(/(?<=\{)\w+(?=[,}])/g) ?? [])];
    if (named.includes("amount")) expect(text).toContain("100");
    if (named.includes("until")) expect(text).toContain("01.12.2026");
    if (named.includes("name")) expect(text).toContain("Polar Fire");
    if (named.includes("count")) expect(text).toContain("7");
  });
  it("falls back to what the server said for a code that is not known, and for words with a hole in them", () => {
    expect(errorText(new ApiError(99_999, { message: FALLBACK }))).toBe(FALLBACK);
    expect(errorText(new ApiError(ErrorCode.WrongCredentialsAttemptsLeft, { message: FALLBACK }))).toBe(FALLBACK);
  });
  it("says something of what nobody foresaw", () => {
    expect(errorText(new Error("internal"))).toBe(errorText(new ApiError(99_999)));
    expect(errorText(null)).not.toBe("");
  });
});

it.each([0, 1, 2, 15])("the server's English is the app's, also for %s", (count) => {
  i18n.load("en", compileCatalogue("en", "errors", JSON.stringify(files["./en/errors.json"])) as never);
  i18n.activate("en");
  const params = { remaining: count, minutes: count, minimum: count, seconds: count, name: "Polar Fire" };
  for (const code of errorCodes()) {
    // The app writes amounts and moments in the player's formats.
    if (/\{(amount|maximum|until)\}/.test(ERRORS[code].message)) continue;
    expect(errorText({ code, params }), String(code)).toBe(new AppError(code, params).message);
  }
});
