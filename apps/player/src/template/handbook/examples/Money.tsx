/** Whole minor units come in; the language and the house's currency say how they are written. */
import { Money } from "@reelcast/ui";

export default function MoneyExample() {
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-2 text-lg">
      <Money minor={1_234_567} />
      <Money minor={-5_000} />
      <Money minor={250_000_00} short />
    </div>
  );
}
