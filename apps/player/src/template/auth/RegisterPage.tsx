/** Registration in the template's layouts. */
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { RegisterForm } from "./RegisterForm.tsx";

export default function RegisterPage() {
  const t = useT();
  return (
    <AuthPage
      title={t("forms.register")}
      lead={t("forms.registerLead")}
      links={
        <>
          <span className="px-2 text-[.9375rem] text-muted">{t("forms.haveAccount")}</span>
          <AuthLink to="/pages/auth/login">{t("shell.login")}</AuthLink>
        </>
      }
    >
      <RegisterForm />
    </AuthPage>
  );
}
