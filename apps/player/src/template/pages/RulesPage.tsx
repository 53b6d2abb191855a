/** The operator's rules as an accordion of questions with a search. */
import { Accordion } from "@base-ui/react/accordion";
import { useState } from "react";
import { ExpandIcon, Message, SearchField } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { SupportLinks } from "../../support/index.tsx";
import { useRules } from "../useRules.ts";
import { Marked } from "./Marked.tsx";
import { contains } from "./matching.ts";

export default function RulesPage() {
  const t = useT();
  const all = useRules();
  const [query, setQuery] = useState("");
  const [open, setOpen] = useState<string[]>(["login"]);
  /** The results that the reader has closed, for one query. Another query opens all its results. */
  const [closed, setClosed] = useState<{ query: string; ids: readonly string[] }>({ query: "", ids: [] });
  const searching = query.trim() !== "";
  const closedNow = closed.query === query ? closed.ids : [];
  const shown = all.filter(({ title, paragraphs }) => contains([title, ...paragraphs].join(" "), query));
  return (
    <div className="mx-auto flex max-w-[860px] flex-col gap-6">
      <header className="flex flex-col items-center gap-4 rounded-xl border border-line bg-[radial-gradient(70%_120%_at_50%_0%,color-mix(in_oklab,var(--color-gold)_16%,transparent),transparent)] px-4 py-8 text-center sm:py-12">
        <h1 tabIndex={-1} className="text-3xl font-semibold">
          {t("rules.title")}
        </h1>
        <p className="max-w-prose text-muted">{t("rules.lead")}</p>
        <SearchField
          className="w-full max-w-md"
          label={t("pages.rulesSearch")}
          clearLabel={t("pages.clear")}
          value={query}
          onChange={setQuery}
        />
        <p role="status" className="sr-only">
          {searching ? t("pages.rulesFound", { count: shown.length }) : ""}
        </p>
      </header>
      {shown.length === 0 ? (
        <Message title={t("pages.noResults")} text={t("pages.noResultsText")} />
      ) : (
        <Accordion.Root
          multiple
          // A search opens all results at first.
          value={searching ? shown.map(({ id }) => id).filter((id) => !closedNow.includes(id)) : open}
          onValueChange={(next: string[]) => {
            if (!searching) setOpen(next);
            else setClosed({ query, ids: shown.map(({ id }) => id).filter((id) => !next.includes(id)) });
          }}
          className="flex flex-col overflow-hidden rounded-xl border border-line bg-raised"
        >
          {shown.map(({ id, title, paragraphs }) => (
            <Accordion.Item key={id} value={id} className="border-b border-line last:border-0">
              <Accordion.Header render={(props) => <h2 {...props}>{props.children}</h2>}>
                <Accordion.Trigger className="group flex min-h-14 w-full items-center gap-3 px-4 py-3 text-start font-semibold hover:bg-lifted data-panel-open:text-gold sm:px-6">
                  <span className="grow">
                    <Marked text={title} query={query} />
                  </span>
                  <ExpandIcon size={20} className="shrink-0 transition-transform group-data-panel-open:rotate-180" />
                </Accordion.Trigger>
              </Accordion.Header>
              <Accordion.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] duration-200 ease-calm data-ending-style:h-0 data-starting-style:h-0">
                <div className="flex flex-col gap-3 px-4 pb-5 leading-7 text-text/90 sm:px-6">
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph}>
                      <Marked text={paragraph} query={query} />
                    </p>
                  ))}
                </div>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion.Root>
      )}
      <SupportLinks className="justify-center" />
    </div>
  );
}
