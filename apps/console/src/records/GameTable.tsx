/** A list of games, in pages. */
import type { GameRow } from "@reelcast/contract/console";
import { Money } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../i18n/index.ts";
import { GameLink, MachineLink, PlayerLink } from "./links.tsx";
import { RecordTable } from "./RecordTable.tsx";
import type { Pages } from "./usePages.ts";

function useColumns(ofPlayer: boolean): readonly Column<GameRow>[] {
  const t = useT();
  const language = useLanguage();
  return [
    { key: "id", head: t("records.game"), main: true, cell: ({ id }) => <GameLink id={id} strong /> },
    { key: "at", head: t("records.at"), cell: ({ endedAt }) => formatMoment(endedAt, language, true) },
    { key: "machine", head: t("records.machine"), cell: ({ machine }) => <MachineLink {...machine} /> },
    ...(ofPlayer
      ? []
      : [{ key: "player", head: t("records.player"), cell: ({ player }: GameRow) => <PlayerLink {...player} /> }]),
    {
      key: "bet",
      head: t("records.bet"),
      numeric: true,
      cell: ({ bet, free }) => (free ? t("records.free") : <Money minor={bet} />),
    },
    { key: "win", head: t("records.win"), numeric: true, lead: true, cell: ({ win }) => <Money minor={win} /> },
    {
      key: "more",
      head: t("records.handPayAndJackpot"),
      numeric: true,
      cell: ({ handPay, jackpot }) => (handPay + jackpot === 0 ? null : <Money minor={handPay + jackpot} />),
    },
  ];
}

export function GameTable({ pages, ofPlayer = false }: { pages: Pages<GameRow>; ofPlayer?: boolean }) {
  const t = useT();
  const columns = useColumns(ofPlayer);
  return (
    <RecordTable
      caption={t("records.title_games")}
      columns={columns}
      pages={pages}
      rowKey={({ id }) => id}
      empty={{ title: t("records.noGames"), text: t("records.noGamesText") }}
    />
  );
}
