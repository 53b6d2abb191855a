/** Screens of the app itself: not found, an error, no server. */
import { Suspense, useEffect } from "react";
import { ErrorCode } from "@reelcast/contract";
import { Button, Spinner, useSlow } from "@reelcast/ui";
import { logoutAndReload } from "../auth/loginState.ts";
import { errorText, t } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { Plain } from "./Plain.tsx";

const MissingPage = lazyPart(() => import("./MissingPage.tsx"));
export const NotFound = () => (
  <Suspense fallback={<Pending />}>
    <MissingPage />
  </Suspense>
);
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
