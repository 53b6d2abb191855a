/** An empty page with a heading, to begin others from. */
import { Link } from "@tanstack/react-router";
import { useT } from "../../i18n/index.ts";
import { VARIANTS } from "./variants.ts";

export default function BlankPage() {
  const t = useT();
  return (
    <div className="flex min-h-[60dvh] flex-col gap-6">
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {t("layouts.blank")}
      </h1>
      <div className="grid grow place-items-center rounded-xl border-2 border-dashed border-line p-6 text-center">
        <div className="flex max-w-md flex-col items-center gap-2">
          <p className="text-muted">{t("layouts.blankAbout")}</p>
          {VARIANTS.slice(0, 1).map(({ path }) => (
            <Link
              key={path}
              to={path}
              className="inline-flex min-h-11 items-center rounded-md px-3 font-semibold text-gold hover:bg-lifted"
            >
              {t("layouts.toLayouts")}
            </Link>
          ))}
        </div>
      </div>
    </div>
  );
}
