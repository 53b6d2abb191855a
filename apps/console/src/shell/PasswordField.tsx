/** A password, which can be shown while it is typed. */
import { useState } from "react";
import { EyeIcon, EyeOffIcon, Field, IconButton } from "@reelcast/ui";
import type { FieldProps } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export interface PasswordFieldProps extends Pick<FieldProps, "name" | "label" | "hint" | "validate"> {
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
