/** An example of the guard: only users with the required role see this page. */
import { useLocation } from "@tanstack/react-router";
import { ShieldIcon } from "@reelcast/ui";
import { rolesOf } from "../../auth/roles.ts";
import { useLogin } from "../../auth/loginState.ts";
import { useT } from "../../i18n/index.ts";
import { AuthLink, AuthPage } from "./AuthPage.tsx";

const WHO = ["admin", "staff", "guest"] as const;

export default function RolePage() {
  const t = useT();
  const { pathname } = useLocation();
  const roles = rolesOf(useLogin() !== null);
  const who = WHO.find((one) => pathname.startsWith(`/auth/${one}-`)) ?? "guest";
  const facts = [
    { name: t("forms.roleAsked"), value: t(`forms.role_${who}`) },
    { name: t("forms.roleYours"), value: roles.length === 0 ? t("forms.roleNone") : roles.join(", ") },
  ];
  return (
    <AuthPage
      icon={<ShieldIcon size={40} className="mb-3 text-gold" />}
      title={t(`forms.roleTitle_${who}`)}
      lead={t(`forms.roleText_${who}`)}
      links={
        <AuthLink to={roles.length === 0 ? "/pages/auth/login" : "/lobby"}>
          {roles.length === 0 ? t("shell.login") : t("shell.backToLobby")}
        </AuthLink>
      }
    >
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2 rounded-lg border border-line bg-lifted p-4 text-[.9375rem]">
        {facts.map(({ name, value }) => (
          <div key={name} className="contents">
            <dt className="text-muted">{name}</dt>
            <dd className="font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </AuthPage>
  );
}
