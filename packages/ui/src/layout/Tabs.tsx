/** Tabs in a row that scrolls where it is narrow. Arrow keys choose; the panel is named by its tab. */
import { DirectionProvider } from "@base-ui/react/direction-provider";
import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { useDocumentDirection } from "./direction.ts";

export interface LayoutTab {
  value: string;
  text: ReactNode;
  icon?: ReactNode;
}
export interface LayoutTabs {
  /** Name of the tab list for screen readers. */
  label: string;
  /** The tab whose content the page shows now. */
  value: string;
  onChange: (value: string) => void;
  items: readonly LayoutTab[];
}

/** Contains the list and the panel. Renders only its children without tabs. */
export function TabsRoot({ tabs, children }: { tabs: LayoutTabs | undefined; children: ReactNode }) {
  const direction = useDocumentDirection();
  if (!tabs) return children;
  return (
    <DirectionProvider direction={direction}>
      <BaseTabs.Root
        value={tabs.value}
        onValueChange={(value) => typeof value === "string" && tabs.onChange(value)}
        className="contents"
      >
        {children}
      </BaseTabs.Root>
    </DirectionProvider>
  );
}

export function TabsList({ tabs, className }: { tabs: LayoutTabs | undefined; className?: string }) {
  if (!tabs) return null;
  return (
    <BaseTabs.List
      activateOnFocus
      aria-label={tabs.label}
      data-part="tabs"
      className={cx("scroll-row flex shrink-0 gap-1 border-b border-line", className)}
    >
      {tabs.items.map(({ value, text, icon }) => (
        <BaseTabs.Tab
          key={value}
          value={value}
          className="inline-flex min-h-12 shrink-0 items-center gap-2 border-b-2 border-transparent px-4 text-[15px] font-medium text-muted transition-colors -outline-offset-2 select-none hover:text-text data-active:border-gold data-active:text-gold"
        >
          {icon}
          {text}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
  );
}

/** The content of the chosen tab, or of the page without tabs. */
export function TabsPanel({ tabs, children }: { tabs: LayoutTabs | undefined; children: ReactNode }) {
  if (!tabs) return children;
  return (
    <BaseTabs.Panel key={tabs.value} value={tabs.value} className="rounded-md outline-offset-4">
      {children}
    </BaseTabs.Panel>
  );
}
