/** A list of transfers, in pages. */
import type { TransferRow } from "@reelcast/contract/console";
import { Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { MachineLink, PlayerLink, TransferLink } from "./links.tsx";
import { RecordTable } from "./RecordTable.tsx";
import { TransferState } from "./TransferView.tsx";
import type { Pages } from "./usePages.ts";

function useColumns(ofPlayer: boolean): readonly Column<TransferRow>[] {
  const t = useT();
  const language = useLanguage();
  return [
    { key: "id", head: t("records.transfer"), main: true, cell: ({ id }) => <TransferLink id={id} strong /> },
    { key: "at", head: t("records.at"), cell: ({ createdAt }) => formatMoment(createdAt, language, true) },
    { key: "kind", head: t("records.kind"), cell: ({ kind }) => t(`records.kind_${kind}`) },
    { key: "state", head: t("records.state"), cell: ({ state }) => <TransferState state={state} /> },
    ...(ofPlayer
      ? []
      : [{ key: "player", head: t("records.player"), cell: ({ player }: TransferRow) => <PlayerLink {...player} /> }]),
    { key: "machine", head: t("records.machine"), cell: ({ machine }) => <MachineLink {...machine} /> },
    {
      key: "amount",
      head: t("records.amount"),
      numeric: true,
      lead: true,
      cell: ({ amount, moved }) => (amount === null && moved === null ? null : <Money minor={moved ?? amount ?? 0} />),
    },
  ];
}

export function TransferTable({ pages, ofPlayer = false }: { pages: Pages<TransferRow>; ofPlayer?: boolean }) {
  const t = useT();
  const columns = useColumns(ofPlayer);
  return (
    <RecordTable
      caption={t("records.title_transfers")}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={{ title: t("records.noTransfers"), text: t("records.noTransfersText") }}
    />
  );
}
