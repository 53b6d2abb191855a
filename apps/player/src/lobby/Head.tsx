/** What stands above the machines: brands, the jackpots of the chosen one, the player's own machines, search and filters. */
import { Suspense } from "react";
import type { Brand, Machine } from "@reelcast/contract";
import { useSettings } from "../api/useSettings.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { BrandChips } from "./BrandChips.tsx";
import { useRecentlyPlayed } from "./ownMachines.ts";
import type { OwnStripProps } from "./OwnStrip.tsx";
import { Toolbar } from "./Toolbar.tsx";
import type { ToolbarProps } from "./Toolbar.tsx";
import { isNarrowed, useHidden } from "./useLobby.ts";
import type { Lobby } from "./useLobby.ts";

const Jackpots = lazyPart(() => import("./Jackpots.tsx"));
const OwnStrip = lazyPart(() => import("./OwnStrip.tsx"));

interface LobbyHeadProps
  extends Omit<ToolbarProps, "refreshing">, Pick<OwnStripProps, "favourites" | "mine" | "pictureOf" | "onOpen"> {
  lobby: Lobby;
  freeOf: (brand: Brand) => number;
}
/** On a phone held across, all of it is one row. */
export function LobbyHead({ lobby, freeOf, favourites, mine, pictureOf, onOpen, ...toolbar }: LobbyHeadProps) {
  const { machines, active, loading, pages } = lobby;
  return (
    <div className="across:-mt-5 across:flex across:gap-2 max-sm:-mt-3">
      <div className="across:scroll-row across:flex across:min-w-0 across:grow across:gap-2">
        <Brands lobby={lobby} freeOf={freeOf} />
        <JackpotRow lobby={lobby} />
        {active === null && !isNarrowed(toolbar.filter) ? (
          <OwnMachines
            machines={pages ? pages.own : loading ? undefined : machines.data}
            {...{ favourites, mine, pictureOf, onOpen }}
          />
        ) : null}
      </div>
      <Toolbar refreshing={machines.isFetching} {...toolbar} />
    </div>
  );
}

type OwnMachinesProps = Omit<OwnStripProps, "machines" | "played"> & {
  machines: readonly Machine[] | undefined;
};
/** What the player has played lately, the open seat first, and what they have marked. */
function OwnMachines({ machines, favourites, mine, ...more }: OwnMachinesProps) {
  const recent = useRecentlyPlayed();
  const played = mine === null ? recent : [mine, ...recent.filter((id) => id !== mine)];
  const isHidden = useHidden();
  if (played.length + favourites.length === 0) return null;
  // What stands below does not move when they come.
  const space = <div aria-hidden="true" className="h-12.5 roomy:h-18" />;
  if (!machines) return space;
  return (
    <Suspense fallback={space}>
      <OwnStrip
        machines={machines.filter((machine) => !isHidden(machine))}
        {...{ played, favourites, mine }}
        {...more}
      />
    </Suspense>
  );
}

/** The jackpots of the chosen brand; those of all brands are in their headings. */
function JackpotRow({ lobby: { active } }: { lobby: Lobby }) {
  if (active === null || active.jackpot === "") return null;
  return (
    <Suspense fallback={<div className="h-12.5 roomy:h-[84px]" />}>
      <Jackpots brand={active} />
    </Suspense>
  );
}

/** The chips of all brands. */
function Brands({ lobby: { brands, active }, freeOf }: { lobby: Lobby; freeOf: (brand: Brand) => number }) {
  const { showLobby } = useSettings();
  if (!showLobby || (brands.data === undefined && brands.isError)) return null;
  return <BrandChips brands={brands.data} active={active?.id ?? null} freeOf={freeOf} />;
}
