/** Transfers between players and machines, and one of them with its evidence. */
import { useParams } from "@tanstack/react-router";
import { useDeferredValue, useState } from "react";
import { TRANSFER_FILTERS } from "@reelcast/contract/console";
import type { TransferRow } from "@reelcast/contract/console";
import { Chip, SearchField } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { TransferTable } from "../../records/TransferTable.tsx";
import { TransferView } from "../../records/TransferView.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { usePages } from "../../records/usePages.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";

function One({ id }: { id: string }) {
  const t = useT();
  const reload = useReload();
  const transfer = useCall("transfer", { params: { id } });
  useTopic("queue", () => void reload("transfer"));
  return (
    <Page title={t("records.transferTitle", { id: id.slice(0, 8) })}>
      <Loaded query={transfer} height="h-96">
        {(found) => <TransferView transfer={found} />}
      </Loaded>
    </Page>
  );
}

function All() {
  const t = useT();
  const [{ search = "", state, player, machine }, setFilters] = useFilters(["search", "state", "player", "machine"]);
  const [typed, setTyped] = useState(search);
  const known = TRANSFER_FILTERS.find((one) => one === state);
  const query = useDeferredValue({
    ...(search === "" ? {} : { search }),
    ...(known === undefined ? {} : { state: known }),
    ...(player === undefined ? {} : { player: Number(player) }),
    ...(machine === undefined ? {} : { machine: Number(machine) }),
  });
  const pages = usePages<TransferRow>("transfers", { query });
  return (
    <Page title={t("records.title_transfers")} text={t("records.transfersText")}>
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label={t("records.findTransfer")}
          clearLabel={t("shell.clear")}
          value={typed}
          maxLength={64}
          onChange={(text) => {
            setTyped(text);
            setFilters({ search: text.trim() });
          }}
          className="w-full max-w-96 grow"
        />
        {TRANSFER_FILTERS.map((one) => (
          <Chip key={one} pressed={known === one} onClick={() => setFilters({ state: known === one ? "" : one })}>
            {t(`records.transfers_${one}`)}
          </Chip>
        ))}
      </div>
      <TransferTable pages={pages} />
    </Page>
  );
}

export default function TransfersScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <All /> : <One key={id} id={id} />;
}
