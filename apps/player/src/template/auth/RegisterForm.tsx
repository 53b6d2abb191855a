/** Requests an account. The server creates one only if the operator allows it. */
import { Suspense, lazy, useState } from "react";
import { ErrorCode, TEMPLATE_CALLS } from "@reelcast/contract";
import { BookIcon, Button, Checkbox, Field, Form, useOnceTrue } from "@reelcast/ui";
import { clientOf } from "../../api/index.ts";
import { loadTexts, useT } from "../../i18n/index.ts";
import { useSubmit } from "../../shell/useSubmit.ts";
import { AuthLink } from "./AuthPage.tsx";
import { Outcome } from "./Outcome.tsx";
import { EmailField, NewPasswordFields } from "./fields.tsx";

const RulesDialog = lazy(() =>
  Promise.all([import("./RulesDialog.tsx"), loadTexts("rules")]).then(([module]) => module),
);
const templateCall = clientOf(TEMPLATE_CALLS);
const NONE = { displayName: "", email: "", password: "", again: "" };

/** The agreement to the rules, and a button that shows them. */
function Terms({ agreed, onAgree }: { agreed: boolean; onAgree: (agreed: boolean) => void }) {
  const t = useT();
  const [reading, setReading] = useState(false);
  const hasRead = useOnceTrue(reading);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4">
      <Checkbox
        name="terms"
        label={t("forms.terms")}
        checked={agreed}
        onChange={onAgree}
        missing={t("forms.termsMissing")}
      />
      <Button
        tone="quiet"
        icon={<BookIcon />}
        aria-haspopup="dialog"
        className="-mx-4"
        onClick={() => setReading(true)}
      >
        {t("forms.readRules")}
      </Button>
      <Suspense>{hasRead ? <RulesDialog open={reading} onClose={() => setReading(false)} /> : null}</Suspense>
    </div>
  );
}

/** The form, and after it is sent its result. */
export function RegisterForm() {
  const t = useT();
  const [answer, setAnswer] = useState<{ created: boolean; username: string } | null>(null);
  if (answer === null) return <RegistrationFields onAnswer={setAnswer} />;
  if (!answer.created)
    return <Outcome support kind="info" title={t("forms.notCreated")} text={t("forms.notCreatedText")} />;
  return (
    <Outcome kind="success" title={t("forms.created")} text={t("forms.createdText", { username: answer.username })}>
      <AuthLink to="/pages/auth/login">{t("shell.login")}</AuthLink>
    </Outcome>
  );
}

function RegistrationFields({ onAnswer }: { onAnswer: (answer: { created: boolean; username: string }) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(NONE);
  const [agreed, setAgreed] = useState(false);
  const { busy, errors, problem, submit } = useSubmit(
    {
      [ErrorCode.Conflict]: { field: "email", text: t("forms.taken") },
      [ErrorCode.PasswordTooShort]: { field: "password" },
      [ErrorCode.PasswordTooCommon]: { field: "password" },
    },
    {
      displayName: { field: "displayName", text: t("forms.nameWrong") },
      email: { field: "email", text: t("forms.emailWrong") },
      password: { field: "password" },
    },
  );
  const put = (name: keyof typeof NONE) => (value: string) => setTyped({ ...typed, [name]: value });
  const complete = Object.values(typed).every((value) => value.trim() !== "");
  const register = async () => {
    const body = { displayName: typed.displayName.trim(), email: typed.email.trim(), password: typed.password };
    const { created, username = body.email } = await templateCall("register", { body });
    onAnswer({ created, username });
  };
  return (
    <Form
      errors={errors}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(register);
      }}
    >
      <Field
        name="displayName"
        label={t("forms.displayName")}
        required
        messages={{ valueMissing: t("forms.required") }}
        value={typed.displayName}
        onValueChange={put("displayName")}
        autoComplete="name"
        maxLength={60}
      />
      <EmailField value={typed.email} onChange={put("email")} />
      <NewPasswordFields
        password={typed.password}
        again={typed.again}
        onPassword={put("password")}
        onAgain={put("again")}
      />
      <Terms agreed={agreed} onAgree={setAgreed} />
      <p role="alert" className="text-sm text-error empty:hidden">
        {problem}
      </p>
      <Button type="submit" tone="main" busy={busy} disabled={!complete} className="min-h-12 text-base">
        {t("forms.registerSubmit")}
      </Button>
    </Form>
  );
}
