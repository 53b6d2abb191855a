/** The results in tabs by kind, each kind with its own layout: pages, texts, machines with pictures. */
import { Tabs } from "@base-ui/react/tabs";
import { useState } from "react";
import type { Machine } from "@reelcast/contract";
import { BookIcon, HomeIcon, Message, PlayIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { Marked } from "./Marked.tsx";
import { Paged } from "./Paged.tsx";
import { ResultLink } from "./ResultLink.tsx";
import { SearchFrame } from "./SearchFrame.tsx";
import { excerpt } from "./matching.ts";
import { KINDS, useSiteSearch } from "./useSiteSearch.ts";
import type { Entry, Kind } from "./useSiteSearch.ts";

const ICONS = { pages: HomeIcon, rules: BookIcon, machines: PlayIcon };
const STEP = 48;
const CARD =
  "h-full rounded-xl border border-line bg-raised transition-[border-color,translate] hover:-translate-y-0.5 hover:border-gold/60";

function MachinePicture({ machine }: { machine: Machine }) {
  const [failed, setFailed] = useState(false);
  return (
    <span className="block aspect-4/3 overflow-hidden bg-sunken">
      {machine.image && !failed ? (
        <img
          src={machine.image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
          className="size-full object-cover"
        />
      ) : (
        <span className="grid size-full place-items-center bg-[radial-gradient(circle,color-mix(in_oklab,var(--color-gold)_18%,transparent),transparent_70%)] text-gold">
          <PlayIcon size={40} />
        </span>
      )}
    </span>
  );
}

function Card({ entry, query }: { entry: Entry; query: string }) {
  const t = useT();
  const Icon = ICONS[entry.kind];
  const { machine } = entry;
  if (machine)
    return (
      <ResultLink entry={entry} className={cx(CARD, "flex flex-col overflow-hidden")}>
        <MachinePicture machine={machine} />
        <span className="flex flex-col gap-0.5 p-3">
          <span className="truncate font-semibold">
            <Marked text={entry.title} query={query} />
          </span>
          <span className="truncate text-sm text-muted">
            <Marked text={entry.text} query={query} />
          </span>
          <span className={cx("text-sm", machine.status === "available" ? "text-success" : "text-muted")}>
            {t(`lobby.status_${machine.status}`)}
          </span>
        </span>
      </ResultLink>
    );
  return (
    <ResultLink entry={entry} className={cx(CARD, "flex gap-4 p-4")}>
      <span className="grid size-11 shrink-0 place-items-center rounded-lg bg-lifted text-gold">
        <Icon />
      </span>
      <span className="flex min-w-0 flex-col gap-0.5">
        <span className="font-semibold">
          <Marked text={entry.title} query={query} />
        </span>
        <span className="text-[15px] text-muted">
          <Marked text={excerpt(entry.text, query)} query={query} />
        </span>
      </span>
    </ResultLink>
  );
}

const GRIDS: Record<Kind, string> = {
  pages: "sm:grid-cols-2 lg:grid-cols-3",
  rules: "md:grid-cols-2",
  machines: "grid-cols-2 sm:grid-cols-3 lg:grid-cols-4",
};

export default function ModernSearchPage() {
  const t = useT();
  const search = useSiteSearch();
  const { query, found } = search;
  const [chosen, setChosen] = useState<Kind | null>(null);
  const of = (kind: Kind) => found.filter((entry) => entry.kind === kind);
  // The first kind with results, until the player has chosen one.
  const kind = chosen ?? KINDS.find((one) => of(one).length > 0) ?? "pages";
  return (
    <SearchFrame search={search} title={t("pages.modernTitle")} lead={t("pages.modernLead")}>
      <Tabs.Root value={kind} onValueChange={(next: Kind) => setChosen(next)}>
        <Tabs.List className="scroll-row flex gap-1 border-b border-line">
          {KINDS.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              className="inline-flex min-h-12 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 text-[15px] font-medium -outline-offset-2 hover:bg-lifted data-active:border-gold data-active:text-gold"
            >
              {t(`pages.kind_${one}`)}
              <span className="figures rounded-full bg-lifted px-2 py-0.5 text-xs text-text">{of(one).length}</span>
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {KINDS.map((one) => (
          <Tabs.Panel key={one} value={one} className="pt-5 outline-offset-4">
            {of(one).length === 0 ? (
              <Message title={t("pages.noResults")} text={t("pages.otherKinds")} />
            ) : (
              <Paged key={query} all={of(one)} step={STEP}>
                {(shown) => (
                  <ul className={cx("grid gap-3", GRIDS[one])}>
                    {shown.map((entry) => (
                      <li key={entry.id} className="min-w-0">
                        <Card entry={entry} query={query} />
                      </li>
                    ))}
                  </ul>
                )}
              </Paged>
            )}
          </Tabs.Panel>
        ))}
      </Tabs.Root>
    </SearchFrame>
  );
}
