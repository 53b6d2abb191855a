/** An announcement with a countdown and the support links. */
import { clock } from "@reelcast/contract/clock";
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useSettings } from "../../api/useSettings.ts";
import { useLogin } from "../../auth/loginState.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { AuthLink } from "../auth/AuthPage.tsx";
import { MailForm } from "../auth/MailForm.tsx";
import { Picture } from "../auth/Picture.tsx";
import { momentOf, remaining } from "./countdown.ts";
import type { Remaining } from "./countdown.ts";

const UNITS = ["days", "hours", "minutes", "seconds"] as const satisfies readonly (keyof Remaining)[];

function Countdown({ at }: { at: number }) {
  const t = useT();
  const [left, setLeft] = useState(() => remaining(at, clock.now()));
  useEffect(() => {
    const timer = setInterval(() => setLeft(remaining(at, clock.now())), 250);
    return () => clearInterval(timer);
  }, [at]);
  if (left === null) return <p className="text-2xl font-semibold text-success">{t("pages.soonHere")}</p>;
  return (
    <div role="timer" aria-label={t("pages.soonTimer")}>
      <dl className="grid grid-cols-4 gap-2 sm:gap-3">
        {UNITS.map((unit) => (
          <div
            key={unit}
            className="flex flex-col-reverse items-center rounded-lg border border-line bg-lifted px-1 py-3 sm:py-4"
          >
            <dt className="text-xs text-muted sm:text-sm">{t(`pages.soon_${unit}`)}</dt>
            <dd className="figures text-3xl font-bold text-gold sm:text-4xl">{String(left[unit]).padStart(2, "0")}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

export default function ComingSoonPage() {
  const t = useT();
  const { searchStr } = useLocation();
  const [now] = useState(() => clock.now());
  const at = momentOf(new URLSearchParams(searchStr).get("at")?.replace(/^"|"$/g, "") ?? null, now);
  const { menuTitle, dateFormat } = useSettings();
  const loggedIn = useLogin() !== null;
  return (
    <main tabIndex={-1} className="relative isolate grid min-h-dvh place-items-center p-4 sm:p-6">
      <div
        aria-hidden="true"
        className="absolute inset-0 -z-10 bg-[radial-gradient(60%_50%_at_50%_0%,color-mix(in_oklab,var(--color-gold)_14%,transparent),transparent)]"
      />
      <div className="grid w-full max-w-[960px] overflow-hidden rounded-xl border border-line bg-raised shadow-popup md:grid-cols-[2fr_3fr]">
        <Picture className="max-md:h-48 max-md:p-3 max-md:[&_svg]:h-full" />
        <div className="flex flex-col gap-6 p-6 sm:p-10">
          <div>
            <p className="mb-4 text-xl font-bold tracking-tight text-gold">{menuTitle}</p>
            <h1 className="text-3xl font-semibold">{t("pages.soonTitle")}</h1>
            <p className="mt-2 text-muted">
              {t("pages.soonText")}{" "}
              <bdi dir="ltr" className="figures whitespace-nowrap text-text">
                {formatDate(at, dateFormat)}
              </bdi>
            </p>
          </div>
          <Countdown key={at} at={at} />
          <section aria-labelledby="soon-notice" className="border-t border-line pt-5">
            <h2 id="soon-notice" className="mb-3 font-semibold">
              {t("pages.soonNotice")}
            </h2>
            <MailForm
              submit={t("pages.soonSubmit")}
              title={t("pages.soonDone")}
              text={(email) => t("pages.soonDoneText", { email, product: menuTitle })}
            />
          </section>
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-3">
            <p className="text-sm text-muted">{t("forms.example")}</p>
            <span className="-mx-2">
              <AuthLink to={loggedIn ? "/lobby" : "/pages/auth/login"}>
                {loggedIn ? t("shell.backToLobby") : t("shell.login")}
              </AuthLink>
            </span>
          </div>
        </div>
      </div>
    </main>
  );
}
