/** Every movement of the player's money, newest first. */
import type { Operation } from "@reelcast/contract";
import { DataTable } from "@reelcast/ui";
import { historyCall } from "../../api/history.ts";
import { useSettings } from "../../api/useSettings.ts";
import { useT } from "../../i18n/index.ts";
import { ListScreen } from "../ListScreen.tsx";
import { Signed } from "../Signed.tsx";
import { Sums } from "../Sums.tsx";
import { operationColumns } from "../columns.tsx";
import type { FetchPage } from "../useList.ts";

const fetchTransactions: FetchPage<Operation> = (query, signal) => historyCall("transactions", { query }, { signal });
const add = (rows: readonly Operation[], counts: (amount: number) => boolean) =>
  rows.reduce((sum, { amount }) => sum + (counts(amount) ? amount : 0), 0);

export default function TransactionsScreen() {
  const house = useSettings();
  const t = useT();
  const columns = operationColumns(t, house.dateFormat, true);
  return (
    <ListScreen
      list="transactions"
      title={t("shell.transactions")}
      file={t("history.transactionsFile")}
      fetchPage={fetchTransactions}
    >
      {(rows) => (
        <>
          <Sums
            title={t("history.sumOfTransactions", { count: rows.length })}
            sums={[
              { text: t("history.in"), value: <Signed minor={add(rows, (amount) => amount > 0)} /> },
              { text: t("history.out"), value: <Signed minor={add(rows, (amount) => amount < 0)} /> },
            ]}
          />
          <DataTable
            caption={t("shell.transactions")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            tableFrom={58}
          />
        </>
      )}
    </ListScreen>
  );
}
