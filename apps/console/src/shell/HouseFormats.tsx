/** How amounts are shown: in the house's currency and the member's language. */
import type { ReactNode } from "react";
import { useEffect } from "react";
import { MoneyFormatProvider } from "@reelcast/ui";
import { useCall } from "../api/queries.ts";
import { setErrorCurrency, useLanguage } from "../i18n/index.ts";

export function HouseFormats({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data } = useCall("house");
  const currency = data?.currency ?? "TRY";
  useEffect(() => setErrorCurrency(currency), [currency]);
  return <MoneyFormatProvider value={{ language, currency }}>{children}</MoneyFormatProvider>;
}
