/** The operator's rules: a table of contents and every chapter, with the configured amounts and times. Can be printed. */
import { Link, useLocation } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button, useMoney } from "@reelcast/ui";
import { useSettings } from "../api/useSettings.ts";
import { useT } from "../i18n/index.ts";
import { SupportLinks } from "../support/index.tsx";
import { chapters, figures } from "../i18n/rulebook.ts";
import type { Chapter } from "../i18n/rulebook.ts";

/** The address names a chapter: its heading gets the focus. */
function useChapterFocus(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const heading = hash === "" ? null : document.querySelector<HTMLElement>(`#${CSS.escape(hash)} h2`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, [hash]);
}

export default function RulesScreen() {
  const t = useT();
  const money = useMoney();
  const all = chapters(useSettings());
  const values = figures(useSettings(), { t, money: (minor) => money(minor, true) });
  useChapterFocus();
  return (
    <div className="mx-auto grid max-w-[1080px] gap-6 lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-10 print:block">
      <header className="flex flex-wrap items-start justify-between gap-3 lg:col-span-2">
        <div className="max-w-prose">
          <h1 className="text-2xl font-semibold">{t("rules.title")}</h1>
          <p className="mt-1 text-muted">{t("rules.lead")}</p>
        </div>
        <Button className="print:hidden" onClick={() => globalThis.print()}>
          {t("rules.print")}
        </Button>
      </header>
      <Contents all={all} />
      <article className="flex max-w-[70ch] min-w-0 flex-col gap-8 print:max-w-none">
        {all.map((chapter, index) => (
          <ChapterText key={chapter.id} chapter={chapter} number={index + 1} values={values} />
        ))}
        <Link
          to="."
          hash=""
          className="inline-flex min-h-11 w-fit items-center font-semibold text-gold print:hidden"
          onClick={() => globalThis.scrollTo({ top: 0 })}
        >
          {t("rules.top")}
        </Link>
      </article>
    </div>
  );
}

function Contents({ all }: { all: readonly Chapter[] }) {
  const t = useT();
  return (
    <nav
      aria-labelledby="rules-contents"
      className="rounded-xl border border-line bg-raised p-4 lg:sticky lg:top-32 lg:max-h-[calc(100dvh-144px)] lg:self-start lg:overflow-y-auto print:hidden"
    >
      <h2 id="rules-contents" className="mb-1 px-2 text-sm font-semibold text-muted">
        {t("rules.contents")}
      </h2>
      <ol>
        {all.map(({ id, title }, index) => (
          <li key={id}>
            <Link
              to="."
              hash={id}
              activeOptions={{ exact: true, includeHash: true }}
              className="flex min-h-11 items-center gap-2 rounded-md px-2 text-[.9375rem] hover:bg-lifted aria-[current=page]:text-gold"
            >
              <span className="w-6 shrink-0 text-end text-muted figures">{index + 1}.</span>
              {t(title)}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface ChapterTextProps {
  chapter: Chapter;
  number: number;
  /** For the placeholders of the texts. */
  values: ReturnType<typeof figures>;
}
function ChapterText({ chapter: { id, title, paragraphs }, number, values }: ChapterTextProps) {
  const t = useT();
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="print:break-inside-avoid print:pb-4">
      <h2 id={`${id}-title`} tabIndex={-1} className="mb-2 text-xl font-semibold outline-none">
        <span className="text-muted figures">{number}.</span> {t(title)}
      </h2>
      <div className="flex flex-col gap-3 leading-7">
        {paragraphs.map((key) => (
          <p key={key}>{t(key, values)}</p>
        ))}
      </div>
      {id === "protection" ? (
        <Link
          to="/profile/limits"
          className="mt-2 inline-flex min-h-11 items-center font-semibold text-gold print:hidden"
        >
          {t("rules.protectionLink")}
        </Link>
      ) : null}
      {id === "support" ? <SupportLinks className="-mx-3 mt-2 print:hidden" /> : null}
    </section>
  );
}
