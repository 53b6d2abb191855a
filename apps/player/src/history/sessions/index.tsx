/** The player's game sessions, each of which opens to its operations. */
import type { SessionRow } from "@reelcast/contract";
import { DataTable } from "@reelcast/ui";
import type { RowDetails } from "@reelcast/ui";
import { historyCall } from "../../api/history.ts";
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import type { Translate } from "../../i18n/index.ts";
import { ListScreen } from "../ListScreen.tsx";
import { Signed } from "../Signed.tsx";
import { Sums } from "../Sums.tsx";
import { operationColumns, sessionColumns } from "../columns.tsx";
import type { FetchPage } from "../useList.ts";
import { operationName, playedTime } from "../words.ts";

const fetchSessions: FetchPage<SessionRow> = (query, signal) => historyCall("sessions", { query }, { signal });
const add = (rows: readonly SessionRow[], figure: (row: SessionRow) => number) =>
  rows.reduce((sum, row) => sum + figure(row), 0);

function operationsOf(t: Translate, dateFormat: string): RowDetails<SessionRow> {
  const columns = operationColumns(t, dateFormat, false);
  return {
    head: t("history.operations"),
    label: ({ operations }) => t("history.operationCount", { count: operations.length }),
    content: ({ machine, start, operations }) =>
      operations.length === 0 ? null : (
        <DataTable
          nested
          caption={t("history.operationsOf", { machine, at: formatDate(start, dateFormat) })}
          columns={columns}
          rows={operations}
          rowKey={({ id }) => id}
          tableFrom={42}
          rowLabel={({ type, at }) =>
            t("history.rowDetails", { name: operationName(type, t), at: formatDate(at, dateFormat) })
          }
        />
      ),
  };
}

export default function SessionsScreen() {
  const t = useT();
  const { dateFormat } = useSettings();
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
              { text: t("history.spins"), value: t("history.figure", { figure: add(rows, ({ spins }) => spins) }) },
              {
                text: t("history.freeSpins"),
                value: t("history.figure", { figure: add(rows, ({ freeSpins }) => freeSpins) }),
              },
            ]}
          />
          <DataTable
            caption={t("shell.sessions")}
            columns={sessionColumns(t, dateFormat)}
            rows={rows}
            rowKey={({ id }) => id}
            tableFrom={66}
            rowLabel={({ machine, start }) =>
              t("history.rowDetails", { name: machine, at: formatDate(start, dateFormat) })
            }
            details={operationsOf(t, dateFormat)}
          />
        </>
      )}
    </ListScreen>
  );
}
