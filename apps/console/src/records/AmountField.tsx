/** A field for an amount, which repeats what was understood in the house's own format. */
import { Field, useMoney, useParseAmount } from "@reelcast/ui";
import { majorUnits } from "@reelcast/contract";
import { useT } from "../i18n/index.ts";

/** As somebody types it. @param minor minor units */
export const typedAmount = (minor: number, language: string): string =>
  language === "tr" ? majorUnits(minor).replace(".", ",") : majorUnits(minor);

/** "0", "0,00": no amount that can be paid, but one that can be meant. */
export const isZero = (typed: string): boolean => /^0+([.,]0{0,2})?$/.test(typed.trim());

export interface AmountFieldProps {
  name: string;
  label: string;
  value: string;
  onChange: (typed: string) => void;
  /** Minor units. */
  most?: number;
  mayBeZero?: boolean;
}

export function AmountField({ name, label, value, onChange, most, mayBeZero = false }: AmountFieldProps) {
  const t = useT();
  const money = useMoney();
  const parseAmount = useParseAmount();
  const read = (typed: string) => (mayBeZero && isZero(typed) ? 0 : parseAmount(typed));
  const amount = read(value);
  return (
    <Field
      name={name}
      label={label}
      value={value}
      onValueChange={onChange}
      required
      inputMode="decimal"
      autoComplete="off"
      dir="ltr"
      messages={{ valueMissing: t("shell.required") }}
      validate={(typed) => {
        const minor = read(String(typed));
        if (typed === "" || (minor !== null && (most === undefined || minor <= most))) return null;
        return minor === null ? t("records.noAmount") : t("records.amountAbove", { most: money(most ?? 0) });
      }}
      hint={
        <span aria-live="polite" className="figures text-base text-text">
          {amount === null ? t("records.amountHint") : money(amount, false)}
        </span>
      }
    />
  );
}
