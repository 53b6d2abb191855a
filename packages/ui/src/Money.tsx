/** An amount of minor units in the player's language and the house's currency, in figures of equal width. */
import { createContext, useContext } from "react";
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

export function Money({ minor, short = false, className }: { minor: number; short?: boolean; className?: string }) {
  const money = useMoney();
  return (
    <span dir="ltr" className={cx("figures whitespace-nowrap", className)}>
      {money(minor, short)}
    </span>
  );
}
