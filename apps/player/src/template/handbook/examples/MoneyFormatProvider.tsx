/** Everything within it words money in this language and currency. */
import { Money, MoneyFormatProvider } from "@reelcast/ui";

export default function MoneyFormatProviderExample() {
  return (
    <MoneyFormatProvider value={{ language: "en", currency: "EUR" }}>
      <Money minor={1_234_567} className="text-lg" />
    </MoneyFormatProvider>
  );
}
