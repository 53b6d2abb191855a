/** The browser's family: Chrome and Safari are supported, others see links to them. Pure. */

export interface BrowserSigns {
  /** `navigator.userAgentData.brands`, where there is one. */
  brands?: readonly { brand: string }[] | undefined;
  vendor: string;
  userAgent: string;
}
export type BrowserFamily = "chrome" | "safari" | "other";

/** By brands where the browser sends them, else by vendor (every browser on iOS has Apple's engine), else by user agent. */
export function familyOf({ brands, vendor, userAgent }: BrowserSigns): BrowserFamily {
  if (brands?.some(({ brand }) => brand === "Chromium" || brand === "Google Chrome")) return "chrome";
  if (vendor.startsWith("Google")) return "chrome";
  if (vendor.startsWith("Apple")) return "safari";
  if (/Firefox\/|Gecko\/\d{8}/.test(userAgent)) return "other";
  if (/Chrom(e|ium)\/|CriOS\//.test(userAgent)) return "chrome";
  return /Safari\//.test(userAgent) ? "safari" : "other";
}

interface WithClientHints {
  userAgentData?: { brands?: readonly { brand: string }[] };
}
export function browserFamily(browser: Navigator = navigator): BrowserFamily {
  return familyOf({
    brands: (browser as WithClientHints).userAgentData?.brands,
    vendor: browser.vendor,
    userAgent: browser.userAgent,
  });
}

/** Live video needs it; some settings, extensions and VPNs disable it. */
export function hasWebRtc(): boolean {
  return typeof globalThis.RTCPeerConnection === "function";
}
