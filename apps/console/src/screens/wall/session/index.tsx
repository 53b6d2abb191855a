/** The page of a session of the wall: the wall mode, and nothing that leads elsewhere. It goes on when the page is loaded again. */
import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { useWakeLock } from "@reelcast/ui";
import { useLive } from "../../../api/live.ts";
import { useFloor } from "../../../floor/useFloor.ts";
import { useT } from "../../../i18n/index.ts";
import { HouseFormats } from "../../../shell/HouseFormats.tsx";
import { Loaded } from "../../../shell/Loaded.tsx";
import { useAlarm } from "../alarm.ts";
import { leaveFullscreen } from "../fullscreen.ts";
import { WHOLE, wallOf } from "../order.ts";
import { useView } from "../view.ts";
import WallMode from "./WallMode.tsx";

const route = getRouteApi("/wall");

function Wall() {
  const t = useT();
  const filter = route.useSearch();
  const queries = useQueryClient();
  const { sound } = useView();
  const { floor, query } = useFloor();
  useLive();
  useWakeLock(true);
  const soundBlocked = useAlarm(floor?.tiles ?? null, sound);
  useEffect(() => {
    // What the member has read before is out of reach on this screen.
    queries.removeQueries({ type: "inactive" });
    return leaveFullscreen;
  }, [queries]);
  return (
    <main id="main" tabIndex={-1} className="fixed inset-0 overflow-hidden bg-surface">
      <h1 className="sr-only">{t("wall.title_session")}</h1>
      <Loaded query={query} height="h-96">
        {() =>
          floor ? (
            <WallMode
              tiles={wallOf(floor.tiles, { ...WHOLE, ...filter }, floor.brands)}
              brands={floor.brands}
              soundBlocked={soundBlocked}
            />
          ) : null
        }
      </Loaded>
    </main>
  );
}

export default function WallSession() {
  return (
    <HouseFormats>
      <Wall />
    </HouseFormats>
  );
}
