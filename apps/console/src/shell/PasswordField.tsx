/** A password, which can be shown while it is typed, and the two fields for a new one. */
import { useState } from "react";
import { SHORTEST_PASSWORD, isNotRepeated, isTooShort } from "@reelcast/contract";
import { EyeIcon, EyeOffIcon, Field, IconButton } from "@reelcast/ui";
import type { FieldProps } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

interface PasswordFieldProps extends Pick<FieldProps, "name" | "label" | "hint" | "validate"> {
  fresh?: boolean;
}
/** @param props `fresh`: a new password is chosen here */
export function PasswordField({ fresh = false, ...field }: PasswordFieldProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  return (
    <Field
      {...field}
      type={shown ? "text" : "password"}
      autoComplete={fresh ? "new-password" : "current-password"}
      required
      maxLength={200}
      messages={{ valueMissing: t("shell.required") }}
      after={
        <IconButton
          label={t(shown ? "shell.hidePassword" : "shell.showPassword")}
          onClick={() => setShown(!shown)}
          className="text-muted"
        >
          {shown ? <EyeOffIcon /> : <EyeIcon />}
        </IconButton>
      }
    />
  );
}

/** A new password, typed twice, in a form. @param props `name` of the first field */
export function NewPasswordFields({ name }: { name: string }) {
  const t = useT();
  return (
    <>
      <PasswordField
        fresh
        name={name}
        label={t("shell.newPassword")}
        hint={t("shell.newPasswordHint")}
        validate={(typed) => (isTooShort(typed) ? t("shell.passwordTooShort", { minimum: SHORTEST_PASSWORD }) : null)}
      />
      <PasswordField
        fresh
        name="again"
        label={t("shell.newPasswordAgain")}
        validate={(typed, values) => (isNotRepeated(typed, values[name]) ? t("shell.passwordsDiffer") : null)}
      />
    </>
  );
}
