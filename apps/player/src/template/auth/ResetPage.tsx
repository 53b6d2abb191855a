/** A new password: the server checks it like a real one; a change needs a login, or support. */
import { useState } from "react";
import { ErrorCode, TEMPLATE_CALLS } from "@reelcast/contract";
import { Button, Form } from "@reelcast/ui";
import { clientOf } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { Outcome } from "./Outcome.tsx";
import { EmailField, NewPasswordFields } from "./fields.tsx";

const templateCall = clientOf(TEMPLATE_CALLS);
const NONE = { email: "", password: "", again: "" };

function ResetForm() {
  const t = useT();
  const [typed, setTyped] = useState(NONE);
  const [checked, setChecked] = useState(false);
  const { busy, errors, problem, submit } = useSubmit(
    { [ErrorCode.PasswordTooShort]: { field: "password" }, [ErrorCode.PasswordTooCommon]: { field: "password" } },
    { password: { field: "password" } },
  );
  const put = (name: keyof typeof NONE) => (value: string) => setTyped({ ...typed, [name]: value });
  if (checked) return <Outcome support kind="info" title={t("forms.resetDone")} text={t("forms.resetDoneText")} />;
  return (
    <Form
      errors={errors}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(async () => {
          await templateCall("checkPassword", { body: { password: typed.password } });
          setChecked(true);
        });
      }}
    >
      <EmailField value={typed.email} onChange={put("email")} />
      <NewPasswordFields
        password={typed.password}
        again={typed.again}
        onPassword={put("password")}
        onAgain={put("again")}
      />
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Button
        type="submit"
        tone="main"
        busy={busy}
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
