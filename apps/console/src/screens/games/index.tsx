/** Games of the house. Two presses find the highest win of the day: this screen, and "Highest wins". */
import { useDeferredValue, useState } from "react";
import { GAME_FILTERS, GAME_ORDERS } from "@reelcast/contract/console";
import type { GameRow, GamesQuery } from "@reelcast/contract/console";
import { Chip, SearchField, Select } from "@reelcast/ui";
import { useCall } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { dayBounds, today } from "../../records/days.ts";
import { GameTable } from "../../records/GameTable.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { usePages } from "../../records/usePages.ts";
import { Page } from "../../shell/Page.tsx";

const oneOf = <T extends string>(all: readonly T[], text: string | undefined): T | undefined =>
  all.find((one) => one === text);
const KEYS = ["day", "order", "only", "search", "player", "machine", "session"] as const;

export default function GamesScreen() {
  const t = useT();
  const [filters, setFilters] = useFilters(KEYS);
  const [typed, setTyped] = useState(filters.search ?? "");
  const { data: house } = useCall("house");
  const timeZone = house?.timeZone ?? "UTC";
  const order = oneOf(GAME_ORDERS, filters.order) ?? "newest";
  const only = oneOf(GAME_FILTERS, filters.only);
  // The highest wins are those of a day.
  const day = filters.day ?? (order === "newest" ? "" : today(timeZone));
  const query = useDeferredValue<Partial<GamesQuery>>({
    order,
    ...(day === "" ? {} : dayBounds(day, timeZone)),
    ...(only === undefined ? {} : { only }),
    ...(filters.search === undefined ? {} : { search: filters.search }),
    ...(filters.player === undefined ? {} : { player: Number(filters.player) }),
    ...(filters.machine === undefined ? {} : { machine: Number(filters.machine) }),
    ...(filters.session === undefined ? {} : { session: filters.session }),
  });
  const pages = usePages<GameRow>("games", { query });
  return (
    <Page title={t("records.title_games")} text={t("records.gamesText")}>
      <div className="flex flex-wrap items-end gap-3">
        <SearchField
          label={t("records.findGame")}
          clearLabel={t("shell.clear")}
          value={typed}
          maxLength={40}
          onChange={(text) => {
            setTyped(text);
            setFilters({ search: text.trim() });
          }}
          className="w-full max-w-72 grow"
        />
        <Select
          label={t("records.order")}
          value={order}
          onChange={(next) => setFilters({ order: next === "newest" ? "" : next })}
          options={GAME_ORDERS.map((value) => ({ value, text: t(`records.order_${value}`) }))}
        />
        <label className="flex flex-col gap-1.5">
          <span className="text-sm font-medium text-muted">{t("records.day")}</span>
          <input
            type="date"
            value={day}
            max={today(timeZone)}
            onChange={(event) => setFilters({ day: event.target.value })}
            className="h-11 rounded-md border border-edge bg-sunken px-3 text-base text-text outline-none focus:border-gold"
          />
        </label>
        <div className="flex flex-wrap gap-2">
          {GAME_FILTERS.map((one) => (
            <Chip key={one} pressed={only === one} onClick={() => setFilters({ only: only === one ? "" : one })}>
              {t(`records.only_${one}`)}
            </Chip>
          ))}
        </div>
      </div>
      <GameTable pages={pages} />
    </Page>
  );
}
