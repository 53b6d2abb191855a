/** Players of the house: found by a part of a name, an e-mail address or a number. */
import { useDeferredValue, useState } from "react";
import { PLAYER_STATES } from "@reelcast/contract/console";
import type { PlayerListRow, PlayerState } from "@reelcast/contract/console";
import { Chip, Money, SearchField } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { MachineLink, PlayerLink } from "../../records/links.tsx";
import { PlayerStates } from "../../records/PlayerStates.tsx";
import { RecordTable } from "../../records/RecordTable.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { usePages } from "../../records/usePages.ts";
import { Page } from "../../shell/Page.tsx";

function useColumns(): readonly Column<PlayerListRow>[] {
  const t = useT();
  const language = useLanguage();
  return [
    {
      key: "username",
      head: t("records.player"),
      main: true,
      cell: ({ id, username }) => <PlayerLink id={id} name={username} strong />,
    },
    { key: "name", head: t("records.name"), cell: ({ name }) => (name === "" ? null : <bdi>{name}</bdi>) },
    { key: "email", head: t("records.email"), cell: ({ email }) => <bdi>{email}</bdi> },
    {
      key: "state",
      head: t("records.state"),
      cell: ({ states }) => (states.length === 0 ? null : <PlayerStates states={states} />),
    },
    {
      key: "machine",
      head: t("records.machine"),
      cell: ({ machine }) => (machine === null ? null : <MachineLink {...machine} />),
    },
    {
      key: "balance",
      head: t("records.balance"),
      numeric: true,
      lead: true,
      cell: ({ balance }) => <Money minor={balance} />,
    },
    {
      key: "lastLogin",
      head: t("records.lastLogin"),
      cell: ({ lastLogin }) => (lastLogin === null ? null : formatMoment(lastLogin, language)),
    },
  ];
}

const isState = (text: string | undefined): text is PlayerState => PLAYER_STATES.some((state) => state === text);

export default function PlayersScreen() {
  const t = useT();
  const [{ search = "", state }, setFilters] = useFilters(["search", "state"]);
  const [typed, setTyped] = useState(search);
  const wanted = useDeferredValue(search);
  const columns = useColumns();
  const pages = usePages<PlayerListRow>("players", {
    query: { ...(wanted === "" ? {} : { search: wanted }), ...(isState(state) ? { state } : {}) },
  });
  return (
    <Page title={t("records.title_players")} text={t("records.playersText")}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t("records.findPlayer")}
          clearLabel={t("shell.clear")}
          value={typed}
          maxLength={100}
          onChange={(text) => {
            setTyped(text);
            setFilters({ search: text });
          }}
          className="w-full max-w-96 grow"
        />
        {PLAYER_STATES.map((one) => (
          <Chip key={one} pressed={state === one} onClick={() => setFilters({ state: state === one ? "" : one })}>
            {t(`records.player_${one}`)}
          </Chip>
        ))}
      </div>
      <RecordTable
        caption={t("records.title_players")}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => String(id)}
        empty={{ title: t("records.noPlayers"), text: t("records.noPlayersText") }}
      />
    </Page>
  );
}
