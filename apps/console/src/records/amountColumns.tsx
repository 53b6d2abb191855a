/** Columns of what moved: the amount, and what the account has after it. Minor units. */
import { Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import type { Translate } from "../i18n/index.ts";

export const amountColumns = (t: Translate): Column<{ amount: number; balance: number | null }>[] => [
  {
    key: "amount",
    head: t("records.amount"),
    numeric: true,
    lead: true,
    cell: ({ amount }) => <Money minor={amount} />,
  },
  {
    key: "balance",
    head: t("records.balanceAfter"),
    numeric: true,
    cell: ({ balance }) => (balance === null ? null : <Money minor={balance} />),
  },
];
