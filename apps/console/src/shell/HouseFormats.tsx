/** How amounts are shown: in the house's currency, which is read where the session starts, and the member's language. */
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useEffect } from "react";
import { MoneyFormatProvider } from "@reelcast/ui";
import { callQuery } from "../api/queries.ts";
import { setErrorCurrency, useLanguage } from "../i18n/index.ts";

export function HouseFormats({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { currency } = useSuspenseQuery(callQuery("house")).data;
  useEffect(() => setErrorCurrency(currency), [currency]);
  return <MoneyFormatProvider value={{ language, currency }}>{children}</MoneyFormatProvider>;
}
