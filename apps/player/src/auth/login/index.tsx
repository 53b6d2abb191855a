/** The login: its form, or why there is none here, and the ways to a human. */
import { useNavigate, useSearch } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { settings } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";
import { SupportLinks, hasSupport } from "../../support/index.tsx";
import { LoginForm } from "../LoginForm.tsx";
import { Button, lazyPart } from "../../ui/index.ts";
import { redirectTarget } from "../redirect.ts";

const ThemePanel = lazyPart(() => import("../../shell/theme/ThemePanel.tsx"), "theme");

export default function LoginScreen() {
  // It renders rarely, and every visitor downloads it.
  "use no memo";
  const t = useT();
  const navigate = useNavigate();
  // Once opened it stays, so that it can slide out and give the focus back.
  const [themes, setThemes] = useState<"unasked" | "open" | "closed">("unasked");
  const { redirect } = useSearch({ strict: false });
  const { menuTitle, tokenLogin } = settings();

  return (
    <main
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-[radial-gradient(60%_50%_at_50%_30%,var(--color-glow)_0%,var(--color-surface)_70%)] p-4"
    >
      <div className="w-full max-w-[400px]">
        <p className="mb-6 text-center text-3xl font-bold tracking-tight text-gold">{menuTitle}</p>
        <div className="rounded-xl border border-line bg-raised p-6 shadow-popup sm:p-8">
          <h1 className="text-2xl font-semibold">{t("login.title")}</h1>
          {tokenLogin ? (
            <p className="mt-1 text-muted">{t("login.tokenOnly")}</p>
          ) : (
            <>
              <p className="mt-1 mb-6 text-muted">{t("login.lead")}</p>
              <LoginForm onDone={() => navigate({ href: redirectTarget(redirect), replace: true })} />
            </>
          )}
        </div>
        {hasSupport() ? (
          <section className="mt-4 flex flex-col items-center" aria-labelledby="login-help">
            <h2 id="login-help" className="text-sm text-muted">
              {t("login.help")}
            </h2>
            <SupportLinks className="justify-center" />
          </section>
        ) : null}
        <div className="mt-4 text-center">
          <Button tone="quiet" aria-haspopup="dialog" onClick={() => setThemes("open")}>
            {t("login.appearance")}
          </Button>
        </div>
        <Suspense>
          {themes === "unasked" ? null : <ThemePanel open={themes === "open"} onClose={() => setThemes("closed")} />}
        </Suspense>
      </div>
    </main>
  );
}
