/** Asks before the wall mode takes this screen: the member is signed out on it, and a session of the wall shows the wall alone. */
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { call } from "../../api/index.ts";
import { callQuery } from "../../api/queries.ts";
import { useT } from "../../i18n/index.ts";
import { session } from "../../session/store.ts";
import { Confirm } from "../../shell/Confirm.tsx";
import { enterFullscreen, leaveFullscreen } from "./fullscreen.ts";
import { wallSearch } from "./order.ts";
import type { WallFilter } from "./order.ts";

export interface StartWallProps {
  filter: WallFilter;
  onClose: () => void;
}
export default function StartWall({ filter, onClose }: StartWallProps) {
  const t = useT();
  const queries = useQueryClient();
  const router = useRouter();
  async function start(): Promise<void> {
    // While the press still counts for the browser.
    enterFullscreen();
    const { token } = await call("startWall", { body: {} }).catch((error: unknown) => {
      leaveFullscreen();
      throw error;
    });
    session.open(token);
    await queries.fetchQuery({ ...callQuery("me"), staleTime: 0 });
    await router.navigate({ to: "/wall", search: wallSearch({ ...filter }), replace: true });
  }
  return (
    <Confirm
      title={t("wall.startWallMode")}
      effects={[t("wall.startText1"), t("wall.startText2"), t("wall.startText3")]}
      action={t("wall.startWallMode")}
      tone="main"
      run={start}
      onClose={onClose}
    />
  );
}
