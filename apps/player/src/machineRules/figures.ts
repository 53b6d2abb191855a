/** Numbers in the player's language, in the figures that stand on the machine. */
import { useLanguage } from "../i18n/index.ts";

/** `count(150.3)` → "150", `count(3.66, 2)` → "3,66", `percent(0.9517)` → "%95,17". */
export function useFigures() {
  const language = `${useLanguage()}-u-nu-latn`;
  return {
    count: (value: number, decimals = 0) =>
      new Intl.NumberFormat(language, { maximumFractionDigits: decimals }).format(value),
    percent: (share: number) =>
      new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 2 }).format(share),
  };
}
