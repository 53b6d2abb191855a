/** A net result: with its sign, and in the colour of the sign. */
import { cx, useMoney } from "@reelcast/ui";

/** "+₺12,50", "-₺12,50", "₺0,00". */
export function useSigned(): (minor: number, short?: boolean) => string {
  const money = useMoney();
  return (minor, short = false) => (minor > 0 ? "+" : "") + money(minor, short);
}

export function Signed({ minor, className }: { minor: number; className?: string }) {
  const signed = useSigned();
  return (
    <span
      dir="ltr"
      className={cx("figures whitespace-nowrap", minor > 0 && "text-success", minor < 0 && "text-error", className)}
    >
      {signed(minor)}
    </span>
  );
}
