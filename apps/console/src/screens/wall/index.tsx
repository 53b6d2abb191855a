/** The floor wall: every machine as a tile, live, what waits for a person first. */
import { Suspense, useRef, useState } from "react";
import { Button, Message, useNow } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { lazyPart } from "../../i18n/lazyPart.ts";
import type { Floor } from "../../floor/floorState.ts";
import { useFloor } from "../../floor/useFloor.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Page } from "../../shell/Page.tsx";
import { useMay } from "../../session/me.ts";
import { useShortcuts } from "../../shell/keys.ts";
import { useAlarm } from "./alarm.ts";
import { Grid } from "./Grid.tsx";
import { WHOLE, countGroups, countStates, wallOf } from "./order.ts";
import { Toolbar } from "./Toolbar.tsx";
import { changeView, useView } from "./view.ts";

const StartWall = lazyPart(() => import("./StartWall.tsx"));
/** Ages are shown by the second at first. */
const NOW_MS = 5_000;

function NothingFound({ isFiltered }: { isFiltered: boolean }) {
  const t = useT();
  if (!isFiltered) return <Message title={t("wall.empty")} text={t("wall.emptyText")} />;
  return (
    <Message title={t("wall.nothing")} text={t("wall.nothingText")}>
      <Button onClick={() => changeView(WHOLE)}>{t("wall.showAll")}</Button>
    </Message>
  );
}

function Wall({ floor }: { floor: Floor }) {
  const t = useT();
  const view = useView();
  const now = useNow(NOW_MS);
  const mayWatch = useMay()("machine.watch");
  const search = useRef<HTMLDivElement>(null);
  const [starting, setStarting] = useState(false);
  const { tiles, brands } = floor;
  const shown = wallOf(tiles, view, brands);
  const soundBlocked = useAlarm(tiles, view.sound);
  useShortcuts([
    { key: "/", title: t("wall.find"), run: () => search.current?.querySelector("input")?.focus() },
    { key: "n", title: t("wall.showNeeded"), run: () => changeView({ group: "needed" }) },
    { key: "a", title: t("wall.showAll"), run: () => changeView({ group: "all" }) },
    { key: "w", title: t("wall.title_session"), run: () => setStarting(true) },
  ]);
  return (
    <>
      <Toolbar
        view={view}
        brands={brands}
        counts={countGroups(tiles)}
        states={countStates(tiles)}
        search={search}
        onWallMode={() => setStarting(true)}
      />
      <p role="status" className={soundBlocked ? "text-sm text-warning" : "sr-only"}>
        {soundBlocked ? t("wall.soundBlocked") : null}
      </p>
      {shown.length === 0 ? (
        <NothingFound isFiltered={tiles.length > 0} />
      ) : (
        <Grid tiles={shown} brands={brands} density={view.density} mayWatch={mayWatch} now={now} />
      )}
      {starting ? (
        <Suspense>
          <StartWall filter={view} onClose={() => setStarting(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

export default function WallScreen() {
  const t = useT();
  const { floor, query } = useFloor();
  return (
    <Page title={t("wall.title")}>
      <Loaded query={query} height="h-96">
        {() => (floor ? <Wall floor={floor} /> : null)}
      </Loaded>
    </Page>
  );
}
