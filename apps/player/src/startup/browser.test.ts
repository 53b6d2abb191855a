import { describe, expect, it } from "vitest";
import { familyOf } from "./browser.ts";

const AGENTS: [string, "chrome" | "safari" | "other", string, string][] = [
  [
    "Chrome on Windows",
    "chrome",
    "Google Inc.",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
  ],
  [
    "Edge",
    "chrome",
    "Google Inc.",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0",
  ],
  [
    "Samsung Internet",
    "chrome",
    "Google Inc.",
    "Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Android WebView",
    "chrome",
    "Google Inc.",
    "Mozilla/5.0 (Linux; Android 14; Pixel 8 Build/X; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/139.0.0.0 Mobile Safari/537.36",
  ],
  [
    "Safari on a Mac",
    "safari",
    "Apple Computer, Inc.",
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
  ],
  [
    "Chrome on an iPhone",
    "safari",
    "Apple Computer, Inc.",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0.0.0 Mobile/15E148 Safari/604.1",
  ],
  [
    "Firefox on an iPhone",
    "safari",
    "Apple Computer, Inc.",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) FxiOS/140.0 Mobile/15E148 Safari/605.1.15",
  ],
  ["Firefox on a desktop", "other", "", "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"],
  ["Firefox on Android", "other", "", "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"],
];

describe("the family of a browser", () => {
  it.each(AGENTS)("%s: %s", (_, family, vendor, userAgent) => {
    expect(familyOf({ vendor, userAgent })).toBe(family);
  });
  it("believes client hints before anything else", () => {
    expect(familyOf({ brands: [{ brand: "Chromium" }], vendor: "", userAgent: "Firefox/1" })).toBe("chrome");
  });
});
