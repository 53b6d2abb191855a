/** What happened at the machine, the newest first. New entries come by themselves; older ones on request. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComponentType } from "react";
import { TIMELINE_KINDS } from "@reelcast/contract/console";
import type { MachineTimeline, TimelineEntry, TimelineKind } from "@reelcast/contract/console";
import {
  Button,
  Chip,
  Message,
  PersonIcon,
  PlayIcon,
  ShieldIcon,
  Skeleton,
  WalletIcon,
  cx,
  useMoney,
} from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";
import type { ApiError } from "../../api/index.ts";
import { call } from "../../api/index.ts";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import type { TextKey } from "../../i18n/index.ts";
import { Section } from "../../shell/Page.tsx";

const LIMIT = "50";
const EVERY_MS = 10_000;
const ICONS: Readonly<Record<TimelineKind, ComponentType<IconProps>>> = {
  game: PlayIcon,
  transfer: WalletIcon,
  session: PersonIcon,
  act: ShieldIcon,
};

/** Words of acts; others are shown by their name. */
const ACT_TEXTS: Readonly<Record<string, TextKey>> = {
  "machine.out-of-order": "machine.did_outOfOrder",
  "machine.back": "machine.did_back",
  "machine.close": "machine.did_close",
  "machine.open": "machine.did_open",
  "machine.unlock": "machine.did_unlock",
  "machine.hand-pay": "machine.did_handPay",
  "machine.settle": "machine.did_settle",
  "machine.retire": "machine.did_retire",
  "machine.reserve": "machine.did_reserve",
  "machine.release": "machine.did_release",
  "machine.watch": "machine.did_watch",
  "machine.watch-ended": "machine.did_watchEnded",
  "machine.quarantine": "machine.did_quarantine",
  "machine.lift-quarantine": "machine.did_liftQuarantine",
};

/** What happened, in words. */
function useDescribe(): (entry: TimelineEntry) => { text: string; detail: string; isBad: boolean } {
  const t = useT();
  const money = useMoney();
  const actWords = (act: string) => {
    const text = ACT_TEXTS[act];
    return text === undefined ? act : t(text);
  };
  return (entry) => {
    switch (entry.kind) {
      case "game": {
        const text = t("machine.entry_game", { number: entry.number, bet: money(entry.bet), win: money(entry.win) });
        const extra = [
          entry.free ? t("machine.freeGame") : "",
          entry.handPay > 0 ? t("machine.handPaid", { amount: money(entry.handPay) }) : "",
          entry.player.name,
        ];
        return { text, detail: extra.filter(Boolean).join(" · "), isBad: false };
      }
      case "transfer": {
        const amount = entry.moved ?? entry.amount;
        const text = `${t(`machine.transfer_${entry.direction}`)}${amount === null ? "" : ` ${money(amount)}`}`;
        const isBad = entry.state !== "done";
        return { text, detail: `${t(`machine.transferState_${stateOf(entry.state)}`)} · ${entry.player.name}`, isBad };
      }
      case "session": {
        const end =
          entry.endedAt === null
            ? t("machine.sessionOpen")
            : t("machine.sessionEnded", { reason: entry.endReason ?? "" });
        return { text: t("machine.entry_session", { name: entry.player.name }), detail: end, isBad: false };
      }
      case "act": {
        const outcome = entry.outcome === null || entry.outcome === "done" ? "" : entry.outcome;
        return {
          text: actWords(entry.act),
          detail: [entry.by, entry.why ?? "", outcome].filter(Boolean).join(" · "),
          isBad: outcome === "refused" || outcome === "unknown",
        };
      }
    }
  };
}
const KNOWN = ["done", "failed", "manual", "unknown"] as const;
const isToday = (at: string) => new Date(at).toDateString() === new Date().toDateString();
const formatTime = (at: string, language: string) =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: "medium" }).format(new Date(at));
/** States between these are under way. */
const stateOf = (state: string) => KNOWN.find((one) => one === state) ?? "underWay";

function Entry({ entry }: { entry: TimelineEntry }) {
  const language = useLanguage();
  const { text, detail, isBad } = useDescribe()(entry);
  const Icon = ICONS[entry.kind];
  return (
    <li className="flex items-start gap-3 border-t border-line py-2 first:border-t-0">
      <Icon size={18} className={cx("mt-0.5 shrink-0", isBad ? "text-warning" : "text-muted")} />
      <span className="min-w-0 grow">
        <span className="block break-words">{text}</span>
        <span className={cx("block text-sm break-words", isBad ? "text-warning" : "text-muted")}>{detail}</span>
      </span>
      <time dateTime={entry.at} className="figures shrink-0 text-sm text-muted">
        {isToday(entry.at) ? formatTime(entry.at, language) : formatMoment(entry.at, language, true)}
      </time>
    </li>
  );
}

export function Timeline({ machineId }: { machineId: number }) {
  const t = useT();
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const query = useInfiniteQuery<MachineTimeline, ApiError>({
    queryKey: ["machineTimeline", machineId, kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        "machineTimeline",
        {
          params: { id: String(machineId) },
          query: {
            limit: LIMIT,
            ...(kind === null ? {} : { kinds: kind }),
            ...(typeof pageParam === "string" ? { older: pageParam } : {}),
          },
        },
        { signal },
      ),
    initialPageParam: null,
    getNextPageParam: ({ older }) => older,
    refetchInterval: EVERY_MS,
  });
  const entries = query.data?.pages.flatMap(({ items }) => items) ?? null;
  return (
    <Section
      title={t("machine.timeline")}
      actions={
        <div role="group" aria-label={t("machine.timelineShow")} className="flex flex-wrap gap-2">
          <Chip pressed={kind === null} onClick={() => setKind(null)}>
            {t("machine.kind_all")}
          </Chip>
          {TIMELINE_KINDS.map((one) => (
            <Chip key={one} pressed={kind === one} onClick={() => setKind(one)}>
              {t(`machine.kind_${one}`)}
            </Chip>
          ))}
        </div>
      }
    >
      {entries === null ? (
        query.error ? (
          <Message title={t("shell.notLoaded")} text={errorText(query.error)}>
            <Button onClick={() => void query.refetch()}>{t("shell.again")}</Button>
          </Message>
        ) : (
          <Skeleton className="h-48" />
        )
      ) : entries.length === 0 ? (
        <p className="text-muted">{t("machine.nothingYet")}</p>
      ) : (
        <ol aria-label={t("machine.timeline")}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
          {t("machine.older")}
        </Button>
      ) : null}
    </Section>
  );
}
