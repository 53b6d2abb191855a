/** Link to the operator's own deposit page, in a new tab without access to this one. */
import { OutsideIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";

export function OutsideDeposit({ url, main = false }: { url: string; main?: boolean }) {
  const t = useT();
  return (
    <a
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      className={cx(
        "inline-flex min-h-11 items-center justify-center gap-2 rounded-md px-4 py-2 text-center text-[.9375rem] leading-tight font-semibold transition-colors",
        main
          ? "min-h-13 bg-gold text-lg text-on-gold hover:bg-gold-bright"
          : "bg-lifted text-gold ring-1 ring-inset ring-line hover:bg-line",
      )}
    >
      <OutsideIcon className="rtl:-scale-x-100" />
      {t("game.outsideDeposit")}
      <span className="sr-only">{t("gameParts.newTab")}</span>
    </a>
  );
}
