import { ApiError } from "@reelcast/client";
import { ConsoleErrorCode } from "@reelcast/contract/console";
import { compileCatalogue } from "@reelcast/build/catalogues";
import { CONSOLE_ERROR_TEXTS } from "@reelcast/build/consoleErrors";
import { afterEach, expect, it } from "vitest";
import { i18n } from "./catalogue.ts";
import { errorText, setErrorCurrency } from "./errors.ts";

function show(language: string): void {
  const { codes, texts } = CONSOLE_ERROR_TEXTS;
  const own = Object.entries(texts(language)).map(([name, text]) => [codes[name], text]);
  i18n.load(language, compileCatalogue(language, "errors", JSON.stringify(Object.fromEntries(own))) as never);
  i18n.activate(language, [`${language}-u-nu-latn`]);
}
afterEach(() => setErrorCurrency("TRY"));

it.each(["tr", "en", "ar"])("words amounts in the house's currency, and moments in words, in %s", (language) => {
  show(language);
  setErrorCurrency("EUR");
  const params = { machine: 7, person: "Maria", amount: 123_456, time: "2026-11-23T10:00:00.000Z" };
  const text = errorText(new ApiError(ConsoleErrorCode.HandPayPaid, { params }));
  expect(text).toContain(language === "tr" ? "1.234,56" : "1,234.56");
  expect(text).toContain("€");
  expect(text).toContain("Maria");
  expect(text).not.toMatch(/123456|T10:00|undefined|NaN/);
  const both = errorText(
    new ApiError(ConsoleErrorCode.CreditDiffers, { params: { machine: 7, shown: 50_050, booked: 0 } }),
  );
  expect(both).not.toMatch(/50050/);
});

it("a code without a text here has the server's words", () => {
  show("en");
  expect(errorText(new ApiError(99_999, { message: "Said by the server." }))).toBe("Said by the server.");
});
