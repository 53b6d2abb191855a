/** The row of buttons that open the side panels: in the bar of every layout, and in its drawer. */
import { useT } from "../../i18n/index.ts";
import { IconButton, cx } from "../../ui/index.ts";
import { showPanel } from "../panels.ts";
import { ChatIcon, PaletteIcon, QuickIcon } from "./icons.tsx";

export interface ToolsProps {
  /** Called before a panel opens: a drawer that holds this row closes, so that one thing lies over the page. */
  onChoose?: () => void;
  className?: string;
}

const BUTTONS = [
  { panel: "chat", text: "navigation.chat", icon: ChatIcon },
  { panel: "quick", text: "navigation.quick", icon: QuickIcon },
  { panel: "theme", text: "navigation.theme", icon: PaletteIcon },
] as const;

export default function Tools({ onChoose, className }: ToolsProps) {
  const t = useT();
  return (
    <div role="group" aria-label={t("navigation.tools")} className={cx("flex flex-wrap items-center", className)}>
      {BUTTONS.map(({ panel, text, icon: Icon }) => (
        <IconButton
          key={panel}
          label={t(text)}
          aria-haspopup="dialog"
          onClick={() => {
            onChoose?.();
            showPanel(panel);
          }}
        >
          <Icon />
        </IconButton>
      ))}
    </div>
  );
}
