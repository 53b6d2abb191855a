/** The house's mark, 48 px wide: the way back to the lobby, which leaves no step behind. */
import { Link } from "@tanstack/react-router";
import { settings } from "../../api/index.ts";
import { useT } from "../../i18n/index.ts";

/** `short`: the mark without the name. */
export function Logo({ short = false, className = "" }: { short?: boolean; className?: string }) {
  const t = useT();
  const { menuTitle } = settings();
  return (
    <Link
      to="/lobby"
      replace
      aria-label={t("shell.toLobby", { product: menuTitle })}
      className={`flex min-h-12 items-center gap-2 rounded-md font-bold tracking-tight text-gold ${className}`}
    >
      <img src="/favicon.svg" alt="" width={48} height={48} className="size-12 shrink-0" />
      {short ? null : <span className="min-w-0 truncate text-lg">{menuTitle}</span>}
    </Link>
  );
}
