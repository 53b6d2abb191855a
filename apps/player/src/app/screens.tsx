/** Small screens of the app itself: nothing there, something broke, the server can't be asked. */
import { Link } from "@tanstack/react-router";
import { useEffect } from "react";
import { logoutAndReload } from "../auth/session.ts";
import { t } from "../i18n/index.ts";
import { Button, Spinner } from "../ui/index.ts";

function Plain({ title, text, children }: { title: string; text: string; children: React.ReactNode }) {
  return (
    <main tabIndex={-1} className="grid min-h-dvh place-items-center p-6 text-center">
      <div className="flex max-w-md flex-col items-center gap-4">
        <h1 className="text-2xl font-semibold">{title}</h1>
        <p className="text-muted">{text}</p>
        {children}
      </div>
    </main>
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
export function Crash() {
  return (
    <Plain title={t("shell.crashTitle")} text={t("shell.crashText")}>
      <Button tone="main" onClick={() => location.reload()}>
        {t("shell.reload")}
      </Button>
    </Plain>
  );
}
export function NoPermission() {
  return (
    <Plain title={t("shell.noPermission")} text={t("errors.40300")}>
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
export function Pending({ label }: { label?: string }) {
  return (
    <div className="splash" role={label === undefined ? "presentation" : "status"}>
      <svg className="splash-mark" viewBox="0 0 72 24" aria-hidden="true">
        {[12, 36, 60].map((x) => (
          <circle key={x} cx={x} cy="12" r="7.5" />
        ))}
      </svg>
      {label === undefined ? null : <p className="pt-12 text-muted [grid-area:1/1]">{label}</p>}
    </div>
  );
}
