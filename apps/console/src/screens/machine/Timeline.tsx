/** What happened at the machine, the newest first. New entries come by themselves; older ones on request. */
import { clock } from "@reelcast/contract/clock";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ComponentType } from "react";
import { TIMELINE_KINDS } from "@reelcast/contract/console";
import type { MachineTimeline, Named, TimelineEntry, TimelineKind } from "@reelcast/contract/console";
import {
  Button,
  Chip,
  Message,
  PersonIcon,
  PlayIcon,
  ShieldIcon,
  WalletIcon,
  WarningIcon,
  cx,
  useMoney,
} from "@reelcast/ui";
import type { IconProps } from "@reelcast/ui";
import type { ApiError } from "../../api/index.ts";
import { call } from "../../api/index.ts";
import { errorText, formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { actName } from "../../records/actName.ts";
import { useEventWords } from "../../records/eventWords.ts";
import { PlayerLink, RecordLink } from "../../records/links.tsx";
import { useMay } from "../../session/me.ts";
import { Loading } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { endReasonName, outcomeName, transferStateName } from "./words.ts";

const LIMIT = "50";
const EVERY_MS = 10_000;
const ICONS: Readonly<Record<TimelineKind, ComponentType<IconProps>>> = {
  game: PlayIcon,
  transfer: WalletIcon,
  session: PersonIcon,
  act: ShieldIcon,
  event: WarningIcon,
};

/** These need somebody, or are a loss of evidence. */
const BAD_EVENTS = [
  "machineOutOfOrder",
  "machineQuarantined",
  "machineOffline",
  "doorOpened",
  "tilt",
  "transferInDoubt",
  "meterMismatch",
];

interface Description {
  text: string;
  /** The record of it. */
  to?: string;
  details: (string | Named)[];
  isBad?: boolean;
}
/** What happened, in words. */
function useDescribe(machineId: number): (entry: TimelineEntry) => Description {
  const t = useT();
  const money = useMoney();
  const events = useEventWords();
  return (entry) => {
    switch (entry.kind) {
      case "game": {
        const { number, free, bet, win, handPay, player } = entry;
        return {
          text: t("machine.entry_game", { number, bet: money(bet), win: money(win) }),
          to: `/games/${machineId}-${number}`,
          details: [
            free ? t("machine.freeGame") : "",
            handPay > 0 ? t("machine.handPaid", { amount: money(handPay) }) : "",
            player,
          ],
        };
      }
      case "transfer": {
        const amount = entry.moved ?? entry.amount;
        return {
          text: `${t(`machine.transfer_${entry.direction}`)}${amount === null ? "" : ` ${money(amount)}`}`,
          to: `/transfers/${entry.transfer}`,
          details: [transferStateName(t, entry.state), entry.player],
          isBad: entry.state !== "done",
        };
      }
      case "session":
        return {
          text: t("machine.entry_session"),
          details: [
            entry.player,
            entry.endedAt === null
              ? t("machine.sessionOpen")
              : t("machine.sessionEnded", { reason: endReasonName(t, entry.endReason ?? "") }),
          ],
        };
      case "act": {
        const { act, by, why, outcome } = entry;
        return {
          text: actName(t, act),
          details: [by, why ?? "", outcome === null || outcome === "done" ? "" : outcomeName(t, outcome)],
          isBad: outcome === "refused" || outcome === "unknown",
        };
      }
      case "event": {
        const { event, facts, player } = entry;
        return {
          text: events.kind(event),
          details: [events.facts(facts), player ?? ""],
          isBad: BAD_EVENTS.includes(event),
        };
      }
    }
  };
}
const isToday = (at: string) => new Date(at).toDateString() === new Date(clock.now()).toDateString();
const formatTime = (at: string, language: string) =>
  new Intl.DateTimeFormat(`${language}-u-nu-latn`, { timeStyle: "medium" }).format(new Date(at));

function Details({ details }: Pick<Description, "details">) {
  return details
    .filter((detail) => detail !== "")
    .map((detail, n) => (
      <span key={typeof detail === "string" ? detail : detail.id}>
        {n === 0 ? "" : " · "}
        {typeof detail === "string" ? <bdi>{detail}</bdi> : <PlayerLink {...detail} />}
      </span>
    ));
}

function Entry({ entry, machineId }: { entry: TimelineEntry; machineId: number }) {
  const language = useLanguage();
  const { text, to, details, isBad = false } = useDescribe(machineId)(entry);
  const Icon = ICONS[entry.kind];
  return (
    <li className="flex items-start gap-3 border-t border-line py-2 first:border-t-0">
      <Icon size={18} className={cx("mt-0.5 shrink-0", isBad ? "text-warning" : "text-muted")} />
      <span className="min-w-0 grow">
        <span className="block break-words">{to === undefined ? text : <RecordLink to={to}>{text}</RecordLink>}</span>
        <span className={cx("block text-sm break-words", isBad ? "text-warning" : "text-muted")}>
          <Details details={details} />
        </span>
      </span>
      <time dateTime={entry.at} className="figures shrink-0 text-sm text-muted">
        {isToday(entry.at) ? formatTime(entry.at, language) : formatMoment(entry.at, language, true)}
      </time>
    </li>
  );
}

function EventsLink({ machineId }: { machineId: number }) {
  const t = useT();
  return useMay()("events.see") ? (
    <p className="text-sm">
      <RecordLink to="/events" search={{ machine: machineId }}>
        {t("machine.allEvents")}
      </RecordLink>
    </p>
  ) : null;
}

export function Timeline({ machineId }: { machineId: number }) {
  const t = useT();
  const may = useMay();
  const [kind, setKind] = useState<TimelineKind | null>(null);
  const shown = TIMELINE_KINDS.filter((one) => one !== "event" || may("events.see"));
  const query = useInfiniteQuery<MachineTimeline, ApiError>({
    queryKey: ["machineTimeline", machineId, kind],
    queryFn: ({ pageParam, signal }) =>
      call(
        "machineTimeline",
        {
          params: { id: String(machineId) },
          query: {
            limit: LIMIT,
            kinds: kind ?? shown.join(),
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
          {shown.map((one) => (
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
          <Loading height="h-48" />
        )
      ) : entries.length === 0 ? (
        <p className="text-muted">{t("machine.nothingYet")}</p>
      ) : (
        <ol aria-label={t("machine.timeline")}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} machineId={machineId} />
          ))}
        </ol>
      )}
      {query.hasNextPage ? (
        <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} className="self-center">
          {t("machine.older")}
        </Button>
      ) : null}
      <EventsLink machineId={machineId} />
    </Section>
  );
}
