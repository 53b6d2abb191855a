/**
 * The player's own profile, in four parts with addresses of their own: account (with the last logins and the password, as
 * the specification names them), PIN, limits, activity.
 */
import { Link, Navigate, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ComponentType } from "react";
import { useT } from "../i18n/index.ts";
import type { TextKey } from "../i18n/index.ts";
import { AccountSection, LoginSection } from "./AccountSections.tsx";
import { ActivitySection } from "./ActivitySection.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { PinForm } from "./PinForm.tsx";
import { ProtectionSection } from "./protection/ProtectionSection.tsx";

function Account() {
  return (
    <>
      <AccountSection />
      <LoginSection />
      <PasswordForm />
    </>
  );
}

interface Tab {
  to: "/profile/{-$profileId}" | "/profile/security" | "/profile/limits" | "/profile/activity";
  text: TextKey;
  /** Its sections, which an address may name behind #. */
  sections: readonly string[];
  Part: ComponentType;
}
const ACCOUNT: Tab = {
  to: "/profile/{-$profileId}",
  text: "profile.tabAccount",
  sections: ["account", "authentication", "password"],
  Part: Account,
};
const TABS: readonly Tab[] = [
  ACCOUNT,
  {
    to: "/profile/security",
    text: "profile.tabPin",
    sections: ["pin"],
    Part: PinForm,
  },
  { to: "/profile/limits", text: "profile.limits", sections: ["protection"], Part: ProtectionSection },
  { to: "/profile/activity", text: "profile.tabActivity", sections: ["activity"], Part: ActivitySection },
];

/** Scrolls to the section that the address names and focuses it; again when content above it has been loaded. */
function useHash({ sections }: Tab, hash: string): void {
  useEffect(() => {
    const part = sections.includes(hash) ? document.getElementById(hash) : null;
    if (part === null) return;
    part.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    part.scrollIntoView();
    let height = document.body.scrollHeight;
    const observer = new ResizeObserver(() => {
      if (document.body.scrollHeight !== height) part.scrollIntoView();
      height = document.body.scrollHeight;
    });
    observer.observe(document.body);
    // The user's own scrolling takes precedence.
    const stop = () => observer.disconnect();
    const timer = setTimeout(stop, 3_000);
    const events = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
    for (const event of events) globalThis.addEventListener(event, stop, { once: true, passive: true });
    return () => {
      stop();
      clearTimeout(timer);
      for (const event of events) globalThis.removeEventListener(event, stop);
    };
  }, [sections, hash]);
}

export default function ProfileScreen() {
  const t = useT();
  const { pathname, hash } = useLocation();
  const shown = TABS.find(({ to }) => to === pathname) ?? ACCOUNT;
  // An address from when the profile was one page.
  const named = TABS.find(({ sections }) => sections.includes(hash)) ?? shown;
  useHash(shown, hash);
  if (named !== shown) return <Navigate to={named.to} hash={hash} replace />;
  return (
    <div className="mx-auto grid max-w-[1080px] gap-4 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-8">
      <h1 className="text-2xl font-semibold lg:col-span-2">{t("profile.title")}</h1>
      <nav
        aria-label={t("profile.sections")}
        className="scroll-row -mx-3 flex gap-1 px-3 lg:sticky lg:top-32 lg:mx-0 lg:flex-col lg:self-start lg:px-0"
      >
        {TABS.map((tab) => (
          <Link
            key={tab.to}
            to={tab.to}
            // The account's address begins all of them.
            activeOptions={{ exact: true }}
            aria-current={tab === shown ? "page" : undefined}
            className="flex min-h-11 shrink-0 grow items-center justify-center rounded-md px-3 text-[.9375rem] whitespace-nowrap text-muted hover:bg-lifted hover:text-text aria-[current=page]:bg-lifted aria-[current=page]:text-gold lg:grow-0 lg:justify-start"
          >
            {t(tab.text)}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <shown.Part />
      </div>
    </div>
  );
}
