/** Shows the page layout of its address with the operator's rules as content. Can mark its parts. */
import { Link, useLocation } from "@tanstack/react-router";
import { useState } from "react";
import { Chip, cx } from "@reelcast/ui";
import { PageCarded, PageSimple, useLeaveSidebar } from "@reelcast/ui/layout";
import type { LayoutSidebar, LayoutTabs } from "@reelcast/ui/layout";
import { useT } from "../../i18n/index.ts";
import type { TextKey, Translate } from "../../i18n/index.ts";
import { GROUPS } from "./chapters.ts";
import type { Chapter, Group } from "./chapters.ts";
import { variantAt } from "./variants.ts";
import type { Variant } from "./variants.ts";

const PARTS = ["header", "tabs", "sidebar", "content"] as const;
type Part = (typeof PARTS)[number];
/** How a part is marked in the page, and the same colour on its button. */
const MARKS: Record<Part, { text: TextKey; mark: string; dot: string }> = {
  header: {
    text: "layouts.header",
    mark: "[&_[data-part=header]]:outline-2 [&_[data-part=header]]:-outline-offset-2 [&_[data-part=header]]:outline-dashed [&_[data-part=header]]:outline-info",
    dot: "bg-info",
  },
  tabs: {
    text: "layouts.tabs",
    mark: "[&_[data-part=tabs]]:outline-2 [&_[data-part=tabs]]:-outline-offset-2 [&_[data-part=tabs]]:outline-dashed [&_[data-part=tabs]]:outline-bonus",
    dot: "bg-bonus",
  },
  sidebar: {
    text: "layouts.sidebar",
    mark: "[&_[data-part=sidebar]]:outline-2 [&_[data-part=sidebar]]:-outline-offset-2 [&_[data-part=sidebar]]:outline-dashed [&_[data-part=sidebar]]:outline-hot",
    dot: "bg-hot",
  },
  content: {
    text: "layouts.content",
    mark: "[&_[data-part=content]]:outline-2 [&_[data-part=content]]:-outline-offset-2 [&_[data-part=content]]:outline-dashed [&_[data-part=content]]:outline-success",
    dot: "bg-success",
  },
};
const SIDEBARS = { 1: "below-header", 2: "full-height", 3: "within-scroll" } as const;

/** Whether the page or its content scrolls: one of the differences between the kinds. */
function scrollOf({ family, side, kind }: Variant): "page" | "content" {
  if (family === "carded") return kind === 1 ? "content" : "page";
  return side === "none" || kind === 1 ? "page" : "content";
}
/** Its description. It does not depend on tabs and sides. */
function aboutOf({ family, side, kind }: Variant): TextKey {
  if (family === "carded") {
    if (side === "none") return kind === 1 ? "layouts.cardedFull" : "layouts.cardedFull2";
    return kind === 1 ? "layouts.cardedSidebar" : "layouts.cardedSidebar2";
  }
  if (side === "none") return "layouts.simpleFull";
  return kind === 1 ? "layouts.simpleSidebar" : kind === 2 ? "layouts.simpleSidebar2" : "layouts.simpleSidebar3";
}
const nameOf = ({ family, side, kind, tabbed }: Variant, t: Translate) =>
  t("layouts.name", { family, side, kind: String(kind), tabbed: String(tabbed) });

function Neighbour({ variant, text, arrow }: { variant: Variant; text: string; arrow: "back" | "on" }) {
  const t = useT();
  return (
    <Link
      to={variant.path}
      className={cx(
        "flex min-h-11 min-w-0 flex-col justify-center rounded-lg border border-line bg-surface/60 px-4 py-2 hover:bg-lifted",
        arrow === "on" && "text-end",
      )}
    >
      <span className="text-xs text-muted">{text}</span>
      <span className="text-sm font-semibold">{nameOf(variant, t)}</span>
    </Link>
  );
}

function ChapterLinks({ groups }: { groups: readonly Group[] }) {
  const t = useT();
  const leave = useLeaveSidebar();
  return (
    <nav aria-label={t("layouts.chapters")} className="flex flex-col gap-3">
      {groups.map(({ id, title, chapters }) => (
        <div key={id}>
          <p className="px-3 pb-1 text-xs font-semibold text-gold">{t(title)}</p>
          <ul>
            {chapters.map(({ id, icon: Icon, title }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  onClick={(event) => {
                    event.preventDefault();
                    leave(document.querySelector<HTMLElement>(`#${id}`));
                  }}
                  className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-[15px] leading-snug hover:bg-lifted"
                >
                  <Icon size={18} className="shrink-0 text-muted" />
                  {t(title)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

function ChapterCard({ chapter, carded, short }: { chapter: Chapter; carded: boolean; short: boolean }) {
  const t = useT();
  const { id, icon: Icon, title, paragraphs } = chapter;
  return (
    <section
      aria-labelledby={id}
      className={cx("rounded-lg p-4 sm:p-5", carded ? "bg-lifted/50" : "border border-line bg-raised")}
    >
      <div className="flex items-center gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-md bg-gold/12 text-gold">
          <Icon />
        </span>
        <h2 id={id} tabIndex={-1} className="scroll-mt-6 text-lg leading-6 font-semibold outline-offset-4">
          {t(title)}
        </h2>
      </div>
      {(short ? paragraphs.slice(0, 1) : paragraphs).map((key) => (
        <p key={key} className="mt-3 max-w-prose leading-7 text-text/90">
          {t(key)}
        </p>
      ))}
    </section>
  );
}

const sidebarOf = ({ side, kind }: Variant, groups: readonly Group[], t: Translate): LayoutSidebar | undefined =>
  side === "none"
    ? undefined
    : {
        side,
        variant: SIDEBARS[kind],
        label: t("layouts.chapters"),
        closeLabel: t("shell.close"),
        content: <ChapterLinks groups={groups} />,
      };

interface ControlsProps {
  parts: readonly Part[];
  marked: readonly Part[];
  onMarked: (marked: readonly Part[]) => void;
  short: boolean;
  onShort: (short: boolean) => void;
}
/** Marks parts of the layout, and shortens the content. */
function Controls({ parts, marked, onMarked, short, onShort }: ControlsProps) {
  const t = useT();
  const toggle = (part: Part) =>
    onMarked(marked.includes(part) ? marked.filter((one) => one !== part) : [...marked, part]);
  return (
    <div
      role="group"
      aria-label={t("layouts.controls")}
      className="scroll-row -mx-4 flex gap-2 px-4 sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {parts.map((part) => (
        <Chip key={part} pressed={marked.includes(part)} onClick={() => toggle(part)}>
          <span aria-hidden="true" className={cx("size-2.5 rounded-full", MARKS[part].dot)} />
          {t(MARKS[part].text)}
        </Chip>
      ))}
      <Chip pressed={short} onClick={() => onShort(!short)}>
        {t("layouts.short")}
      </Chip>
    </div>
  );
}

export default function LayoutPage() {
  const t = useT();
  const { pathname } = useLocation();
  const [marked, setMarked] = useState<readonly Part[]>([]);
  const [short, setShort] = useState(false);
  const [tab, setTab] = useState<string>("play");
  const found = variantAt(pathname);
  // The address has changed, and this page is about to be unmounted.
  if (!found) return null;
  const { variant, previous, next } = found;
  const { side, tabbed } = variant;
  const carded = variant.family === "carded";
  const Layout = carded ? PageCarded : PageSimple;
  const groups = tabbed ? GROUPS.filter(({ id }) => id === tab) : GROUPS;
  const name = nameOf(variant, t);
  const parts = PARTS.filter((part) => (part === "tabs" ? tabbed : part !== "sidebar" || side !== "none"));
  const sidebar = sidebarOf(variant, groups, t);
  const tabs: LayoutTabs | undefined = tabbed
    ? {
        label: t("layouts.subjects"),
        value: tab,
        onChange: setTab,
        items: GROUPS.map(({ id, title, icon: Icon }) => ({ value: id, text: t(title), icon: <Icon size={18} /> })),
      }
    : undefined;
  const header = (
    <div className="flex flex-col gap-1">
      <p className="text-sm text-muted">{t("layouts.pageLayouts")}</p>
      <h1 tabIndex={-1} className="text-2xl leading-8 font-semibold">
        {name}
      </h1>
      <p className="max-w-prose text-[15px] text-muted">{t(aboutOf(variant))}</p>
    </div>
  );
  return (
    <div className={cx(...marked.map((part) => MARKS[part].mark))}>
      <Layout key={variant.path} {...{ header, sidebar, tabs }} scroll={scrollOf(variant)} contentLabel={name}>
        <div className="flex flex-col gap-5">
          <Controls parts={parts} marked={marked} onMarked={setMarked} short={short} onShort={setShort} />
          <div className={cx("grid gap-4", side === "none" ? "@4xl:grid-cols-2" : "@6xl:grid-cols-2")}>
            {groups.flatMap(({ chapters }) =>
              (short ? chapters.slice(0, 1) : chapters).map((chapter) => (
                <ChapterCard key={chapter.id} {...{ chapter, carded, short }} />
              )),
            )}
          </div>
          <nav aria-label={t("layouts.neighbours")} className="grid gap-3 @xl:grid-cols-2">
            <Neighbour variant={previous} text={t("layouts.previous")} arrow="back" />
            <Neighbour variant={next} text={t("layouts.next")} arrow="on" />
          </nav>
        </div>
      </Layout>
    </div>
  );
}
