/** The frame around every screen: navigation, the bar above, what the connection is, and what opens over it. */
import { Outlet } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useOnceTrue } from "@reelcast/ui";
import { useLive } from "../api/live.ts";
import { useT } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { listedFor } from "../screens/registry.ts";
import { useMay, useMe } from "../session/me.ts";
import { useActivity } from "../session/useActivity.ts";
import { AwayNotice } from "./ConnectionState.tsx";
import { FactorNotice } from "./FactorNotice.tsx";
import { HouseFormats } from "./HouseFormats.tsx";
import { BottomBar, SideNavigation } from "./Navigation.tsx";
import { TopBar } from "./TopBar.tsx";
import { useShellKeys } from "./keys.ts";
import type { Panel } from "./panel.ts";

const Palette = lazyPart(() => import("./Palette.tsx"));
const ShortcutList = lazyPart(() => import("./ShortcutList.tsx"));
const PersonSheet = lazyPart(() => import("./PersonSheet.tsx"));

function Panels({ panel, onChange }: { panel: Panel | null; onChange: (panel: Panel | null) => void }) {
  const close = () => onChange(null);
  // A part that was opened once stays for its closing animation.
  const person = useOnceTrue(panel === "person");
  const shortcuts = useOnceTrue(panel === "shortcuts");
  return (
    <Suspense>
      {panel === "palette" ? <Palette onClose={close} onShortcuts={() => onChange("shortcuts")} /> : null}
      {shortcuts ? <ShortcutList open={panel === "shortcuts"} onClose={close} /> : null}
      {person ? (
        <PersonSheet open={panel === "person"} onClose={close} onShortcuts={() => onChange("shortcuts")} />
      ) : null}
    </Suspense>
  );
}

export function Shell() {
  const t = useT();
  const me = useMe();
  const screens = listedFor(useMay());
  const [panel, setPanel] = useState<Panel | null>(null);
  useLive();
  useActivity(me.idleSeconds);
  useShellKeys(screens, setPanel);
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[auto_1fr] sm:grid-cols-[auto_minmax(0,1fr)]">
      <a
        href="#main"
        className="fixed start-2 top-2 z-50 -translate-y-24 rounded-md bg-gold px-4 py-2 font-semibold text-on-gold focus:translate-y-0"
      >
        {t("shell.skip")}
      </a>
      <SideNavigation screens={screens} house={me.house.name} />
      <div className="flex min-w-0 flex-col sm:row-span-2">
        <TopBar me={me} onPanel={setPanel} />
        <AwayNotice />
        <FactorNotice me={me} />
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1680px] grow p-4 pb-[calc(88px+env(safe-area-inset-bottom))] sm:p-6"
        >
          <HouseFormats>
            <Outlet />
          </HouseFormats>
        </main>
      </div>
      <BottomBar screens={screens} onMore={() => setPanel("person")} />
      <Panels panel={panel} onChange={setPanel} />
    </div>
  );
}
