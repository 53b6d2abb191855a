/** Operations as rows: a session's own, and the player's transactions. */
import type { Operation } from "@reelcast/contract";
import { formatDate } from "../i18n/index.ts";
import type { Translate } from "../i18n/index.ts";
import { Money } from "../ui/index.ts";
import type { Column } from "../ui/index.ts";
import { Signed } from "./Signed.tsx";
import { operationName } from "./words.ts";

const orNull = (text: string | null) => (text === null || text === "" ? null : text);

/** @param balance with the balance after each */
export function operationColumns(t: Translate, dateFormat: string, balance: boolean): Column<Operation>[] {
  return [
    {
      key: "at",
      head: t("history.operationDate"),
      cell: ({ at }) => <span className="figures whitespace-nowrap">{formatDate(at, dateFormat)}</span>,
    },
    { key: "type", head: t("history.type"), cell: ({ type }) => orNull(operationName(type, t)), main: true },
    {
      key: "amount",
      head: t("history.amount"),
      cell: ({ amount }) => <Signed minor={amount} />,
      numeric: true,
      lead: true,
    },
    { key: "from", head: t("history.from"), cell: ({ from }) => orNull(from) },
    { key: "tag", head: t("history.tag"), cell: ({ tag }) => orNull(tag) },
    { key: "ip", head: t("history.ip"), cell: ({ ip }) => (ip ? <bdi className="figures">{ip}</bdi> : null) },
    ...(balance
      ? [
          {
            key: "balance",
            head: t("history.balanceAfter"),
            cell: (operation: Operation) => (operation.balance === null ? null : <Money minor={operation.balance} />),
            numeric: true,
          },
        ]
      : []),
  ];
}
