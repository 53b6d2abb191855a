/** The player's game sessions, each of which opens to its operations. */
import type { SessionRow } from "@reelcast/contract";
import { call, settings } from "../api/index.ts";
import { formatDate, formatDuration, useT } from "../i18n/index.ts";
import { DataTable } from "../ui/index.ts";
import type { Column } from "../ui/index.ts";
import { ListScreen } from "./ListScreen.tsx";
import { Signed } from "./Signed.tsx";
import { Sums } from "./Sums.tsx";
import { operationColumns } from "./operations.tsx";
import type { FetchPage } from "./useList.ts";
import { playedTime } from "./words.ts";

const fetchSessions: FetchPage<SessionRow> = (query, signal) => call("sessions", { query }, { signal });
const add = (rows: readonly SessionRow[], figure: (row: SessionRow) => number) =>
  rows.reduce((sum, row) => sum + figure(row), 0);

export default function SessionsScreen() {
  const t = useT();
  const { dateFormat } = settings();
  const moment = (at: string) => <span className="figures whitespace-nowrap">{formatDate(at, dateFormat)}</span>;
  const columns: Column<SessionRow>[] = [
    { key: "start", head: t("history.start"), cell: ({ start }) => moment(start) },
    {
      key: "end",
      head: t("history.end"),
      cell: ({ end }) => (end === null ? <span className="text-gold">{t("history.running")}</span> : moment(end)),
    },
    { key: "machine", head: t("history.machine"), cell: ({ machine }) => machine, main: true },
    { key: "spins", head: t("history.spins"), cell: ({ spins }) => spins, numeric: true },
    { key: "freeSpins", head: t("history.freeSpins"), cell: ({ freeSpins }) => freeSpins, numeric: true },
    { key: "played", head: t("history.played"), cell: ({ played }) => formatDuration(played), numeric: true },
    {
      key: "net",
      head: t("history.net"),
      cell: ({ amount }) => <Signed minor={amount} />,
      numeric: true,
      lead: true,
    },
    { key: "ip", head: t("history.ip"), cell: ({ ip }) => (ip ? <bdi className="figures">{ip}</bdi> : null) },
  ];
  const operations = operationColumns(t, dateFormat, false);
  return (
    <ListScreen list="sessions" title={t("shell.sessions")} file={t("history.sessionsFile")} fetchPage={fetchSessions}>
      {(rows) => (
        <>
          <Sums
            title={t("history.sumOfSessions", { count: rows.length })}
            sums={[
              { text: t("history.net"), value: <Signed minor={add(rows, ({ amount }) => amount)} /> },
              {
                text: t("history.played"),
                value: playedTime(
                  add(rows, ({ played }) => played),
                  t,
                ),
              },
              { text: t("history.spins"), value: add(rows, ({ spins }) => spins) },
              { text: t("history.freeSpins"), value: add(rows, ({ freeSpins }) => freeSpins) },
            ]}
          />
          <DataTable
            caption={t("shell.sessions")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            tableFrom={62}
            details={{
              head: t("history.operations"),
              label: (row) => t("history.operationCount", { count: row.operations.length }),
              content: (row) =>
                row.operations.length === 0 ? null : (
                  <DataTable
                    nested
                    caption={t("history.operationsOf", { machine: row.machine, at: formatDate(row.start, dateFormat) })}
                    columns={operations}
                    rows={row.operations}
                    rowKey={({ id }) => id}
                    tableFrom={42}
                  />
                ),
            }}
          />
        </>
      )}
    </ListScreen>
  );
}
