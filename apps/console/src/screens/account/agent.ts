/** What a browser calls itself, in a few words. Pure. */

const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Headless)?Chrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\bAndroid\b/, "Android"],
  [/\b(iPhone|iPad)\b/, "iOS"],
  [/\bWindows\b/, "Windows"],
  [/\bMac OS X\b/, "macOS"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];
const first = (list: readonly [RegExp, string][], agent: string) => list.find(([sign]) => sign.test(agent))?.[1];

/** "Chrome · Windows"; null for what is none of the known. @param agent the header User-Agent */
export function agentName(agent: string): string | null {
  const parts = [first(BROWSERS, agent), first(SYSTEMS, agent)].filter((part) => part !== undefined);
  return parts.length === 0 ? null : parts.join(" · ");
}
