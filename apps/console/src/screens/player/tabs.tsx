/** The parts of a player's page: money, sessions, games, transfers, limits, log, notes, chat, acts. */
import { Suspense, useState } from "react";
import type { GameRow, MoneyMovement, Permission, PlayerRecord, TransferRow } from "@reelcast/contract/console";
import type { LogRow, PlayerLimit, SessionRow } from "@reelcast/contract";
import { Button, Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { call } from "../../api/index.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import { Acts } from "../../records/Acts.tsx";
import { amountColumns } from "../../records/amountColumns.tsx";
import { Facts } from "../../records/Facts.tsx";
import { GameTable } from "../../records/GameTable.tsx";
import { GameLink, MachineLink, RecordLink, TransferLink } from "../../records/links.tsx";
import { useLimitWords } from "../../records/limitWords.ts";
import { useLogWords } from "../../records/logWords.ts";
import { RecordTable } from "../../records/RecordTable.tsx";
import { TransferTable } from "../../records/TransferTable.tsx";
import { OlderButton } from "../../records/OlderButton.tsx";
import { useOlder } from "../../records/useOlder.ts";
import { usePages } from "../../records/usePages.ts";
import { useFilters } from "../../records/useFilters.ts";
import { useMay } from "../../session/me.ts";
import { Loaded, Loading } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";
import { Chat } from "./Chat.tsx";
import { LimitDialog } from "./LimitDialog.tsx";
import { Notes } from "./Notes.tsx";

const TABS = ["money", "sessions", "games", "transfers", "limits", "log", "notes", "chat", "acts"] as const;
export type Tab = (typeof TABS)[number];
/** What a tab needs besides the page's own permission. */
const NEEDED: Partial<Record<Tab, Permission>> = { chat: "chat.answer" };

/** The tabs that this member may open. */
export function useTabs(): readonly Tab[] {
  const may = useMay();
  return TABS.filter((tab) => may(NEEDED[tab] ?? null));
}

const MoneyChart = lazyPart(() => import("./MoneyChart.tsx"));

interface TabProps {
  player: PlayerRecord;
  /** When the page was opened: the chart ends there. */
  now: Date;
}

const KINDS = [
  "deposit",
  "withdraw",
  "cashin",
  "cashout",
  "game",
  "jackpot",
  "promotion",
  "suspend",
  "resolve",
  "settle",
] as const;
const knownKind = (kind: string) => KINDS.find((one) => one === kind);

/** What a posting came from, where there is a record of it. */
function Source({ source }: { source: string }) {
  const [kind, ...rest] = source.split(":");
  if (kind === "transfer") return <TransferLink id={rest[0] ?? ""} />;
  if (kind === "game") return <GameLink id={rest.join("-")} />;
  if (kind === "jackpot") return <GameLink id={rest.slice(1).join("-")} />;
  return (
    <code dir="ltr" title={source} className="text-xs">
      {source.length > 24 ? `${source.slice(0, 24)}…` : source}
    </code>
  );
}

function useMoneyColumns(): readonly Column<MoneyMovement>[] {
  const t = useT();
  const language = useLanguage();
  return [
    {
      key: "kind",
      head: t("records.kind"),
      main: true,
      cell: ({ kind }) => {
        const known = knownKind(kind);
        return known === undefined ? kind : t(`records.money_${known}`);
      },
    },
    { key: "at", head: t("records.at"), cell: ({ at }) => formatMoment(at, language, true) },
    ...amountColumns(t),
    {
      key: "machine",
      head: t("records.machine"),
      cell: ({ machine }) => (machine === null ? null : <MachineLink {...machine} />),
    },
    { key: "source", head: t("records.source"), cell: ({ source }) => <Source source={source} /> },
  ];
}

function MoneyTab({ player, now }: TabProps) {
  const t = useT();
  const pages = usePages<MoneyMovement>("playerMoney", { params: { id: player.id } });
  const columns = useMoneyColumns();
  return (
    <>
      <Suspense fallback={<Loading height="h-72" />}>
        <MoneyChart playerId={player.id} now={now} />
      </Suspense>
      <RecordTable
        caption={t("records.tab_money")}
        columns={columns}
        pages={pages}
        rowKey={({ seq }) => String(seq)}
        empty={{ title: t("records.noMoney"), text: t("records.noMoneyText") }}
      />
    </>
  );
}

function useSessionColumns(): readonly Column<SessionRow>[] {
  const t = useT();
  const language = useLanguage();
  return [
    {
      key: "start",
      head: t("records.begun"),
      main: true,
      cell: ({ id, start }) => (
        <RecordLink to={`/games?session=${encodeURIComponent(id)}`} strong>
          {formatMoment(start, language)}
        </RecordLink>
      ),
    },
    {
      key: "end",
      head: t("records.ended"),
      cell: ({ end }) => (end === null ? t("records.open") : formatMoment(end, language)),
    },
    {
      key: "machine",
      head: t("records.machine"),
      cell: ({ machineId, machine }) => <MachineLink id={machineId} name={machine} />,
    },
    { key: "games", head: t("records.gamesPlayed"), numeric: true, cell: ({ spins, freeSpins }) => spins + freeSpins },
    { key: "net", head: t("records.net"), numeric: true, lead: true, cell: ({ amount }) => <Money minor={amount} /> },
    { key: "ip", head: t("records.ip"), cell: ({ ip }) => (ip === null ? null : <bdi>{ip}</bdi>) },
  ];
}

function SessionsTab({ player }: TabProps) {
  const t = useT();
  const pages = usePages<SessionRow>("playerSessions", { params: { id: player.id } });
  const columns = useSessionColumns();
  return (
    <RecordTable
      caption={t("records.tab_sessions")}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={{ title: t("records.noSessions"), text: t("records.noSessionsText") }}
    />
  );
}

function GamesTab({ player }: TabProps) {
  const t = useT();
  const [{ order }, setFilters] = useFilters(["order"]);
  const isByWin = order === "win";
  const pages = usePages<GameRow>("games", { query: { player: player.id, ...(isByWin ? { order: "win" } : {}) } });
  return (
    <>
      <Button onClick={() => setFilters({ order: isByWin ? "" : "win" })} aria-pressed={isByWin} className="self-start">
        {t("records.order_win")}
      </Button>
      <GameTable pages={pages} ofPlayer />
    </>
  );
}

function TransfersTab({ player }: TabProps) {
  const pages = usePages<TransferRow>("transfers", { query: { player: player.id } });
  return <TransferTable pages={pages} ofPlayer />;
}

/** How much is used, and what the player may confirm. */
function LimitState({ limit: { kind, value, used, resetsAt, pending } }: { limit: PlayerLimit }) {
  const t = useT();
  const language = useLanguage();
  const words = useLimitWords();
  const moment = (at: string) => formatMoment(at, language);
  return (
    <>
      <span className="block">
        {value === null
          ? words.value(kind, null)
          : t("records.limitUsed", {
              used: words.value(kind, used),
              value: words.value(kind, value),
              at: moment(resetsAt),
            })}
      </span>
      {pending === null ? null : (
        <span className="block text-info">
          {t(pending.until === undefined ? "records.limitWaits" : "records.limitWaitsUntil", {
            value: words.value(kind, pending.value),
            from: moment(pending.from),
            until: pending.until === undefined ? "" : moment(pending.until),
          })}
        </span>
      )}
    </>
  );
}

function LimitsTab({ player }: TabProps) {
  const t = useT();
  const may = useMay();
  const language = useLanguage();
  const words = useLimitWords();
  const [setting, setSetting] = useState(false);
  const { limits, realityCheckMinutes, breakUntil, exclusionUntil } = player.protection;
  const inForce = limits.filter(({ value, pending }) => value !== null || pending !== null);
  return (
    <Section
      title={t("records.tab_limits")}
      {...(inForce.length === 0 && { text: t("records.noLimits") })}
      actions={
        may("player.protect") ? <Button onClick={() => setSetting(true)}>{t("records.limit")}</Button> : undefined
      }
    >
      <Facts
        facts={[
          ...inForce.map((limit) => [words.name(limit), <LimitState key={words.name(limit)} limit={limit} />] as const),
          [
            t("records.realityCheck"),
            realityCheckMinutes === null ? null : t("records.minutes", { count: realityCheckMinutes }),
          ],
          [t("records.breakUntil"), breakUntil === null ? null : formatMoment(breakUntil, language)],
          [t("records.exclusionUntil"), exclusionUntil === null ? null : formatMoment(exclusionUntil, language)],
        ]}
      />
      {setting ? <LimitDialog player={player} onClose={() => setSetting(false)} /> : null}
    </Section>
  );
}

function useLogColumns(): readonly Column<LogRow>[] {
  const t = useT();
  const language = useLanguage();
  const words = useLogWords();
  return [
    { key: "type", head: t("records.event"), main: true, cell: ({ type }) => words.title(type) },
    { key: "at", head: t("records.at"), cell: ({ at }) => formatMoment(at, language, true) },
    { key: "ip", head: t("records.ip"), cell: ({ ip }) => (ip === null ? null : <bdi>{ip}</bdi>) },
    {
      key: "detail",
      head: t("records.detail"),
      wide: true,
      cell: (row) => {
        const detail = words.detail(row);
        return detail === null ? null : <bdi className="block whitespace-normal wrap-anywhere">{detail}</bdi>;
      },
    },
  ];
}

function LogTab({ player }: TabProps) {
  const t = useT();
  const pages = usePages<LogRow>("playerLog", { params: { id: player.id } });
  const columns = useLogColumns();
  return (
    <RecordTable
      caption={t("records.tab_log")}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={{ title: t("records.noLog"), text: t("records.noLogText") }}
    />
  );
}

function ActsTab({ player }: TabProps) {
  const t = useT();
  const acts = useOlder({
    name: "playerActs",
    id: player.id,
    read: (query, signal) => call("playerActs", { params: { id: player.id }, query }, { signal }),
    nextOf: ({ nextBefore }) => nextBefore,
  });
  return (
    <Section title={t("records.tab_acts")}>
      <Loaded query={acts} height="h-64">
        {({ pages }) => <Acts acts={pages.flatMap(({ items }) => items)} />}
      </Loaded>
      <OlderButton query={acts} />
    </Section>
  );
}

const PARTS: Record<Tab, (props: TabProps) => React.ReactNode> = {
  money: MoneyTab,
  sessions: SessionsTab,
  games: GamesTab,
  transfers: TransfersTab,
  limits: LimitsTab,
  log: LogTab,
  notes: ({ player }) => <Notes playerId={player.id} />,
  chat: ({ player }) => <Chat playerId={player.id} />,
  acts: ActsTab,
};

export function TabContent({ tab, ...props }: TabProps & { tab: Tab }) {
  const Part = PARTS[tab];
  return <Part {...props} />;
}
