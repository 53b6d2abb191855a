/** Screens of the app itself: not found, an error, no server. */
import { Link } from "@tanstack/react-router";
import { Suspense, useEffect, useState } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, SearchIcon, Spinner, cx, useOnceTrue, useSlow } from "@reelcast/ui";
import { currentLogin, logoutAndReload } from "../auth/loginState.ts";
import { errorText, t } from "../i18n/index.ts";
import { TITLE_TEXTS } from "../screens/registry.ts";
import { lazyPart } from "../i18n/lazyPart.ts";

interface PlainProps {
  title: string;
  text: string;
  /** Stands in the frame, which has the page's one `main`. */
  framed?: boolean;
  children: React.ReactNode;
}
function Plain({ title, text, framed = false, children }: PlainProps) {
  const Box = framed ? "div" : "main";
  return (
    <Box tabIndex={-1} className={cx("grid place-items-center p-6 text-center", !framed && "min-h-dvh")}>
      <div className="flex max-w-md flex-col items-center gap-4">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted">{text}</p>
        {children}
      </div>
    </Box>
  );
}

const SearchPanel = lazyPart(() => import("../shell/tools/SearchPanel.tsx"), "tools", "navigation", ...TITLE_TEXTS);

/** Offers the lobby, and a search over the pages that this player may see. */
export function NotFound() {
  const [searching, setSearching] = useState(false);
  const searched = useOnceTrue(searching);
  return (
    <Plain title={t("shell.notFoundTitle")} text={t("shell.notFoundText")}>
      <div className="flex flex-wrap justify-center gap-3">
        <Link
          to="/lobby"
          className="inline-flex min-h-11 items-center rounded-md bg-gold px-5 font-semibold text-on-gold hover:bg-gold-bright"
        >
          {t("shell.backToLobby")}
        </Link>
        {currentLogin() ? (
          <Button icon={<SearchIcon />} aria-haspopup="dialog" onClick={() => setSearching(true)}>
            {t("shell.searchPages")}
          </Button>
        ) : null}
      </div>
      <Suspense>{searched ? <SearchPanel open={searching} onClose={() => setSearching(false)} /> : null}</Suspense>
    </Plain>
  );
}
export function Crash({ framed = false }: { framed?: boolean }) {
  return (
    <Plain framed={framed} title={t("shell.crashTitle")} text={t("shell.crashText")}>
      <Button tone="main" onClick={() => location.reload()}>
        {t("shell.reload")}
      </Button>
    </Plain>
  );
}
export function NoPermission() {
  return (
    <Plain title={t("shell.noPermission")} text={errorText({ code: ErrorCode.NotPermitted })}>
      <Button onClick={() => void logoutAndReload()}>{t("shell.logout")}</Button>
    </Plain>
  );
}
export function Logout() {
  useEffect(() => void logoutAndReload(), []);
  return (
    <main tabIndex={-1} className="grid min-h-dvh place-items-center">
      <Spinner label={t("shell.loggingOut")} />
    </main>
  );
}
/** While a screen loads. After one second it says so, after ten it offers a retry. */
export function Pending() {
  const slowness = useSlow(true);
  const stuck = slowness === "stuck" && navigator.onLine;
  const words = navigator.onLine ? t(stuck ? "shell.pageStuck" : "shell.loading") : t("shell.offline");
  return (
    <div className="splash" role="status">
      <svg className="splash-mark" viewBox="0 0 72 24" aria-hidden="true">
        {[12, 36, 60].map((x) => (
          <circle key={x} cx={x} cy="12" r="7.5" />
        ))}
      </svg>
      {slowness === "no" ? null : (
        <div className="flex flex-col items-center gap-3 px-6 pt-20 text-center text-muted [grid-area:1/1]">
          {words}
          {stuck ? <Button onClick={() => location.reload()}>{t("shell.reload")}</Button> : null}
        </div>
      )}
    </div>
  );
}
