import { describe, expect, it } from "vitest";
import { DEFAULT_SETTINGS, mergeSettings, settingText } from "./index.ts";

describe("mergeSettings", () => {
  it("puts valid known keys over the defaults and leaves the rest", () => {
    const { settings, ignored } = mergeSettings({ siteId: 7, depositText: "YATIR" });
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, siteId: 7, depositText: "YATIR" });
    expect(ignored).toEqual([]);
  });

  it("ignores unknown and ill-typed keys one by one, and names them", () => {
    const { settings, ignored } = mergeSettings({ siteId: "7", colour: "red", volume: 0.5, language: "de" });
    expect(settings).toEqual({ ...DEFAULT_SETTINGS, volume: 0.5 });
    expect(ignored.toSorted()).toEqual(["colour", "language", "siteId"]);
  });

  it("is not affected by keys such as __proto__", () => {
    const hostile: unknown = JSON.parse(
      '{"__proto__": {"siteId": 1}, "constructor": {"prototype": {"polluted": true}}, "toString": "x"}',
    );
    const { settings, ignored } = mergeSettings(hostile);
    expect(settings).toEqual(DEFAULT_SETTINGS);
    expect(Object.getPrototypeOf(settings)).toBe(Object.prototype);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(ignored.toSorted()).toEqual(["__proto__", "constructor", "toString"]);
  });

  it("accepts only links that can't run code", () => {
    const link = (url: string) =>
      mergeSettings({ externalDeposit: { enabled: true, url } }).settings.externalDeposit.url;
    expect(link("https://pay.example/x")).toBe("https://pay.example/x");
    expect(link("javascript:alert(1)")).toBe("");
    expect(link("http://pay.example/x")).toBe("");
    expect(link(" https://pay.example")).toBe("");
  });

  it("takes one text for the money buttons, or texts by language; a language without one keeps the default", () => {
    const text = (depositText: unknown, language: "tr" | "en" | "ar") =>
      settingText(mergeSettings({ depositText }).settings, "depositText", language);
    expect([text(undefined, "tr"), text(undefined, "en"), text(undefined, "ar")]).toEqual([
      "PARA YATIR",
      "DEPOSIT",
      "إيداع",
    ]);
    expect([text("YÜKLE", "tr"), text("YÜKLE", "en")]).toEqual(["YÜKLE", "YÜKLE"]);
    expect([text({ tr: "YÜKLE", ar: " " }, "tr"), text({ tr: "YÜKLE", ar: " " }, "ar")]).toEqual(["YÜKLE", "إيداع"]);
    expect([text({ tr: "YÜKLE" }, "en"), text({ de: "EINZAHLEN" }, "en"), text("x".repeat(25), "en")]).toEqual([
      "DEPOSIT",
      "DEPOSIT",
      "DEPOSIT",
    ]);
    expect(settingText(DEFAULT_SETTINGS, "withdrawText", "en")).toBe("WITHDRAW");
  });

  it("merges the ways to support one by one: a bad or missing one costs no other", () => {
    const support = (given: unknown) => mergeSettings({ support: given });
    expect(support({ telegram: "@casino" }).settings.support).toEqual({
      whatsapp: "",
      telegram: "@casino",
      chat: false,
    });
    const mixed = support({ whatsapp: "no number", telegram: "@casino", chat: true, fax: "1", __proto__: { chat: 1 } });
    expect(mixed.settings.support).toEqual({ whatsapp: "", telegram: "@casino", chat: true });
    expect(mixed.ignored).toEqual(["support.whatsapp", "support.fax"]);
    expect(mixed.valid).toEqual({ support: { telegram: "@casino", chat: true } });
    for (const wrong of [null, "x", [], 1]) {
      expect(support(wrong).settings.support).toEqual(DEFAULT_SETTINGS.support);
      expect(support(wrong).ignored).toEqual(["support"]);
    }
  });

  it.each([null, 1, "x", [], undefined])("starts with the defaults for %j", (external) => {
    expect(mergeSettings(external).settings).toEqual(DEFAULT_SETTINGS);
  });
});
