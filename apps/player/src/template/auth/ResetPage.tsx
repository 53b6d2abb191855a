/** A new password: checked as the real one is; changing it takes a login, or support. */
import { useState } from "react";
import { useT } from "../../i18n/index.ts";
import { Button, Form } from "../../ui/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { Outcome } from "./Outcome.tsx";
import { EmailField, NewPasswordFields } from "./fields.tsx";

const NONE = { email: "", password: "", again: "" };

function ResetForm() {
  const t = useT();
  const [typed, setTyped] = useState(NONE);
  const [checked, setChecked] = useState(false);
  const put = (name: keyof typeof NONE) => (value: string) => setTyped({ ...typed, [name]: value });
  if (checked) return <Outcome support kind="info" title={t("forms.resetDone")} text={t("forms.resetDoneText")} />;
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        setChecked(true);
      }}
    >
      <EmailField value={typed.email} onChange={put("email")} />
      <NewPasswordFields
        password={typed.password}
        again={typed.again}
        onPassword={put("password")}
        onAgain={put("again")}
      />
      <Button
        type="submit"
        tone="main"
        disabled={Object.values(typed).some((value) => value.trim() === "")}
        className="min-h-12 text-base"
      >
        {t("forms.resetSubmit")}
      </Button>
    </Form>
  );
}

export default function ResetPage() {
  const t = useT();
  return (
    <AuthPage
      title={t("forms.reset")}
      lead={t("forms.resetLead")}
      links={<AuthLink to="/pages/auth/login">{t("forms.backToLogin")}</AuthLink>}
    >
      <ResetForm />
    </AuthPage>
  );
}
