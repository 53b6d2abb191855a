/** A page whose content lies on a card, which overlaps the lit header behind it. Tabs stand at the card's top. */
import { useRef } from "react";
import { cx } from "../cx.ts";
import { SidebarRegion } from "./Sidebar.tsx";
import { TabsList, TabsPanel, TabsRoot } from "./Tabs.tsx";
import { BAND, Content, Header, ROOM, SCROLLS, STAYS } from "./frame.tsx";
import type { PageLayoutProps } from "./frame.tsx";
import { useRoom } from "./useRoom.ts";

export function PageCarded({ header, children, sidebar, tabs, scroll = "page", contentLabel }: PageLayoutProps) {
  const page = useRef<HTMLDivElement>(null);
  useRoom(page);
  const inner = scroll === "content";
  const full = sidebar?.variant === "full-height";
  const within = sidebar?.variant === "within-scroll";
  const region = sidebar ? (
    <SidebarRegion
      sidebar={sidebar}
      className={cx(
        "border-line",
        full ? "rounded-xl border bg-raised" : sidebar.side === "start" ? "border-e" : "border-s",
        !within && (inner ? SCROLLS : STAYS),
        full && !inner && "@3xl:h-[calc(100dvh-var(--room-top,0px)-24px)]",
      )}
    />
  ) : null;
  const start = sidebar?.side === "start" ? region : null;
  const end = sidebar?.side === "end" ? region : null;
  const column = (
    <div className="flex min-h-0 min-w-0 grow flex-col">
      <Header
        header={header}
        sidebar={sidebar}
        className={cx("rounded-xl border border-line/60 p-4 pb-20 sm:p-6 sm:pb-22", BAND)}
      />
      <div
        className={cx(
          "relative mx-2 -mt-14 flex grow flex-col overflow-clip rounded-xl border border-line bg-raised shadow-raised sm:mx-6",
          inner && "min-h-0",
        )}
      >
        <TabsList tabs={tabs} className="bg-lifted/40 px-1 sm:px-3" />
        <div
          {...(inner && within && { role: "region", "aria-label": contentLabel, tabIndex: 0 })}
          className={cx("flex grow -outline-offset-2", inner && (within ? SCROLLS : "min-h-0"))}
        >
          {full ? null : start}
          <Content label={contentLabel} scrolls={inner && !within} className="p-4 sm:p-6">
            <TabsPanel tabs={tabs}>{children}</TabsPanel>
          </Content>
          {full ? null : end}
        </div>
      </div>
    </div>
  );
  return (
    <div ref={page} className="@container">
      <TabsRoot tabs={tabs}>
        <div className={cx("flex gap-6", inner && ROOM)}>
          {full ? start : null}
          {column}
          {full ? end : null}
        </div>
      </TabsRoot>
    </div>
  );
}
