/** Shows the open side panel. The code of each is loaded when it is first opened; it stays mounted for its closing animation. */
import { Suspense, useState } from "react";
import type { ComponentType } from "react";
import { lazyPart } from "../i18n/lazyPart.ts";
import { showPanel } from "./panels.ts";
import type { Panel, PanelProps } from "./panels.ts";

const PANELS: Partial<Record<Panel, ComponentType<PanelProps>>> = {
  chat: lazyPart(() => import("./chat/ChatPanel.tsx"), "chat"),
  quick: lazyPart(() => import("./quick/QuickPanel.tsx"), "quick"),
  theme: lazyPart(() => import("./theme/ThemePanel.tsx"), "theme"),
  search: lazyPart(() => import("./tools/SearchPanel.tsx"), "tools"),
  shortcuts: lazyPart(() => import("./tools/ShortcutsPanel.tsx"), "tools"),
};

const close = () => showPanel(null);

export default function Panels({ panel }: { panel: Panel | null }) {
  const [opened, setOpened] = useState<readonly Panel[]>([]);
  if (panel !== null && !opened.includes(panel)) setOpened([...opened, panel]);
  return opened.map((one) => {
    const Shown = PANELS[one];
    return Shown ? (
      <Suspense key={one}>
        <Shown open={panel === one} onClose={close} />
      </Suspense>
    ) : null;
  });
}
