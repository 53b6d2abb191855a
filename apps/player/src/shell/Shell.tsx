/** The frame of every screen but the game: top bar, navigation, drawer. One list says what can be gone to. */
import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useNavigate } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { STORAGE, call, settings } from "../api/index.ts";
import { browserStore } from "../api/token.ts";
import { useSession } from "../auth/session.ts";
import { formatDate, useT } from "../i18n/index.ts";
import {
  Button,
  EyeIcon,
  EyeOffIcon,
  HomeIcon,
  IconButton,
  LogoutIcon,
  MenuIcon,
  Money,
  OfflineIcon,
  Sheet,
} from "../ui/index.ts";

const ENTRIES = [{ to: "/lobby", text: "shell.lobby", icon: HomeIcon }] as const;

function useOnline(): boolean {
  const [online, setOnline] = useState(() => navigator.onLine);
  useEffect(() => {
    const update = () => setOnline(navigator.onLine);
    globalThis.addEventListener("online", update);
    globalThis.addEventListener("offline", update);
    return () => {
      globalThis.removeEventListener("online", update);
      globalThis.removeEventListener("offline", update);
    };
  }, []);
  return online;
}

function Balance() {
  const t = useT();
  const [hidden, setHidden] = useState(() => browserStore.get(STORAGE.hideBalance) === "true");
  const { data } = useQuery({ queryKey: ["balance"], queryFn: async () => (await call("balance")).balance });
  const toggle = () => {
    setHidden(!hidden);
    browserStore.set(STORAGE.hideBalance, String(!hidden));
  };
  return (
    <div className="flex items-center gap-1">
      <span className="sr-only">{t("shell.balance")}</span>
      {hidden ? (
        <span className="text-muted" aria-label={t("shell.hidden")}>
          ••••••
        </span>
      ) : data === undefined ? (
        <span className="text-muted">–</span>
      ) : (
        <Money minor={data} className="font-semibold sm:text-lg" />
      )}
      <IconButton
        label={hidden ? t("shell.showBalance") : t("shell.hideBalance")}
        onClick={toggle}
        aria-pressed={hidden}
      >
        {hidden ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </div>
  );
}

function Drawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useT();
  const navigate = useNavigate();
  const { login } = useSession();
  const { user, last_logon: at, last_logon_ip: ip, versions } = login;
  const { dateFormat } = settings();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      side="start"
      title={`${user.name} ${user.lastname}`.trim() || user.username}
      closeLabel={t("shell.close")}
    >
      <div className="flex grow flex-col gap-4 p-4">
        <nav aria-label={t("shell.mainNavigation")} className="flex flex-col gap-1">
          {ENTRIES.map(({ to, text, icon: Icon }) => (
            <Link
              key={to}
              to={to}
              onClick={onClose}
              className="flex min-h-11 items-center gap-3 rounded-md px-3 hover:bg-lifted aria-[current=page]:text-gold"
            >
              <Icon />
              {t(text)}
            </Link>
          ))}
        </nav>
        {at || ip ? (
          <dl className="rounded-lg border border-line bg-sunken p-4 text-sm">
            <p className="mb-2 font-semibold">{t("shell.lastLogin")}</p>
            {at ? (
              <div className="flex justify-between gap-3">
                <dt className="text-muted">{t("shell.lastLoginTime")}</dt>
                <dd className="figures">{formatDate(at, dateFormat)}</dd>
              </div>
            ) : null}
            {ip ? (
              <div className="flex justify-between gap-3">
                <dt className="text-muted">{t("shell.lastLoginIp")}</dt>
                <dd className="figures">{ip}</dd>
              </div>
            ) : null}
          </dl>
        ) : null}
        <div className="mt-auto flex flex-col gap-3">
          <p className="text-center text-xs text-muted">{t("shell.version", { app: __VERSION__, server: versions })}</p>
          <Button icon={<LogoutIcon className="rtl:-scale-x-100" />} onClick={() => void navigate({ to: "/logout" })}>
            {t("shell.logout")}
          </Button>
        </div>
      </div>
    </Sheet>
  );
}

export default function Shell() {
  const t = useT();
  const online = useOnline();
  const [drawer, setDrawer] = useState(false);
  const { menuTitle } = settings();
  return (
    <>
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-gold focus:p-3 focus:text-on-gold"
      >
        {t("shell.skip")}
      </a>
      <header className="sticky top-0 z-30 border-b border-line bg-surface/95 backdrop-blur-sm">
        <div className="mx-auto flex h-16 max-w-[1440px] items-center gap-2 px-2 sm:px-6">
          <IconButton label={t("shell.menu")} onClick={() => setDrawer(true)}>
            <MenuIcon size={24} className="rtl:-scale-x-100" />
          </IconButton>
          <Link
            to="/lobby"
            aria-label={t("shell.toLobby", { product: menuTitle })}
            className="inline-flex min-h-11 items-center text-lg font-bold tracking-tight text-gold sm:text-xl"
          >
            {menuTitle}
          </Link>
          <nav aria-label={t("shell.mainNavigation")} className="ms-4 hidden gap-1 md:flex">
            {ENTRIES.map(({ to, text, icon: Icon }) => (
              <Link
                key={to}
                to={to}
                className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-[15px] hover:bg-lifted aria-[current=page]:text-gold"
              >
                <Icon />
                {t(text)}
              </Link>
            ))}
          </nav>
          <div className="ms-auto">
            <Balance />
          </div>
        </div>
        {online ? null : (
          <p
            role="status"
            className="flex items-center justify-center gap-2 bg-warning/15 px-4 py-2 text-sm text-warning"
          >
            <OfflineIcon size={18} />
            {t("shell.offline")}
          </p>
        )}
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[1440px] px-3 py-4 sm:px-6 sm:py-6">
        <Outlet />
      </main>
      <Drawer open={drawer} onClose={() => setDrawer(false)} />
    </>
  );
}
