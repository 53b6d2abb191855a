/** Every movement of the player's money, newest first. */
import type { Operation } from "@reelcast/contract";
import { DataTable } from "@reelcast/ui";
import { historyCall } from "../../api/history.ts";
import { useSettings } from "../../api/useSettings.ts";
import { formatDate, useT } from "../../i18n/index.ts";
import { OwnMoney } from "../../shell/ownMoney.tsx";
import { ListScreen } from "../ListScreen.tsx";
import { Signed } from "../Signed.tsx";
import { Sums } from "../Sums.tsx";
import { operationColumns } from "../columns.tsx";
import type { FetchPage } from "../useList.ts";
import { operationName, sumOperations } from "../words.ts";

const fetchTransactions: FetchPage<Operation> = (query, signal) => historyCall("transactions", { query }, { signal });

function TransactionSums({ rows }: { rows: readonly Operation[] }) {
  const t = useT();
  const sums = sumOperations(rows);
  return (
    <Sums
      title={t("history.sumOfTransactions", { count: rows.length })}
      sums={[
        { text: t("history.in"), value: <Signed minor={sums.in} /> },
        { text: t("history.out"), value: <Signed minor={sums.out} /> },
        { text: t("history.toMachines"), value: <OwnMoney minor={sums.toMachines} /> },
        { text: t("history.fromMachines"), value: <OwnMoney minor={sums.fromMachines} /> },
      ]}
    />
  );
}

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
          <TransactionSums rows={rows} />
          <DataTable
            caption={t("shell.transactions")}
            columns={columns}
            rows={rows}
            rowKey={({ id }) => id}
            tableFrom={58}
            rowLabel={({ type, at }) =>
              t("history.rowDetails", { name: operationName(type, t), at: formatDate(at, house.dateFormat) })
            }
          />
        </>
      )}
    </ListScreen>
  );
}
