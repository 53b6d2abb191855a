/** The three layouts of the authentication pages. Their content is the same in each. */
import { Link, useLocation } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { Picture } from "./Picture.tsx";
import { lookOf, variantsOf } from "./variants.ts";

export interface AuthPageProps {
  title: string;
  lead?: string;
  /** Above the title. */
  icon?: ReactNode;
  children: ReactNode;
  /** Links to related pages. */
  links?: ReactNode;
}

const TEXT_LINK =
  "inline-flex min-h-11 items-center rounded-md px-2 text-[.9375rem] font-semibold text-gold hover:underline";
export function AuthLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={TEXT_LINK}>
      {children}
    </Link>
  );
}

function Brand({ className }: { className?: string }) {
  const house = useSettings();
  return <p className={`text-3xl font-bold tracking-tight text-gold ${className ?? ""}`}>{house.menuTitle}</p>;
}

function Words({ title, lead, icon, children, links }: AuthPageProps) {
  return (
    <>
      {icon}
      <h1 className="text-2xl font-semibold">{title}</h1>
      {lead === undefined ? null : <p className="mt-1 text-muted">{lead}</p>}
      <div className="mt-6">{children}</div>
      {links === undefined ? null : (
        <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3 [&>*]:-mx-2">
          {links}
        </div>
      )}
    </>
  );
}

/** Names the page, and links to it in the other layouts. */
function Foot() {
  const t = useT();
  const { pathname } = useLocation();
  const variants = variantsOf(pathname);
  const here = lookOf(pathname);
  return (
    <footer className="mt-6 flex flex-col items-center gap-1 text-center text-sm text-muted">
      <p>{t("forms.example")}</p>
      {variants.length === 0 ? null : (
        <nav aria-label={t("forms.layouts")} className="flex gap-1">
          {variants.map(({ look, path }) => (
            <Link
              key={path}
              to={path}
              aria-current={look === here ? "page" : undefined}
              className="inline-flex min-h-11 min-w-11 items-center justify-center rounded-md px-2 font-medium hover:bg-lifted hover:text-text aria-[current=page]:text-gold"
            >
              {t("forms.layout", { look })}
            </Link>
          ))}
        </nav>
      )}
    </footer>
  );
}

function Slogan() {
  const t = useT();
  return (
    <div className="flex max-w-sm flex-col gap-1 across:hidden">
      <p className="text-xl font-semibold">{t("forms.slogan")}</p>
      <p className="text-[.9375rem] text-text/80">{t("forms.sloganText")}</p>
    </div>
  );
}

export function AuthPage(props: AuthPageProps) {
  const { pathname } = useLocation();
  const look = lookOf(pathname);
  if (look === 2)
    return (
      <main tabIndex={-1} className="grid min-h-dvh md:grid-cols-[minmax(380px,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col justify-center border-e border-line bg-raised p-6 sm:p-10">
          <div className="mx-auto w-full max-w-[400px]">
            <Brand className="mb-8" />
            <Words {...props} />
            <Foot />
          </div>
        </div>
        <Picture className="sticky top-0 h-dvh max-md:hidden">
          <Slogan />
        </Picture>
      </main>
    );
  if (look === 3)
    return (
      <main
        tabIndex={-1}
        className="grid min-h-dvh place-items-center bg-[radial-gradient(70%_60%_at_50%_0%,color-mix(in_oklab,var(--color-chip-purple)_14%,transparent),transparent)] p-4 sm:p-6"
      >
        <div className="w-full max-w-[1000px]">
          <div className="grid overflow-hidden rounded-xl border border-line bg-raised shadow-popup md:grid-cols-2">
            <Picture className="max-md:h-44 max-md:p-3 md:border-e md:border-line max-md:[&_svg]:h-full">
              <div className="max-md:hidden">
                <Slogan />
              </div>
            </Picture>
            <div className="p-6 sm:p-10">
              <Brand className="mb-6 text-xl" />
              <Words {...props} />
            </div>
          </div>
          <Foot />
        </div>
      </main>
    );
  return (
    <main
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-[radial-gradient(60%_50%_at_50%_30%,color-mix(in_oklab,var(--color-gold)_12%,transparent),transparent)] p-4"
    >
      <div className="w-full max-w-[420px]">
        <Brand className="mb-6 text-center" />
        <div className="rounded-xl border border-line bg-raised p-6 shadow-popup sm:p-8">
          <Words {...props} />
        </div>
        <Foot />
      </div>
    </main>
  );
}
