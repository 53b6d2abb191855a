/** The reason of an act, which goes into the audit log. */
import { MAX_WHY } from "@reelcast/contract/console";
import { Field } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export function WhyField({ value, onChange }: { value: string; onChange: (why: string) => void }) {
  const t = useT();
  return (
    <Field
      name="why"
      label={t("shell.why")}
      hint={t("shell.whyHint")}
      value={value}
      onValueChange={onChange}
      required
      maxLength={MAX_WHY}
      autoComplete="off"
      messages={{ valueMissing: t("shell.required") }}
    />
  );
}
