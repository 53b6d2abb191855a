/** What stands in the place of a screen: it loads, is not there, failed, or is not for this session. */
import { useRouter } from "@tanstack/react-router";
import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { SECOND_FACTOR_PERMISSIONS, permissionsOf } from "@reelcast/contract/console";
import type { Permission } from "@reelcast/contract/console";
import { Button, SpinnerIcon, useOnline, useSlow } from "@reelcast/ui";
import { isApiError } from "../api/index.ts";
import { errorText, useT } from "../i18n/index.ts";
import { useMe } from "../session/me.ts";
import { LinkButton } from "../shell/LinkButton.tsx";

function Plain({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className="flex min-h-[60dvh] flex-col items-center justify-center gap-3 p-4 text-center">
      <h1 tabIndex={-1} className="text-xl font-semibold">
        {title}
      </h1>
      <p className="max-w-md text-muted">{text}</p>
      {children}
    </section>
  );
}

export function NotFound() {
  const t = useT();
  return (
    <Plain title={t("shell.notFound")} text={t("shell.notFoundText")}>
      <LinkButton to="/">{t("shell.toStart")}</LinkButton>
    </Plain>
  );
}

/** A request that got no answer can be made again; anything else is a fault of the page. */
export function Crash({ error }: Pick<ErrorComponentProps, "error">) {
  const t = useT();
  const router = useRouter();
  const known = isApiError(error);
  return (
    <Plain title={t("shell.crash")} text={known ? errorText(error) : t("shell.crashText")}>
      <Button tone="main" onClick={() => (known ? void router.invalidate() : location.reload())}>
        {known ? t("shell.again") : t("shell.reload")}
      </Button>
    </Plain>
  );
}

/** Says what is missing: a role, or only the second factor in this session. */
export function NoPermission({ permission }: { permission: Permission | null }) {
  const t = useT();
  const { roles } = useMe();
  const byRole = permission !== null && permissionsOf(roles).includes(permission);
  return byRole && SECOND_FACTOR_PERMISSIONS.includes(permission) ? (
    <Plain title={t("shell.needsFactor")} text={t("shell.needsFactorText")}>
      <LinkButton to="/account" tone="main">
        {t("shell.setUpFactor")}
      </LinkButton>
    </Plain>
  ) : (
    <Plain title={t("shell.noPermission")} text={t("shell.noPermissionText")}>
      <LinkButton to="/">{t("shell.toStart")}</LinkButton>
    </Plain>
  );
}

/** While a screen loads. After one second it says so, after ten it offers to load the page again. */
export function Pending() {
  const t = useT();
  const slowness = useSlow(true);
  const online = useOnline();
  const words = online ? t(slowness === "stuck" ? "shell.stuck" : "shell.loading") : t("shell.offlineText");
  return (
    <div role="status" className="grid min-h-[60dvh] place-content-center justify-items-center gap-3 p-4 text-muted">
      <SpinnerIcon />
      {slowness === "no" ? <span className="sr-only">{t("shell.loading")}</span> : <p>{words}</p>}
      {slowness === "stuck" && online ? <Button onClick={() => location.reload()}>{t("shell.reload")}</Button> : null}
    </div>
  );
}
