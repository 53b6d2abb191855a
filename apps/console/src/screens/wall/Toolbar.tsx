/** What narrows the wall: groups and states with their numbers, brand, search; and how it is shown. */
import type { RefObject } from "react";
import { TILE_STATES } from "@reelcast/contract/console";
import type { TileState } from "@reelcast/contract/console";
import {
  Chip,
  FullscreenIcon,
  IconButton,
  ListIcon,
  MutedIcon,
  SearchField,
  Select,
  SoundIcon,
  ShapesIcon,
} from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { ring } from "./alarm.ts";
import { GROUPS } from "./order.ts";
import type { Group } from "./order.ts";
import { changeView } from "./view.ts";
import type { WallView } from "./view.ts";

export interface ToolbarProps {
  view: WallView;
  brands: ReadonlyMap<number, string>;
  counts: Readonly<Record<Group, number>>;
  /** How many machines are in each state that any is in. */
  states: ReadonlyMap<TileState, number>;
  /** Around the search field. */
  search: RefObject<HTMLDivElement | null>;
  onWallMode: () => void;
}
/** On a phone two of them share a line. */
const SELECT = "w-40 max-sm:min-w-0 max-sm:grow max-sm:basis-32";

function StateSelect({ state, states }: { state: TileState | null; states: ReadonlyMap<TileState, number> }) {
  const t = useT();
  return (
    <Select
      label={<span className="sr-only">{t("wall.state")}</span>}
      inline
      value={state ?? ""}
      onChange={(value) => changeView({ state: TILE_STATES.find((one) => one === value) ?? null })}
      options={[
        { value: "", text: t("wall.allStates") },
        ...TILE_STATES.map((one) => ({ value: one, text: `${t(`floor.state_${one}`)} (${states.get(one) ?? 0})` })),
      ]}
      className={SELECT}
    />
  );
}

export function Toolbar({ view, brands, counts, states, search, onWallMode }: ToolbarProps) {
  const t = useT();
  const { group, state, brand, density, sound } = view;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div role="group" aria-label={t("wall.show")} className="flex min-w-0 gap-2 overflow-x-auto max-sm:w-full">
        {GROUPS.map((one) => (
          <Chip key={one} pressed={group === one && state === null} onClick={() => changeView({ group: one })}>
            {t(`wall.group_${one}`)}
            <span className="figures text-muted">{counts[one]}</span>
          </Chip>
        ))}
      </div>
      <div className="flex min-w-0 grow flex-wrap items-center gap-2">
        <div ref={search} className="min-w-40 grow basis-44 sm:max-w-72">
          <SearchField
            label={t("wall.find")}
            clearLabel={t("shell.clear")}
            value={view.search}
            onChange={(typed) => changeView({ search: typed })}
          />
        </div>
        {brands.size > 1 ? (
          <Select
            label={<span className="sr-only">{t("wall.brand")}</span>}
            inline
            value={String(brand ?? "")}
            onChange={(value) => changeView({ brand: value === "" ? null : Number(value) })}
            options={[
              { value: "", text: t("wall.allBrands") },
              ...[...brands].map(([id, name]) => ({ value: String(id), text: name })),
            ]}
            className={SELECT}
          />
        ) : null}
        <StateSelect state={state} states={states} />
        <span className="ms-auto flex">
          <IconButton
            label={t(density === "pictures" ? "wall.withoutPictures" : "wall.withPictures")}
            onClick={() => changeView({ density: density === "pictures" ? "list" : "pictures" })}
          >
            {density === "pictures" ? <ListIcon /> : <ShapesIcon />}
          </IconButton>
          <IconButton
            label={t("wall.sound")}
            aria-pressed={sound}
            onClick={() => {
              if (!sound) ring();
              changeView({ sound: !sound });
            }}
          >
            {sound ? <SoundIcon /> : <MutedIcon />}
          </IconButton>
          <IconButton label={t("wall.title_session")} onClick={onWallMode}>
            <FullscreenIcon />
          </IconButton>
        </span>
      </div>
    </div>
  );
}
