/** Screens of the app itself: not found, an error, no server. */
import { ErrorCode } from "@reelcast/contract";
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { logoutAndReload } from "../auth/loginState.ts";
import { errorText, t } from "../i18n/index.ts";
import { Button, Spinner, cx, useSlow } from "../ui/index.ts";

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

export function NotFound() {
  return (
    <Plain title={t("shell.notFoundTitle")} text={t("shell.notFoundText")}>
      <Link to="/lobby" className="inline-flex min-h-11 items-center font-semibold text-gold">
        {t("shell.backToLobby")}
      </Link>
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
