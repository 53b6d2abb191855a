/** Page layouts. Apart from the rest of the design system, since only pages that use one fetch them. */
export { PageCarded } from "./PageCarded.tsx";
export { PageSimple } from "./PageSimple.tsx";
export type { PageLayoutProps } from "./frame.tsx";
export { useLeaveSidebar } from "./Sidebar.tsx";
export type { LayoutSidebar } from "./Sidebar.tsx";
export type { LayoutTab, LayoutTabs } from "./Tabs.tsx";
