/** Shows the side panel that is open. Each one's code comes when it is first opened, and it stays to slide out again. */
import { Suspense, lazy, useState } from "react";
import type { ComponentType } from "react";
import { loadTexts } from "../i18n/index.ts";
import { showPanel } from "./panels.ts";
import type { Panel } from "./panels.ts";

export interface PanelProps {
  open: boolean;
  onClose: () => void;
}
const PANELS: Partial<Record<Panel, ComponentType<PanelProps>>> = {
  chat: lazy(() => Promise.all([import("./chat/ChatPanel.tsx"), loadTexts("chat")]).then(([module]) => module)),
  quick: lazy(() => Promise.all([import("./quick/QuickPanel.tsx"), loadTexts("quick")]).then(([module]) => module)),
  theme: lazy(() => Promise.all([import("./theme/ThemePanel.tsx"), loadTexts("theme")]).then(([module]) => module)),
  search: lazy(() => Promise.all([import("./tools/SearchPanel.tsx"), loadTexts("tools")]).then(([module]) => module)),
  shortcuts: lazy(() =>
    Promise.all([import("./tools/ShortcutsPanel.tsx"), loadTexts("tools")]).then(([module]) => module),
  ),
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
