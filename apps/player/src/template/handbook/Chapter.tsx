/** The frame of a chapter: its navigation, a search in it, anchors, and a button that prints it. */
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import type { ReactNode } from "react";
import { Button, Message, SearchField, Select } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { CHAPTERS, chapterAddress } from "./chapters.ts";
import type { ChapterId, Part } from "./chapters.ts";

/** The part that the address names takes the focus, for keyboard and screen reader users. */
function useAnchor(): void {
  const { hash } = useLocation();
  useEffect(() => {
    const heading = hash === "" ? null : document.querySelector<HTMLElement>(`#${CSS.escape(hash)} :is(h2, h3)`);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, [hash]);
}

const ENTRY =
  "flex min-h-11 items-center rounded-md px-2 text-[15px] hover:bg-lifted aria-[current=page]:font-semibold aria-[current=page]:text-gold";

function Contents({ chapter, parts }: { chapter: ChapterId; parts: readonly Part[] }) {
  const t = useT();
  return (
    <nav
      aria-label={t("handbook.contents")}
      className="hidden rounded-xl border border-line bg-raised p-4 lg:sticky lg:top-32 lg:block lg:max-h-[calc(100dvh-144px)] lg:self-start lg:overflow-y-auto print:hidden"
    >
      <Link to={chapterAddress()} activeOptions={{ exact: true }} className={ENTRY}>
        {t("handbook.title")}
      </Link>
      <ul>
        {CHAPTERS.map(({ id, title }) => (
          <li key={id}>
            <Link to={chapterAddress(id)} className={ENTRY}>
              {t(title)}
            </Link>
            {id === chapter ? (
              <ul className="mb-2 ms-3 border-s border-line ps-2">
                {parts.map((part) => (
                  <li key={part.id}>
                    <Link
                      to="."
                      hash={part.id}
                      activeOptions={{ exact: true, includeHash: true }}
                      activeProps={{ "aria-current": "location" }}
                      className="flex min-h-11 items-center rounded-md px-2 text-sm hover:bg-lifted aria-[current=location]:text-gold"
                    >
                      <PartName {...part} />
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  );
}
const PartName = ({ name, code }: Part) => (code ? <code dir="ltr">{name}</code> : name);

/** On phones: the same with native lists. */
function Jumps({ chapter, parts }: { chapter: ChapterId; parts: readonly Part[] }) {
  const t = useT();
  const navigate = useNavigate();
  const { hash } = useLocation();
  return (
    <nav aria-label={t("handbook.contents")} className="grid gap-3 sm:grid-cols-2 lg:hidden print:hidden">
      <Select
        label={t("handbook.chapter")}
        value={chapter}
        onChange={(id) => void navigate({ to: chapterAddress(CHAPTERS.find((other) => other.id === id)?.id) })}
        options={[
          { value: "", text: t("handbook.title") },
          ...CHAPTERS.map(({ id, title }) => ({ value: id, text: t(title) })),
        ]}
      />
      <Select
        label={t("handbook.part")}
        value={parts.some(({ id }) => id === hash) ? hash : ""}
        onChange={(id) => void navigate({ to: ".", hash: id })}
        options={[{ value: "", text: "–" }, ...parts.map(({ id, name }) => ({ value: id, text: name }))]}
      />
    </nav>
  );
}

export interface ChapterProps {
  chapter: ChapterId;
  /** Those that match the search. */
  parts: readonly Part[];
  wanted: string;
  onWanted: (wanted: string) => void;
  children: ReactNode;
}

export function Chapter({ chapter, parts, wanted, onWanted, children }: ChapterProps) {
  const t = useT();
  useAnchor();
  const { title, about } = CHAPTERS.find(({ id }) => id === chapter) ?? CHAPTERS[0];
  return (
    <div className="mx-auto grid max-w-[1240px] gap-6 lg:grid-cols-[260px_minmax(0,1fr)] lg:gap-10 print:block">
      <header className="flex flex-wrap items-start justify-between gap-3 lg:col-span-2">
        <div className="max-w-prose">
          <h1 tabIndex={-1} className="text-2xl font-semibold">
            {t(title)}
          </h1>
          <p className="mt-1 text-muted">{t(about)}</p>
        </div>
        <Button className="print:hidden" onClick={() => globalThis.print()}>
          {t("handbook.print")}
        </Button>
      </header>
      <Jumps chapter={chapter} parts={parts} />
      <Contents chapter={chapter} parts={parts} />
      <div className="flex min-w-0 flex-col gap-8">
        <div className="-mb-2 flex flex-wrap items-center gap-x-4 print:hidden">
          <SearchField
            label={t("handbook.search")}
            clearLabel={t("handbook.clear")}
            value={wanted}
            onChange={onWanted}
            className="w-full max-w-md"
          />
          <p role="status" className="text-sm text-muted">
            {wanted === "" ? "" : t("handbook.found", { count: parts.length })}
          </p>
        </div>
        {parts.length === 0 ? <Message title={t("handbook.nothing")} text={t("handbook.nothingText")} /> : children}
      </div>
    </div>
  );
}

/** A part with its anchor and heading. */
export function PartSection({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex scroll-mt-4 flex-col gap-4">
      <h2 id={`${id}-title`} tabIndex={-1} className="text-xl font-semibold outline-none">
        {title}
      </h2>
      {children}
    </section>
  );
}
