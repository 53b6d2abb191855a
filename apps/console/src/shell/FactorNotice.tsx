/** Above the screen, for a member with rights that count only with a second factor, and has none in this session. */
import { Link, useLocation } from "@tanstack/react-router";
import type { Me } from "@reelcast/contract/console";
import { ShieldIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export function FactorNotice({ me: { secondFactor } }: { me: Me }) {
  const t = useT();
  const { pathname } = useLocation();
  if (!secondFactor.needed || secondFactor.active) return null;
  const has = secondFactor.totp || secondFactor.passkeys > 0;
  return (
    <aside
      aria-label={t("shell.setUpFactor")}
      className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-info/10 px-4 py-2 text-sm sm:px-6"
    >
      <ShieldIcon size={18} className="shrink-0 text-info" />
      <span className="min-w-0 grow basis-60">{t(has ? "shell.factorNotUsed" : "shell.factorMissing")}</span>
      {pathname === "/account" ? null : (
        <Link to="/account" className="hit font-semibold text-gold underline underline-offset-4">
          {t("shell.setUpFactor")}
        </Link>
      )}
    </aside>
  );
}
