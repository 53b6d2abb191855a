/** An amount of minor units in the player's language and the house's currency, in figures of equal width. */
import { createContext, useContext } from "react";
import { parseAmount, withoutCurrency } from "./amount.ts";
import { cx } from "./cx.ts";
import { formatMoney } from "./money.ts";
import type { MoneyFormat } from "./money.ts";

const FormatContext = createContext<MoneyFormat>({ language: "tr", currency: "TRY" });
export const MoneyFormatProvider = FormatContext.Provider;

/**
 * Formats amounts for sentences, buttons and names: whole amounts without decimals, "₺500". `Money` is for figures that
 * stand by themselves or below each other: always with both decimals, so that nothing jumps when they change.
 */
export function useMoney(): (minor: number, short?: boolean) => string {
  const format = useContext(FormatContext);
  return (minor, short = true) => formatMoney(minor, { ...format, short });
}

/** Reads amounts that somebody has typed or pasted, in the language and the currency of the page: `parseAmount`. */
export function useParseAmount(): (text: string) => number | null {
  const { language, currency } = useContext(FormatContext);
  return (text) => parseAmount(text, language, currency);
}

/** Takes the sign or the code of the page's currency from a pasted amount: `withoutCurrency`. */
export function useWithoutCurrency(): (text: string) => string {
  const { currency } = useContext(FormatContext);
  return (text) => withoutCurrency(text.trim(), currency).trim();
}

export function Money({ minor, short = false, className }: { minor: number; short?: boolean; className?: string }) {
  const money = useMoney();
  return (
    <span dir="ltr" className={cx("figures whitespace-nowrap", className)}>
      {money(minor, short)}
    </span>
  );
}
