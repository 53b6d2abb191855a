/** The template's profile page with the player's own data: head, timeline, about, games. */
import { Tabs } from "@base-ui/react/tabs";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { LogRow, SessionRow } from "@reelcast/contract";
import { HistoryIcon, PersonIcon, PlayIcon, cx, useMoney } from "@reelcast/ui";
import { accountCall } from "../../api/account.ts";
import { historyCall } from "../../api/history.ts";
import { useSettings } from "../../api/useSettings.ts";
import { useRequiredLogin } from "../../auth/loginState.ts";
import { formatDate, formatDuration, useLanguage, useT } from "../../i18n/index.ts";
import { initialsOf } from "../../i18n/initials.ts";
import { logDetail, logTitle } from "../../i18n/logs.ts";
import { Facts, Figures, LoadingOrError, Section } from "../../profile/Section.tsx";
import { wordMinutes } from "../../profile/protection/durations.ts";
import { Amount, AtMachine } from "../../shell/Balance.tsx";
import { usePromotionStates } from "../../shell/promotions/usePromotions.ts";
import { userName } from "../../shell/userName.ts";
import { favouritesOf, timelineOf } from "./timeline.ts";

const MOST = 25;
const SESSIONS = ["sessions", "profile"];
const LOGS = ["logs", "profile"];
const PROFILE = ["profile"];
const useSessions = () =>
  useQuery({
    queryKey: SESSIONS,
    queryFn: async ({ signal }) => (await historyCall("sessions", { query: { limit: MOST } }, { signal })).items,
  });
const useLogs = () =>
  useQuery({
    queryKey: LOGS,
    queryFn: async ({ signal }) => (await historyCall("logs", { query: { limit: 100 } }, { signal })).items,
  });
const useMoment = () => {
  const t = useT();
  const { dateFormat } = useSettings();
  return (at: string | null) => (at === null ? t("profile.never") : <Figures>{formatDate(at, dateFormat)}</Figures>);
};

function Net({ minor }: { minor: number }) {
  const money = useMoney();
  return (
    <span dir="ltr" className={cx("figures", minor > 0 && "text-success", minor < 0 && "text-error")}>
      {(minor > 0 ? "+" : "") + money(minor)}
    </span>
  );
}

function SessionLine({ session }: { session: SessionRow }) {
  const t = useT();
  return (
    <>
      <p className="font-medium">
        {t("pages.played")} <bdi className="text-gold">{session.machine}</bdi>
      </p>
      <p className="text-sm text-muted">
        {t("pages.playedFor", { spins: session.spins })} · <Figures>{formatDuration(session.played)}</Figures> ·{" "}
        <Net minor={session.amount} />
      </p>
    </>
  );
}
function LogLine({ log }: { log: LogRow }) {
  const t = useT();
  const money = useMoney();
  const { dateFormat } = useSettings();
  const detail = logDetail(log, {
    t,
    money,
    moment: (at) => formatDate(at, dateFormat),
    duration: (minutes) => wordMinutes(minutes, t),
  });
  return (
    <>
      <p className="font-medium">{logTitle(log.type, t)}</p>
      <p className="text-sm text-muted">
        {detail}
        {detail !== "" && log.ip !== null ? " · " : ""}
        {log.ip === null ? null : <Figures>{log.ip}</Figures>}
      </p>
    </>
  );
}

function Timeline() {
  const t = useT();
  const moment = useMoment();
  const sessions = useSessions();
  const logs = useLogs();
  const missing = [sessions, logs].find(({ data }) => data === undefined);
  if (missing) return <LoadingOrError query={missing} queryKeys={[SESSIONS, LOGS]} rows={6} />;
  const line = timelineOf(sessions.data ?? [], logs.data ?? [], MOST);
  if (line.length === 0) return <p className="text-muted">{t("profile.activityEmptyText")}</p>;
  return (
    <ol className="flex flex-col">
      {line.map((happening) => (
        <li key={happening.id} className="group relative flex gap-4 pb-5 last:pb-0">
          <span
            aria-hidden="true"
            className="absolute start-5 top-11 bottom-1 w-px -translate-x-1/2 bg-line group-last:hidden rtl:translate-x-1/2"
          />
          <span
            aria-hidden="true"
            className={cx(
              "grid size-10 shrink-0 place-items-center rounded-full bg-lifted",
              happening.kind === "session" ? "text-gold" : "text-muted",
            )}
          >
            {happening.kind === "session" ? <PlayIcon size={18} /> : <HistoryIcon size={18} />}
          </span>
          <div className="grid min-w-0 grow gap-x-4 sm:grid-cols-[1fr_auto]">
            <div className="min-w-0">
              {happening.kind === "session" ? (
                <SessionLine session={happening.session} />
              ) : (
                <LogLine log={happening.log} />
              )}
            </div>
            <time dateTime={happening.at} className="text-sm text-muted">
              {moment(happening.at)}
            </time>
          </div>
        </li>
      ))}
    </ol>
  );
}

function About() {
  const t = useT();
  const moment = useMoment();
  const login = useRequiredLogin();
  const profile = useQuery({ queryKey: PROFILE, queryFn: ({ signal }) => accountCall("profile", {}, { signal }) });
  if (profile.data === undefined) return <LoadingOrError query={profile} queryKeys={[PROFILE]} rows={5} />;
  const { user, createdAt, authentication } = profile.data;
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <Section id="account" title={t("profile.account")}>
        <Facts
          rows={[
            [t("profile.name"), <bdi key="name">{`${user.name} ${user.lastname}`.trim()}</bdi>],
            [t("profile.username"), <bdi key="username">{user.username}</bdi>],
            [t("profile.email"), <Figures key="email">{user.email}</Figures>],
            [t("profile.memberSince"), moment(createdAt)],
          ]}
        />
      </Section>
      <Section id="authentication" title={t("profile.authentication")}>
        <Facts
          rows={[
            [t("profile.lastPasswordChange"), moment(authentication.lastPasswordChange)],
            [t("profile.lastLogin"), moment(authentication.lastLogin)],
            [
              t("profile.lastLoginIp"),
              authentication.lastLoginIp === null ? (
                t("profile.never")
              ) : (
                <Figures key="ip">{authentication.lastLoginIp}</Figures>
              ),
            ],
            [t("profile.currentIp"), <Figures key="own">{login.ip_address}</Figures>],
          ]}
        />
      </Section>
    </div>
  );
}

function Games() {
  const t = useT();
  const sessions = useSessions();
  if (sessions.data === undefined) return <LoadingOrError query={sessions} queryKeys={[SESSIONS]} rows={4} />;
  if (sessions.data.length === 0)
    return (
      <div className="flex flex-col items-center gap-2 py-10 text-center">
        <p className="font-semibold">{t("pages.noGames")}</p>
        <Link to="/lobby" className="inline-flex min-h-11 items-center font-semibold text-gold hover:underline">
          {t("shell.backToLobby")}
        </Link>
      </div>
    );
  return (
    <ul className="grid gap-3 sm:grid-cols-2">
      {favouritesOf(sessions.data).map(({ machineId, machine, sessions: count, played }) => (
        <li key={machineId} className="flex items-center gap-4 rounded-xl border border-line bg-raised p-4">
          <span className="grid size-12 shrink-0 place-items-center rounded-lg bg-lifted text-gold">
            <PlayIcon />
          </span>
          <div className="min-w-0">
            <p className="truncate font-semibold">
              <bdi>{machine}</bdi>
            </p>
            <p className="text-sm text-muted">
              {t("pages.sessions", { count })} · <Figures>{formatDuration(played)}</Figures>
            </p>
          </div>
        </li>
      ))}
    </ul>
  );
}

function Promotions() {
  const t = useT();
  const { states, failed } = usePromotionStates();
  const money = useMoney();
  if (states === undefined && !failed)
    return (
      <LoadingOrError query={{ isError: false, isFetching: true, error: null }} queryKeys={[["promotions"]]} rows={3} />
    );
  if (states === undefined) return <p className="text-muted">{t("promotions.error")}</p>;
  return (
    <dl className="flex flex-col gap-3 text-[.9375rem]">
      {states.map(({ kind, eligible, amount }) => (
        <div key={kind} className="flex items-baseline justify-between gap-4">
          <dt className="text-muted">{t(`promotions.${kind}`)}</dt>
          <dd className={cx("text-end", eligible ? "font-medium text-success" : "text-muted")}>
            {!eligible ? t("pages.notReady") : amount === null ? t("pages.ready") : money(amount)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Head() {
  const t = useT();
  const language = useLanguage();
  const login = useRequiredLogin();
  const { user, Group } = login;
  const name = userName(user);
  return (
    <header className="overflow-hidden rounded-xl border border-line bg-raised">
      <div
        aria-hidden="true"
        className="h-28 bg-[radial-gradient(40%_140%_at_15%_100%,color-mix(in_oklab,var(--color-gold)_45%,transparent),transparent),radial-gradient(45%_150%_at_60%_0%,color-mix(in_oklab,var(--color-chip-purple)_40%,transparent),transparent),radial-gradient(40%_140%_at_95%_100%,color-mix(in_oklab,var(--color-bonus)_32%,transparent),transparent)] sm:h-40 across:h-20"
      />
      <div className="flex flex-wrap items-end gap-x-5 gap-y-3 px-4 pb-5 sm:px-6">
        <span
          aria-hidden="true"
          className="-mt-12 grid size-24 shrink-0 place-items-center rounded-full border-4 border-raised bg-lifted text-3xl font-bold text-gold sm:-mt-14 sm:size-28"
        >
          {initialsOf(name, language) || <PersonIcon size={40} />}
        </span>
        <div className="min-w-0 grow pt-2">
          <h1 tabIndex={-1} className="truncate text-2xl font-semibold">
            <bdi>{name}</bdi>
          </h1>
          <p className="text-muted">
            <bdi>@{user.username}</bdi>
            {Group === "" ? null : (
              <>
                {" · "}
                {/* The group of all whom the operator has put in none. */}
                <bdi>{Group === "player" ? t("pages.groupPlayer") : Group}</bdi>
              </>
            )}
          </p>
        </div>
        <dl className="text-start sm:text-end">
          <dt className="text-sm text-muted">{t("shell.currentBalance")}</dt>
          <dd className="text-xl font-semibold">
            <Amount />
            <AtMachine className="text-sm" />
          </dd>
        </dl>
      </div>
    </header>
  );
}

const TABS: readonly { id: "timeline" | "about" | "games"; content: ReactNode }[] = [
  { id: "timeline", content: <Timeline /> },
  { id: "about", content: <About /> },
  { id: "games", content: <Games /> },
];

export default function ProfilePage() {
  const t = useT();
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-4 sm:gap-6">
      <Head />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_300px]">
        <Tabs.Root defaultValue="timeline" className="min-w-0">
          <Tabs.List className="scroll-row flex gap-1 border-b border-line">
            {TABS.map(({ id }) => (
              <Tabs.Tab
                key={id}
                value={id}
                className="inline-flex min-h-12 shrink-0 items-center border-b-2 border-transparent px-4 text-[15px] font-medium -outline-offset-2 hover:bg-lifted data-active:border-gold data-active:text-gold"
              >
                {t(`pages.tab_${id}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {TABS.map(({ id, content }) => (
            <Tabs.Panel key={id} value={id} className="pt-5 outline-offset-4">
              {content}
            </Tabs.Panel>
          ))}
        </Tabs.Root>
        <aside aria-label={t("promotions.title")}>
          <Section id="promotions" title={t("promotions.title")}>
            <Promotions />
          </Section>
        </aside>
      </div>
    </div>
  );
}
