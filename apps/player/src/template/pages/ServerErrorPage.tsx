/** The page for a failed server: what it means for the player's money, and what the player can do. */
import { Link } from "@tanstack/react-router";
import { Button, RefreshIcon } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { SupportLinks } from "../../support/index.tsx";

export default function ServerErrorPage() {
  const t = useT();
  return (
    <main
      tabIndex={-1}
      className="grid min-h-dvh place-items-center bg-[radial-gradient(55%_45%_at_50%_40%,color-mix(in_oklab,var(--color-error)_12%,transparent),transparent)] p-6 text-center"
    >
      <div className="flex max-w-lg flex-col items-center gap-4">
        {/* Three reels show the code; the heading has it in words. */}
        <div
          aria-hidden="true"
          dir="ltr"
          className="flex gap-2 rounded-xl border border-line bg-raised p-3 shadow-popup"
        >
          {["5", "0", "0"].map((figure, reel) => (
            <span
              key={reel}
              className="grid h-28 w-20 place-items-center rounded-lg bg-[linear-gradient(var(--color-sunken),var(--color-lifted)_30%,var(--color-lifted)_70%,var(--color-sunken))] text-6xl font-bold text-error figures sm:h-36 sm:w-24 sm:text-7xl across:h-20"
            >
              {figure}
            </span>
          ))}
        </div>
        <h1 className="mt-2 text-2xl font-semibold">{t("pages.brokenTitle")}</h1>
        <p className="text-muted">{t("pages.brokenText")}</p>
        <div className="flex flex-wrap items-center justify-center gap-3">
          <Button tone="main" icon={<RefreshIcon />} onClick={() => location.reload()}>
            {t("shell.reload")}
          </Button>
          <Link
            to="/lobby"
            className="inline-flex min-h-11 items-center rounded-md px-3 text-[15px] font-semibold text-gold hover:underline"
          >
            {t("shell.backToLobby")}
          </Link>
        </div>
        <SupportLinks className="justify-center" />
        <p className="text-sm text-muted">{t("pages.brokenExample")}</p>
      </div>
    </main>
  );
}
