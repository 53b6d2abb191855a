/** The screen lock as a page: the player's name and the real PIN. Visitors have nothing to unlock. */
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import type { LoginAnswer } from "@reelcast/contract";
import { LockIcon } from "@reelcast/ui";
import { STORAGE } from "../../api/index.ts";
import { browserStore } from "../../api/token.ts";
import { PinEntry } from "../../auth/PinEntry.tsx";
import { useLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";
import { userName } from "../../shell/userName.ts";
import { Outcome } from "./Outcome.tsx";

const icon = <LockIcon size={40} className="mb-3 text-gold" />;

function Locked({ login: { user } }: { login: LoginAnswer }) {
  const t = useT();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const name = userName(user);
  const hasPin = browserStore.get(STORAGE.pin) !== null;
  return (
    <AuthPage
      icon={icon}
      title={t("lock.title")}
      lead={t("forms.lockLead", { name })}
      links={<AuthLink to="/logout">{t("forms.notYou")}</AuthLink>}
    >
      {hasPin ? (
        <PinEntry field={field} onOpen={() => void navigate({ to: "/lobby", replace: true })} />
      ) : (
        <Outcome kind="info" title={t("forms.lockNoPin")} text={t("forms.lockNoPinText")} />
      )}
    </AuthPage>
  );
}

export default function LockPage() {
  const t = useT();
  const login = useLogin();
  if (login) return <Locked login={login} />;
  return (
    <AuthPage icon={icon} title={t("lock.title")}>
      <Outcome kind="info" title={t("forms.lockGuest")} text={t("forms.lockGuestText")}>
        <AuthLink to="/pages/auth/login">{t("shell.login")}</AuthLink>
      </Outcome>
    </AuthPage>
  );
}
