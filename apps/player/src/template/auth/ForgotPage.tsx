/** A forgotten password: asks for the account, and says who can set a new one. */
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { MailForm } from "./MailForm.tsx";

function ForgotForm() {
  const house = useSettings();
  const t = useT();
  return (
    <MailForm
      submit={t("forms.forgotSubmit")}
      title={t("forms.forgotDone")}
      text={(email) => t("forms.forgotDoneText", { email, product: house.menuTitle })}
    />
  );
}

export default function ForgotPage() {
  const t = useT();
  return (
    <AuthPage
      title={t("forms.forgot")}
      lead={t("forms.forgotLead")}
      links={<AuthLink to="/pages/auth/login">{t("forms.backToLogin")}</AuthLink>}
    >
      <ForgotForm />
    </AuthPage>
  );
}
