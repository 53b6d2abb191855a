/** A page on one sheet: a header, tabs below it, and the content, with a sidebar at either edge. */
import { useRef } from "react";
import { cx } from "../cx.ts";
import { SidebarRegion } from "./Sidebar.tsx";
import { TabsList, TabsPanel, TabsRoot } from "./Tabs.tsx";
import { BAND, Content, Header, ROOM, SCROLLS, STAYS } from "./frame.tsx";
import type { PageLayoutProps } from "./frame.tsx";
import { useRoom } from "./useRoom.ts";

export function PageSimple({ header, children, sidebar, tabs, scroll = "page", contentLabel }: PageLayoutProps) {
  const page = useRef<HTMLDivElement>(null);
  useRoom(page);
  const inner = scroll === "content";
  const within = sidebar?.variant === "within-scroll";
  const full = sidebar?.variant === "full-height";
  const region = sidebar ? (
    <SidebarRegion
      sidebar={sidebar}
      className={cx(
        "border-line",
        sidebar.side === "start" ? "border-e" : "border-s",
        full && "bg-raised",
        !within && (inner ? SCROLLS : STAYS),
      )}
    />
  ) : null;
  const start = sidebar?.side === "start" ? region : null;
  const end = sidebar?.side === "end" ? region : null;
  const top = (
    <div className={cx("shrink-0", BAND)}>
      <Header header={header} sidebar={sidebar} className={cx("p-4 sm:p-6", !tabs && "border-b border-line")} />
      <TabsList tabs={tabs} className="px-1 sm:px-3" />
    </div>
  );
  const content = (
    <Content label={contentLabel} scrolls={inner && !within} className="p-4 sm:p-6">
      <TabsPanel tabs={tabs}>{children}</TabsPanel>
    </Content>
  );
  return (
    <div ref={page} className="@container">
      <TabsRoot tabs={tabs}>
        <div
          className={cx(
            "flex overflow-clip rounded-xl border border-line",
            full ? "flex-row" : "flex-col",
            inner && ROOM,
          )}
        >
          {full ? (
            <>
              {start}
              <div className="flex min-h-0 min-w-0 grow flex-col">
                {top}
                {content}
              </div>
              {end}
            </>
          ) : (
            <>
              {top}
              <div
                {...(inner && within && { role: "region", "aria-label": contentLabel, tabIndex: 0 })}
                className={cx("flex grow -outline-offset-2", inner && (within ? SCROLLS : "min-h-0"))}
              >
                {start}
                {content}
                {end}
              </div>
            </>
          )}
        </div>
      </TabsRoot>
    </div>
  );
}
