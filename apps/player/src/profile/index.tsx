/** The player's own profile: account, login, password, PIN, limits, what happened. Each part has an address of its own. */
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { useT } from "../i18n/index.ts";
import type { TextKey } from "../i18n/index.ts";
import { AccountSections } from "./AccountSections.tsx";
import { ActivitySection } from "./ActivitySection.tsx";
import { PasswordForm } from "./PasswordForm.tsx";
import { PinForm } from "./PinForm.tsx";
import { ProtectionSection } from "./protection/ProtectionSection.tsx";

const PARTS: readonly (readonly [id: string, text: TextKey])[] = [
  ["account", "profile.account"],
  ["authentication", "profile.authentication"],
  ["password", "profile.changePassword"],
  ["pin", "profile.changePin"],
  ["protection", "protection.title"],
  ["activity", "profile.activity"],
];

/** Scrolls to the part that the address names and focuses it; again when content above it has been loaded. */
function useHash(hash: string): void {
  useEffect(() => {
    const part = PARTS.some(([id]) => id === hash) ? document.getElementById(hash) : null;
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
  }, [hash]);
}

export default function ProfileScreen() {
  const t = useT();
  const { hash } = useLocation();
  useHash(hash);
  return (
    <div className="mx-auto grid max-w-[1080px] gap-4 lg:grid-cols-[220px_minmax(0,1fr)] lg:gap-8">
      <h1 className="text-2xl font-semibold lg:col-span-2">{t("profile.title")}</h1>
      <nav
        aria-label={t("profile.sections")}
        className="scroll-row -mx-3 flex gap-1 px-3 lg:sticky lg:top-32 lg:mx-0 lg:flex-col lg:self-start lg:px-0"
      >
        {PARTS.map(([id, text]) => (
          <Link
            key={id}
            to="."
            hash={id}
            replace
            activeOptions={{ exact: true, includeHash: true }}
            className="flex min-h-11 shrink-0 items-center rounded-md px-3 text-[.9375rem] whitespace-nowrap text-muted hover:bg-lifted hover:text-text aria-[current=page]:bg-lifted aria-[current=page]:text-gold"
          >
            {t(text)}
          </Link>
        ))}
      </nav>
      <div className="flex min-w-0 flex-col gap-4 sm:gap-6">
        <AccountSections />
        <div className="grid gap-4 sm:gap-6 md:grid-cols-2">
          <PasswordForm />
          <PinForm />
        </div>
        <ProtectionSection />
        <ActivitySection />
      </div>
    </div>
  );
}
