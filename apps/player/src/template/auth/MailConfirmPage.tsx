/** Confirming an e-mail: checked here, confirmed by the house. */
import { settings } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";
import { icon } from "../../ui/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { MailForm } from "./MailForm.tsx";

const MailIcon = icon(
  <>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="m4 7 8 6 8-6" />
  </>,
);

export default function MailConfirmPage() {
  const t = useT();
  return (
    <AuthPage
      icon={<MailIcon size={40} className="mb-3 text-gold" />}
      title={t("forms.confirm")}
      lead={t("forms.confirmLead")}
      links={<AuthLink to="/pages/auth/login">{t("forms.backToLogin")}</AuthLink>}
    >
      <MailForm
        submit={t("forms.confirmSubmit")}
        title={t("forms.confirmDone")}
        text={(email) => t("forms.confirmDoneText", { email, product: settings().menuTitle })}
      />
    </AuthPage>
  );
}
