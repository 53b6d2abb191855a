/** A net result, or what came into the balance or left it: with its sign, and in the colour of the sign. */
import { cx, useMoney } from "@reelcast/ui";

/** "+₺12,50", "-₺12,50", "₺0,00". */
export function useSigned(): (minor: number, short?: boolean) => string {
  const money = useMoney();
  return (minor, short = false) => (minor > 0 ? "+" : "") + money(minor, short);
}

interface SignedProps {
  minor: number;
  /** Neither gained nor lost: without a colour. */
  plain?: boolean;
  className?: string;
}
export function Signed({ minor, plain = false, className }: SignedProps) {
  const signed = useSigned();
  return (
    <span
      dir="ltr"
      className={cx(
        "figures whitespace-nowrap",
        !plain && minor > 0 && "text-success",
        !plain && minor < 0 && "text-error",
        className,
      )}
    >
      {signed(minor)}
    </span>
  );
}
