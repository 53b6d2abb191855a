/** What narrows the wall: groups with their numbers, brand, search; and how it is shown. */
import type { RefObject } from "react";
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
  /** Around the search field. */
  search: RefObject<HTMLDivElement | null>;
  onWallMode: () => void;
}
export function Toolbar({ view, brands, counts, search, onWallMode }: ToolbarProps) {
  const t = useT();
  const { group, brand, density, sound } = view;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div role="group" aria-label={t("wall.show")} className="flex min-w-0 gap-2 overflow-x-auto max-sm:w-full">
        {GROUPS.map((one) => (
          <Chip key={one} pressed={group === one} onClick={() => changeView({ group: one })}>
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
            className="w-44"
          />
        ) : null}
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
          <IconButton label={t("wall.wallMode")} onClick={onWallMode}>
            <FullscreenIcon />
          </IconButton>
        </span>
      </div>
    </div>
  );
}
