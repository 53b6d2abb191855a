/** How amounts are shown: in the house's currency and the member's language. */
import type { ReactNode } from "react";
import { MoneyFormatProvider } from "@reelcast/ui";
import { useCall } from "../api/queries.ts";
import { useLanguage } from "../i18n/index.ts";

export function HouseFormats({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const { data } = useCall("house");
  return <MoneyFormatProvider value={{ language, currency: data?.currency ?? "TRY" }}>{children}</MoneyFormatProvider>;
}
