/** Common parts of both page layouts, and the classes that give them the window's height. */
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { SidebarSheet } from "./Sidebar.tsx";
import type { LayoutSidebar } from "./Sidebar.tsx";
import type { LayoutTabs } from "./Tabs.tsx";

export interface PageLayoutProps {
  /** Begins with the page's h1. */
  header: ReactNode;
  children: ReactNode;
  sidebar?: LayoutSidebar | undefined;
  /** With tabs, the children are the content of the chosen tab. */
  tabs?: LayoutTabs | undefined;
  /**
   * page: the page grows with its content and the window scrolls.
   * content: the page takes the window's height and its parts scroll by themselves; on a small screen, as above.
   */
  scroll?: "page" | "content";
  /** Name of the part that scrolls by itself, which the keyboard reaches. */
  contentLabel: string;
}

/** The window's height below the frame, where there is enough of it, and no less than something can be read in. */
export const ROOM = "[@media(min-height:640px)]:@3xl:h-[max(420px,calc(100dvh-var(--room-top,0px)-24px))]";
/** A part that scrolls by itself, wherever `ROOM` bounds it. */
export const SCROLLS = "min-h-0 [@media(min-height:640px)]:@3xl:overflow-y-auto";
/** A sidebar that stays while the window scrolls past it; a long one scrolls by itself. */
export const STAYS =
  "@3xl:sticky @3xl:top-(--room-top) @3xl:max-h-[calc(100dvh-var(--room-top,0px)-24px)] @3xl:self-start @3xl:overflow-y-auto";
/** The header's background: the surface with the accent colour from above. */
export const BAND =
  "bg-raised bg-[radial-gradient(110%_180%_at_50%_-60%,color-mix(in_oklab,var(--color-gold)_26%,transparent),transparent_75%)]";

export function Header({
  header,
  sidebar,
  className,
}: {
  header: ReactNode;
  sidebar: LayoutSidebar | undefined;
  className?: string;
}) {
  return (
    <header data-part="header" className={cx("flex shrink-0 flex-col items-start gap-4", className)}>
      <div className="w-full min-w-0">{header}</div>
      <SidebarSheet sidebar={sidebar} />
    </header>
  );
}

export interface ContentProps {
  label: string;
  scrolls: boolean;
  className?: string;
  children: ReactNode;
}
/** The content. If it scrolls by itself, it can have the focus. */
export function Content({ label, scrolls, className, children }: ContentProps) {
  return (
    <div
      data-part="content"
      {...(scrolls && { role: "region", "aria-label": label, tabIndex: 0 })}
      className={cx("min-w-0 grow -outline-offset-2", scrolls && SCROLLS, className)}
    >
      {children}
    </div>
  );
}
