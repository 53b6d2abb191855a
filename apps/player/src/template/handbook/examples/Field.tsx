/** A label, a hint, and words for every rule that can be broken. */
import { Field } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

export default function FieldExample() {
  const t = useT();
  return (
    <div className="max-w-sm">
      <Field
        name="email"
        type="email"
        label={t("handbook.exEmail")}
        hint={t("handbook.exEmailHint")}
        required
        autoComplete="off"
        messages={{ valueMissing: t("handbook.exMissing"), typeMismatch: t("handbook.exNoEmail") }}
      />
    </div>
  );
}
