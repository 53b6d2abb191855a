/** A date of birth, typed in the language's own format, which the field repeats as it was understood. It may be left empty. */
import { clock } from "@reelcast/contract/clock";
import { Field, formatDay, parseDay } from "@reelcast/ui";
import { useLanguage, useT } from "../../i18n/index.ts";

const EARLIEST = "1900-01-01";
const today = () => new Date(clock.now()).toISOString().slice(0, 10);

/** YYYY-MM-DD; null for what is no day, or one on which no player can be born. */
export function parseBirth(typed: string): string | null {
  const day = parseDay(typed);
  return day !== null && day >= EARLIEST && day <= today() ? day : null;
}

interface BirthFieldProps {
  value: string;
  onChange: (typed: string) => void;
  /** YYYY-MM-DD, as the house knows it now. */
  known: string | null;
}
export function BirthField({ value, onChange, known }: BirthFieldProps) {
  const t = useT();
  const language = useLanguage();
  const day = parseBirth(value);
  return (
    <Field
      name="bornOn"
      label={t("records.bornOn")}
      value={value}
      onValueChange={onChange}
      autoComplete="off"
      dir="ltr"
      placeholder={formatDay("1990-01-31", language)}
      validate={(typed) => (typed === "" || parseBirth(String(typed)) !== null ? null : t("records.noBirth"))}
      hint={
        <span aria-live="polite">
          {day !== null
            ? new Date(`${day}T00:00:00Z`).toLocaleDateString(`${language}-u-nu-latn-ca-gregory`, {
                dateStyle: "long",
                timeZone: "UTC",
              })
            : known === null
              ? t("records.bornOnUnknownHint")
              : t("records.bornOnHint", { day: formatDay(known, language) })}
        </span>
      }
    />
  );
}
