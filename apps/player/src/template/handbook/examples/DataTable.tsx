/** A table where there is room for it, else cards; a row opens to more. */
import { DataTable, Money } from "@reelcast/ui";
import { useT } from "../../../i18n/index.ts";

const ROWS = [
  { id: "1", machine: "Gold Rush", spins: 120, won: 425_000 },
  { id: "2", machine: "Ruby Nights", spins: 64, won: 0 },
  { id: "3", machine: "Sea Pearls", spins: 310, won: 98_050 },
];
type Game = (typeof ROWS)[number];
const wonOf = ({ won }: Game) => <Money minor={won} />;
const perSpinOf = ({ won, spins }: Game) => (won === 0 ? null : <Money minor={Math.round(won / spins)} />);

export default function DataTableExample() {
  const t = useT();
  return (
    <DataTable
      caption={t("handbook.exGames")}
      rows={ROWS}
      rowKey={({ id }) => id}
      tableFrom={28}
      columns={[
        { key: "machine", head: t("handbook.exMachine"), cell: ({ machine }) => machine, main: true },
        { key: "spins", head: t("handbook.exSpins"), cell: ({ spins }) => spins, numeric: true },
        { key: "won", head: t("handbook.exWon"), cell: wonOf, numeric: true, lead: true },
      ]}
      details={{
        head: t("handbook.exPerSpin"),
        label: ({ machine }) => t("handbook.exMoreOf", { machine }),
        content: perSpinOf,
      }}
    />
  );
}
