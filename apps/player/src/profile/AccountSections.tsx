/** The player's account, and the last logins. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { accountCall } from "../api/account.ts";
import { useSettings } from "../api/useSettings.ts";
import { useRequiredLogin } from "../auth/loginState.ts";
import { formatDate, useT } from "../i18n/index.ts";
import { useBalance } from "../shell/balance.ts";
import { Amount, AtMachine } from "../shell/Balance.tsx";
import { OutdatedNotice } from "../shell/OutdatedNotice.tsx";
import { Facts, Figures, LoadingOrError, Section } from "./Section.tsx";

const PROFILE = ["profile"];

function useProfile() {
  const queries = useQueryClient();
  const profile = useQuery({
    queryKey: PROFILE,
    queryFn: ({ signal }) => accountCall("profile", {}, { signal }),
  });
  const outdated =
    profile.isError && profile.data !== undefined ? (
      <OutdatedNotice error={profile.error} onRetry={() => void reloadQueries(queries, PROFILE)} />
    ) : null;
  return { profile, data: profile.data, outdated };
}
function useMoment(): (at: string | null) => ReactNode {
  const t = useT();
  const { dateFormat } = useSettings();
  return (at) => (at === null ? t("profile.never") : <Figures>{formatDate(at, dateFormat)}</Figures>);
}

export function AccountSection() {
  const t = useT();
  const moment = useMoment();
  const { profile, data, outdated } = useProfile();
  // The balance of the top bar, which pushes keep true.
  const balance = useBalance();
  return (
    <>
      {outdated}
      <Section id="account" title={t("profile.account")}>
        {data === undefined ? (
          <LoadingOrError query={profile} queryKeys={[PROFILE]} title={t("profile.errorTitle")} rows={5} />
        ) : (
          <Facts
            rows={[
              [t("profile.name"), <bdi key="name">{`${data.user.name} ${data.user.lastname}`.trim()}</bdi>],
              [t("profile.username"), <bdi key="username">{data.user.username}</bdi>],
              [t("profile.email"), <Figures key="email">{data.user.email}</Figures>],
              [
                t("profile.balance"),
                <span key="balance" className="block min-w-0">
                  <Amount account={balance ?? data.balance} />
                  <AtMachine className="text-sm" />
                </span>,
              ],
              [t("profile.memberSince"), moment(data.createdAt)],
            ]}
          />
        )}
      </Section>
    </>
  );
}

export function LoginSection() {
  const t = useT();
  const moment = useMoment();
  const login = useRequiredLogin();
  const { profile, data } = useProfile();
  // The account's part says what is wrong.
  if (profile.isError && data === undefined) return null;
  return (
    <Section id="authentication" title={t("profile.authentication")}>
      {data === undefined ? (
        <LoadingOrError query={profile} queryKeys={[PROFILE]} title={t("profile.errorTitle")} rows={5} />
      ) : (
        <Facts
          rows={[
            [t("profile.lastPasswordChange"), moment(data.authentication.lastPasswordChange)],
            [t("profile.lastLogin"), moment(data.authentication.lastLogin)],
            [
              t("profile.lastLoginIp"),
              data.authentication.lastLoginIp === null ? (
                t("profile.never")
              ) : (
                <Figures key="last-ip">{data.authentication.lastLoginIp}</Figures>
              ),
            ],
            [t("profile.currentIp"), <Figures key="ip">{login.ip_address}</Figures>],
            [t("profile.versionApp"), <Figures key="app">{__VERSION__}</Figures>],
            [t("profile.versionServer"), <Figures key="server">{login.versions}</Figures>],
          ]}
        />
      )}
    </Section>
  );
}
