/** The row of buttons that open the side panels: in the bar of every layout, and in its drawer. */
import { Suspense, useState } from "react";
import { ChatIcon, IconButton, PaletteIcon, QuickIcon, SearchIcon, StarIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { WaitingMessages } from "../chat/laterMessages.ts";
import { togglePanel } from "../panels.ts";
import type { Panel } from "../panels.ts";
import { ShortcutBar } from "./ShortcutBar.tsx";
import { useSearchKeys } from "./useSearchKeys.ts";

export interface ToolsProps {
  /** Called before a panel opens, so that the drawer with this row closes. */
  onChoose?: () => void;
  className?: string;
}

const BUTTONS = [
  { panel: "search", text: "navigation.find", icon: SearchIcon },
  { panel: "shortcuts", text: "navigation.shortcuts", icon: StarIcon },
  { panel: "chat", text: "navigation.chat", icon: ChatIcon },
  { panel: "quick", text: "navigation.quick", icon: QuickIcon },
  { panel: "theme", text: "navigation.theme", icon: PaletteIcon },
] as const;

export default function Tools({ onChoose, className }: ToolsProps) {
  const t = useT();
  useSearchKeys();
  const [waiting, setWaiting] = useState(0);
  const toggle = (panel: Panel) => () => {
    onChoose?.();
    togglePanel(panel);
  };
  return (
    <div role="group" aria-label={t("navigation.tools")} className={cx("flex flex-wrap items-center", className)}>
      <ShortcutBar />
      {BUTTONS.map(({ panel, text, icon: Icon }) => {
        const chat = panel === "chat";
        return (
          <IconButton
            key={panel}
            label={chat && waiting > 0 ? t("chat.titleUnread", { count: waiting }) : t(text)}
            aria-haspopup="dialog"
            data-panel={panel}
            onClick={toggle(panel)}
            className="relative"
          >
            <Icon />
            {chat ? (
              <Suspense>
                <WaitingMessages onCount={setWaiting} />
              </Suspense>
            ) : null}
          </IconButton>
        );
      })}
    </div>
  );
}
