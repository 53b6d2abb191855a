/** The handbook's first page: what it is, and its chapters. */
import { Link } from "@tanstack/react-router";
import { useT } from "../../i18n/index.ts";
import { CHAPTERS, chapterAddress } from "./chapters.ts";

export default function Overview() {
  const t = useT();
  return (
    <div className="mx-auto flex max-w-[1080px] flex-col gap-6">
      <header className="max-w-prose">
        <h1 tabIndex={-1} className="text-2xl font-semibold">
          {t("handbook.title")}
        </h1>
        <p className="mt-1 text-muted">{t("handbook.lead")}</p>
      </header>
      <ul className="grid gap-4 md:grid-cols-3">
        {CHAPTERS.map(({ id, title, about }) => (
          <li key={id}>
            <Link
              to={chapterAddress(id)}
              className="flex h-full flex-col gap-2 rounded-xl border border-line bg-raised p-5 hover:bg-lifted"
            >
              <h2 className="text-lg font-semibold text-gold">{t(title)}</h2>
              <p className="text-muted">{t(about)}</p>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
