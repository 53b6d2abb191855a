/** The real login in the template's layouts. A logged-in player sees a message instead. */
import { Link, useNavigate, useSearch } from "@tanstack/react-router";
import { useSettings } from "../../api/useSettings.ts";
import { LoginForm } from "../../auth/LoginForm.tsx";
import { redirectTarget } from "../../auth/redirect.ts";
import { useLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { Outcome } from "./Outcome.tsx";

export default function LoginPage() {
  const house = useSettings();
  const t = useT();
  const navigate = useNavigate();
  const { redirect } = useSearch({ strict: false });
  const login = useLogin();
  if (login)
    return (
      <AuthPage title={t("login.title")}>
        <Outcome kind="success" title={t("forms.already")} text={t("forms.alreadyText", { name: login.user.username })}>
          <Link
            to="/lobby"
            className="inline-flex min-h-12 items-center justify-center rounded-md bg-gold px-4 font-semibold text-on-gold hover:bg-gold-bright"
          >
            {t("shell.backToLobby")}
          </Link>
          <AuthLink to="/logout">{t("shell.logout")}</AuthLink>
        </Outcome>
      </AuthPage>
    );
  return (
    <AuthPage
      title={t("login.title")}
      lead={house.tokenLogin ? t("login.tokenOnly") : t("login.lead")}
      links={
        <>
          <AuthLink to="/pages/auth/forgot-password">{t("forms.forgot")}</AuthLink>
          <AuthLink to="/pages/auth/register">{t("forms.register")}</AuthLink>
        </>
      }
    >
      {house.tokenLogin ? null : (
        <LoginForm onDone={() => navigate({ href: redirectTarget(redirect), replace: true })} />
      )}
    </AuthPage>
  );
}
