/** Fields of several forms: an e-mail address, and a new password typed twice. */
import { useState } from "react";
import { SHORTEST_PASSWORD, isNotRepeated, isTooShort } from "@reelcast/contract";
import { EyeIcon, EyeOffIcon, Field, IconButton } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { isEmail } from "./checks.ts";

export interface TextFieldProps {
  value: string;
  onChange: (value: string) => void;
}

export function EmailField({ value, onChange }: TextFieldProps) {
  const t = useT();
  return (
    <Field
      name="email"
      label={t("forms.email")}
      required
      messages={{ valueMissing: t("forms.required") }}
      // The browser's own check of e-mails is laxer than the server's.
      type="text"
      inputMode="email"
      dir="ltr"
      value={value}
      onValueChange={onChange}
      validate={(typed) => (typed !== "" && !isEmail(typed) ? t("forms.emailWrong") : null)}
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={254}
    />
  );
}

export interface NewPasswordProps {
  password: string;
  again: string;
  onPassword: (value: string) => void;
  onAgain: (value: string) => void;
}

export function NewPasswordFields({ password, again, onPassword, onAgain }: NewPasswordProps) {
  const t = useT();
  const [shown, setShown] = useState(false);
  const common = {
    type: shown ? "text" : "password",
    required: true,
    messages: { valueMissing: t("forms.required") },
    autoComplete: "new-password",
    maxLength: 200,
  };
  return (
    <>
      <Field
        {...common}
        name="password"
        label={t("forms.password")}
        hint={t("forms.passwordHint", { minimum: SHORTEST_PASSWORD })}
        value={password}
        onValueChange={onPassword}
        validate={(typed) => (isTooShort(typed) ? t("forms.tooShort", { minimum: SHORTEST_PASSWORD }) : null)}
        after={
          <IconButton label={shown ? t("forms.hide") : t("forms.show")} onClick={() => setShown(!shown)}>
            {shown ? <EyeOffIcon /> : <EyeIcon />}
          </IconButton>
        }
      />
      <Field
        {...common}
        name="again"
        label={t("forms.again")}
        value={again}
        onValueChange={onAgain}
        validate={(typed) => (isNotRepeated(typed, password) ? t("forms.mismatch") : null)}
      />
    </>
  );
}
