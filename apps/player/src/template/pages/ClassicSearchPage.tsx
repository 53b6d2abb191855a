/** All results in one list, each with its kind. */
import { useT } from "../../i18n/index.ts";
import { Marked } from "./Marked.tsx";
import { Paged } from "./Paged.tsx";
import { ResultLink } from "./ResultLink.tsx";
import { SearchFrame } from "./SearchFrame.tsx";
import { excerpt } from "./matching.ts";
import { useSiteSearch } from "./useSiteSearch.ts";

const STEP = 60;

export default function ClassicSearchPage() {
  const t = useT();
  const search = useSiteSearch();
  const { query, found } = search;
  return (
    <SearchFrame search={search} title={t("pages.classicTitle")} lead={t("pages.classicLead")}>
      <Paged key={query} all={found} step={STEP}>
        {(shown) => (
          <ol className="flex flex-col overflow-hidden rounded-xl border border-line bg-raised">
            {shown.map((entry) => (
              <li key={`${entry.kind} ${entry.id}`} className="border-b border-line last:border-0">
                <ResultLink
                  entry={entry}
                  className="flex min-h-14 flex-col gap-1 px-4 py-4 -outline-offset-2 hover:bg-lifted sm:px-6"
                >
                  <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                    <span className="font-semibold text-gold">
                      <Marked text={entry.title} query={query} />
                    </span>
                    <span className="rounded-full border border-line px-2 py-0.5 text-xs text-muted">
                      {t(`pages.kind_${entry.kind}`)}
                    </span>
                  </span>
                  <bdi dir="ltr" className="w-fit max-w-full truncate text-sm text-success">
                    {decodeURIComponent(entry.href)}
                  </bdi>
                  {entry.text === "" ? null : (
                    <span className="text-[15px] text-muted">
                      <Marked text={excerpt(entry.text, query)} query={query} />
                    </span>
                  )}
                </ResultLink>
              </li>
            ))}
          </ol>
        )}
      </Paged>
    </SearchFrame>
  );
}
