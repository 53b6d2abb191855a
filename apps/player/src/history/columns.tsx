/** The columns of the lists: sessions, operations, days of play. */
import type { DayOfPlay, Operation, SessionRow } from "@reelcast/contract";
import { HistoryIcon, IconButton } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatDate, formatDuration } from "../i18n/index.ts";
import type { Translate } from "../i18n/index.ts";
import { LastGamesEntry } from "../recall/index.tsx";
import { OwnMoney } from "../shell/ownMoney.tsx";
import { Signed } from "./Signed.tsx";
import { startOfDay } from "./filter.ts";
import { isMove, operationName, originName, playedTime, tagName } from "./words.ts";

const moment = (at: string, dateFormat: string) => (
  <span className="figures whitespace-nowrap">{formatDate(at, dateFormat)}</span>
);
const address = (ip: string | null) => (ip ? <bdi className="figures wrap-anywhere">{ip}</bdi> : null);
const orNull = (text: string | null) => (text === null || text === "" ? null : text);

/** @param balance with the balance after each */
export function operationColumns(t: Translate, dateFormat: string, balance: boolean): Column<Operation>[] {
  return [
    {
      key: "at",
      head: t("history.operationDate"),
      cell: ({ at }) => moment(at, dateFormat),
      line: ({ at }) => moment(at, dateFormat),
    },
    { key: "type", head: t("history.type"), cell: ({ type }) => orNull(operationName(type, t)), main: true },
    {
      key: "amount",
      head: t("history.amount"),
      cell: ({ amount, type }) => <Signed minor={amount} plain={isMove(type)} />,
      numeric: true,
      lead: true,
    },
    {
      key: "from",
      head: t("history.from"),
      cell: ({ from }) => orNull(originName(from, t)),
      line: ({ from }) => orNull(originName(from, t)),
    },
    { key: "tag", head: t("history.tag"), cell: ({ tag }) => orNull(tagName(tag, t)) },
    { key: "ip", head: t("history.ip"), cell: ({ ip }) => address(ip) },
    ...(balance
      ? [
          {
            key: "balance",
            head: t("history.balanceAfter"),
            cell: (operation: Operation) =>
              operation.balance === null ? null : <OwnMoney minor={operation.balance} />,
            numeric: true,
          },
        ]
      : []),
  ];
}

export function sessionColumns(t: Translate, dateFormat: string): Column<SessionRow>[] {
  return [
    {
      key: "start",
      head: t("history.start"),
      cell: ({ start }) => moment(start, dateFormat),
      line: ({ start }) => moment(start, dateFormat),
    },
    {
      key: "end",
      head: t("history.end"),
      cell: ({ end }) =>
        end === null ? <span className="text-gold">{t("history.running")}</span> : moment(end, dateFormat),
      line: ({ end }) => (end === null ? <span className="text-gold">{t("history.running")}</span> : null),
    },
    { key: "machine", head: t("history.machine"), cell: ({ machine }) => machine, main: true },
    {
      key: "spins",
      head: t("history.spins"),
      cell: ({ spins }) => t("history.figure", { figure: spins }),
      line: ({ spins, freeSpins }) => t("history.spinCount", { count: spins + freeSpins }),
      numeric: true,
    },
    {
      key: "freeSpins",
      head: t("history.freeSpins"),
      cell: ({ freeSpins }) => t("history.figure", { figure: freeSpins }),
      numeric: true,
    },
    { key: "played", head: t("history.played"), cell: ({ played }) => formatDuration(played), numeric: true },
    { key: "net", head: t("history.net"), cell: ({ amount }) => <Signed minor={amount} />, numeric: true, lead: true },
    { key: "ip", head: t("history.ip"), cell: ({ ip }) => address(ip) },
    {
      key: "games",
      head: t("shell.lastGames"),
      cell: ({ id, machine, spins, freeSpins }) =>
        spins + freeSpins === 0 ? null : (
          <LastGamesEntry session={id}>
            {(press) => (
              <IconButton label={t("history.lastGamesOf", { machine })} {...press}>
                <HistoryIcon size={20} />
              </IconButton>
            )}
          </LastGamesEntry>
        ),
    },
  ];
}

export function dayColumns(t: Translate, dateFormat: string): Column<DayOfPlay>[] {
  return [
    { key: "day", head: t("history.day"), cell: ({ day }) => formatDate(startOfDay(day), dateFormat), main: true },
    { key: "net", head: t("history.net"), cell: ({ net }) => <Signed minor={net} />, numeric: true, lead: true },
    { key: "played", head: t("history.played"), cell: ({ played }) => playedTime(played, t), numeric: true },
    {
      key: "spins",
      head: t("history.spins"),
      cell: ({ spins }) => t("history.figure", { figure: spins }),
      numeric: true,
    },
  ];
}
