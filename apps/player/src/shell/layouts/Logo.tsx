/** The operator's logo, 48 px wide. Links to the lobby and replaces the history entry. */
import { Link } from "@tanstack/react-router";
import { cx } from "@reelcast/ui";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";

export interface LogoProps {
  /** The mark without the name; "narrow": on a narrow screen. */
  short?: boolean | "narrow";
  className?: string;
}

export function Logo({ short = false, className = "" }: LogoProps) {
  const t = useT();
  const { menuTitle, infoDialog, languageSelect } = useSettings();
  // A phone's bar has no room for all three, the narrowest not for two; its drawer leads to the lobby, too.
  const crowded = short === "narrow" && infoDialog !== null && languageSelect;
  const narrow = short === "narrow" && languageSelect;
  return (
    <Link
      to="/lobby"
      replace
      aria-label={t("shell.toLobby", { product: menuTitle })}
      className={cx(
        "flex min-h-12 items-center gap-2 rounded-md font-bold tracking-tight text-gold",
        crowded ? "max-[26rem]:hidden" : narrow && "max-[22rem]:hidden",
        className,
      )}
    >
      <img src="/favicon.svg" alt="" width={48} height={48} className="size-12 shrink-0" />
      {short === true ? null : (
        <span className={cx("min-w-0 truncate text-lg", short && "max-sm:hidden")}>{menuTitle}</span>
      )}
    </Link>
  );
}
