/** The drawer: the navigation first, then balance, tools and logout, and last what is read seldom: last login, handbook, version. */
import { Link, useNavigate } from "@tanstack/react-router";
import { BookIcon, Button, LogoutIcon, Sheet, ShieldIcon } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useRequiredLogin } from "../auth/loginState.ts";
import { formatDate, useT } from "../i18n/index.ts";
import { SupportEntry } from "../support/index.tsx";
import { Amount, AtMachine } from "./Balance.tsx";
import { openDesk } from "./chat/index.ts";
import { useTheme } from "./theme/theme.ts";
import { NavigationList } from "./navigation/NavigationList.tsx";
import { HANDBOOK, useShowsHandbook } from "./navigation/handbook.ts";
import Tools from "./tools/Tools.tsx";
import { userName } from "./userName.ts";

function LastLogin() {
  const house = useSettings();
  const t = useT();
  const login = useRequiredLogin();
  const { last_logon: at, last_logon_ip: ip, ip_address: present, versions } = login;
  const rows = [
    { name: t("shell.ipAddress"), value: present },
    { name: t("shell.lastLoginTime"), value: at ? formatDate(at, house.dateFormat) : null },
    { name: t("shell.lastLoginIp"), value: ip },
    { name: t("shell.uiVersion"), value: `${__VERSION__} / ${versions}` },
  ];
  return (
    <section aria-label={t("shell.lastLogin")} className="rounded-lg border border-line bg-sunken px-4 py-3 text-xs">
      <p className="mb-1 font-semibold">{t("shell.lastLogin")}</p>
      <dl className="flex flex-col gap-1">
        {rows.map(({ name, value }) =>
          value ? (
            <div key={name} className="flex flex-wrap justify-between gap-x-3">
              <dt className="text-muted">{name}</dt>
              <dd className="figures">
                <bdi>{value}</bdi>
              </dd>
            </div>
          ) : null,
        )}
      </dl>
    </section>
  );
}

interface DrawerProps {
  open: boolean;
  onClose: () => void;
  /** Closes the drawer and shows the ways to support. */
  onSupport: () => void;
}

export default function Drawer({ open, onClose, onSupport }: DrawerProps) {
  const t = useT();
  const navigate = useNavigate();
  const { layout, navbarPosition } = useTheme();
  // It slides in from the side of the navbar. Left and right are sides of the window in every language.
  const atEnd = layout === "layout1" && (navbarPosition === "right") === (document.documentElement.dir !== "rtl");
  const { user, versions } = useRequiredLogin();
  const showsHandbook = useShowsHandbook();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      side={atEnd ? "end" : "start"}
      width={280}
      title={userName(user)}
      closeLabel={t("shell.close")}
    >
      <div className="flex grow flex-col gap-4 p-4 pt-0">
        <nav aria-label={t("shell.mainNavigation")} className="flex flex-col gap-1">
          <NavigationList onChoose={onClose}>
            <li>
              <Link
                to="/profile/limits"
                onClick={onClose}
                className="hit my-0.5 pointer-fine:my-0 flex min-h-10 items-center gap-2 rounded-md ps-6 pe-2 text-[.9375rem] hover:bg-lifted aria-[current=page]:text-gold"
              >
                <ShieldIcon size={20} className="shrink-0" />
                {t("shell.limits")}
              </Link>
            </li>
            <li className="flex flex-col">
              <SupportEntry look="line" className="ps-6" onDesk={() => void openDesk()} onOpen={onSupport} />
            </li>
          </NavigationList>
        </nav>
        <div className="border-t border-line px-1 pt-3">
          <p className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
            {t("shell.currentBalance")}
            <bdi>{user.username}</bdi>
          </p>
          <p className="text-2xl font-bold">
            <Amount />
            <AtMachine className="text-sm" />
          </p>
          <Tools onChoose={onClose} className="-ms-3 mt-2" />
        </div>
        <Button icon={<LogoutIcon className="rtl:-scale-x-100" />} onClick={() => void navigate({ to: "/logout" })}>
          {t("shell.logout")}
        </Button>
        <div className="mt-auto flex flex-col gap-3">
          <LastLogin />
          <div className="flex flex-wrap items-center justify-center gap-x-3 text-xs text-muted">
            {showsHandbook ? (
              <Link
                to={HANDBOOK}
                onClick={onClose}
                className="inline-flex min-h-11 items-center gap-2 rounded-md px-3 text-sm hover:bg-lifted"
              >
                <BookIcon size={18} />
                {t("navigation.documentation")}
              </Link>
            ) : null}
            <p>{t("shell.version", { app: __VERSION__, server: versions })}</p>
          </div>
        </div>
      </div>
    </Sheet>
  );
}
