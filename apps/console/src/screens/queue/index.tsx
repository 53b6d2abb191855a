/**
 * The work queue: what waits for a person, by need. The chosen item is in the address; its evidence and its decision stand next to
 * the list, or below it on a narrow screen. "t" takes the chosen item.
 */
import { useEffect, useRef } from "react";
import { WORK_KINDS, WORK_PERMISSIONS } from "@reelcast/contract/console";
import type { WorkItem } from "@reelcast/contract/console";
import { Chip, Message, Money, cx, toast, useNow } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { call } from "../../api/index.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { errorText, formatAgo, useLanguage, useT } from "../../i18n/index.ts";
import { detailName } from "../../records/detailName.ts";
import { useEventWords } from "../../records/eventWords.ts";
import { useFilters } from "../../records/useFilters.ts";
import { useMay, useMe } from "../../session/me.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";
import { useShortcuts } from "../../shell/keys.ts";
import { ItemDetails } from "./ItemDetails.tsx";

const WHOSE = ["mine", "free"] as const;

interface ItemRowProps {
  item: WorkItem;
  chosen: boolean;
  now: number;
  onChoose: () => void;
}
function ItemRow({ item, chosen, now, onChoose }: ItemRowProps) {
  const t = useT();
  const language = useLanguage();
  const { events } = item;
  const words = useEventWords();
  const about = [item.player?.name, item.machine?.name].filter((name) => name !== undefined);
  // Of several the newest one's facts would say nothing about the others.
  const detail = events === undefined ? detailName(t, item) : events.count === 1 ? words.facts(events.facts) : "";
  return (
    <li>
      <button
        type="button"
        data-item={item.key}
        aria-current={chosen}
        onClick={onChoose}
        className={cx(
          "flex w-full flex-col gap-1 border-s-2 px-4 py-3 text-start hover:bg-raised",
          chosen ? "border-gold bg-raised" : "border-transparent",
        )}
      >
        <span className="flex items-baseline justify-between gap-3">
          <span dir="auto" className="min-w-0 truncate font-semibold">
            {events === undefined ? null : words.kind(item.state)}
            {events === undefined || about.length === 0 ? null : " · "}
            {about.length > 0 ? (
              <bdi>{about.join(" · ")}</bdi>
            ) : events === undefined ? (
              t(`records.work_${item.kind}`)
            ) : null}
          </span>
          {events === undefined || events.count < 2 ? null : (
            <span className="figures shrink-0 rounded-full bg-lifted px-2 py-0.5 text-xs">
              {t("events.times", { count: events.count })}
            </span>
          )}
          {item.amount === null ? null : <Money minor={item.amount} className="font-semibold" />}
        </span>
        <span className="flex items-baseline justify-between gap-3 text-sm text-muted">
          <span className="flex min-w-0 gap-1">
            <span className="shrink-0">{formatAgo(item.since, now, language)}</span>
            {detail === null || detail === "" ? null : (
              <>
                <span aria-hidden="true">·</span>
                <span dir="auto" className="min-w-0 truncate">
                  {detail}
                </span>
              </>
            )}
          </span>
          <span className="shrink-0">
            {item.owner === null ? t("records.nobody") : <bdi className="text-gold">{item.owner.name}</bdi>}
          </span>
        </span>
      </button>
    </li>
  );
}

function useTake() {
  const reload = useReload();
  const me = useMe();
  const may = useMay();
  const t = useT();
  return async (item: WorkItem) => {
    if (item.owner?.name === me.name || !may(WORK_PERMISSIONS[item.kind])) return;
    try {
      await call("takeWork", { body: { key: item.key, seen: item.owner?.name ?? null } });
      toast.success(t("records.taken"));
    } catch (error) {
      toast.error(errorText(error));
    }
    await reload("workQueue");
  };
}

interface QueueProps {
  items: readonly WorkItem[];
  chosen: WorkItem | undefined;
  onChoose: (key: string) => void;
}
function Queue({ items, chosen, onChoose }: QueueProps) {
  const t = useT();
  const now = useNow(10_000);
  const list = useRef<HTMLDivElement>(null);
  const take = useTake();
  const at = items.findIndex(({ key }) => key === chosen?.key);
  function move(by: 1 | -1) {
    const next = items[at === -1 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))];
    if (!next) return;
    onChoose(next.key);
    list.current?.querySelector<HTMLElement>(`[data-item="${CSS.escape(next.key)}"]`)?.focus();
  }
  useShortcuts([
    { key: "j", title: t("records.next"), run: () => move(1) },
    { key: "k", title: t("records.previous"), run: () => move(-1) },
    { key: "t", title: t("records.take"), run: () => chosen && void take(chosen) },
  ]);
  return (
    <div ref={list} className="flex flex-col gap-4">
      {WORK_KINDS.map((kind) => {
        const ofKind = items.filter((item) => item.kind === kind);
        return ofKind.length === 0 ? null : (
          <section key={kind} aria-labelledby={`kind-${kind}`} className="card overflow-hidden">
            <h2
              id={`kind-${kind}`}
              className="flex items-center justify-between px-4 pt-3 pb-2 text-sm font-semibold text-muted"
            >
              {t(`records.work_${kind}`)}
              <span className="figures rounded-full bg-lifted px-2 py-0.5 text-xs">{ofKind.length}</span>
            </h2>
            <ul className="divide-y divide-line/60 border-t border-line">
              {ofKind.map((item) => (
                <ItemRow
                  key={item.key}
                  item={item}
                  chosen={item.key === chosen?.key}
                  now={now}
                  onChoose={() => onChoose(item.key)}
                />
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}

/** On a narrow screen the details stand below the list: they come into view when an item is chosen. */
function Details({ item }: { item: WorkItem }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (matchMedia("(width < 64rem)").matches) place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={place} className="min-w-0 scroll-mt-20">
      <ItemDetails item={item} />
    </div>
  );
}

export default function QueueScreen() {
  const t = useT();
  const me = useMe();
  const reload = useReload();
  const queue = useCall("workQueue");
  const [{ item: key, kind, whose }, setFilters] = useFilters(["item", "kind", "whose"]);
  // With the evidence of the item that is open.
  useTopic("queue", () => void reload("workQueue", "transfer", "approval", "player"));
  return (
    <Page title={t("records.title_queue")} text={t("records.queueText")}>
      <Loaded query={queue} height="h-96">
        {({ items, isTruncated }) => {
          const shown = items.filter(
            (item) =>
              (kind === undefined || item.kind === kind) &&
              (whose === undefined || (whose === "mine" ? item.owner?.name === me.name : item.owner === null)),
          );
          const chosen = items.find((item) => item.key === key);
          return (
            <>
              <div className="flex flex-wrap gap-2">
                {WORK_KINDS.filter((one) => one === kind || items.some((item) => item.kind === one)).map((one) => (
                  <Chip key={one} pressed={kind === one} onClick={() => setFilters({ kind: kind === one ? "" : one })}>
                    {t(`records.work_${one}`)}
                    <span className="figures text-xs">{items.filter((item) => item.kind === one).length}</span>
                  </Chip>
                ))}
                {WHOSE.map((one) => (
                  <Chip
                    key={one}
                    pressed={whose === one}
                    onClick={() => setFilters({ whose: whose === one ? "" : one })}
                  >
                    {t(`records.whose_${one}`)}
                  </Chip>
                ))}
              </div>
              {isTruncated ? <p className="text-sm text-warning">{t("records.truncated")}</p> : null}
              {shown.length === 0 ? (
                <Message
                  title={t(items.length === 0 ? "records.queueEmpty" : "records.queueFiltered")}
                  text={t(items.length === 0 ? "records.queueEmptyText" : "records.queueFilteredText")}
                />
              ) : (
                <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
                  <Queue items={shown} chosen={chosen} onChoose={(next) => setFilters({ item: next })} />
                  {chosen === undefined ? (
                    <p className="hidden py-16 text-center text-muted lg:block">{t("records.choose")}</p>
                  ) : (
                    <Details key={chosen.key} item={chosen} />
                  )}
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}
