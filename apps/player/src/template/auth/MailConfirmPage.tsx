/** Confirming an e-mail address: its form is checked here, the operator confirms it. */
import { MailIcon } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { MailForm } from "./MailForm.tsx";

export default function MailConfirmPage() {
  const house = useSettings();
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
        text={(email) => t("forms.confirmDoneText", { email, product: house.menuTitle })}
      />
    </AuthPage>
  );
}
