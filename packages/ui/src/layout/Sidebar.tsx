/** A page's sidebar: next to the content on a wide page, else a sheet that a button opens. */
import { createContext, useContext, useRef, useState } from "react";
import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import { cx } from "../cx.ts";
import { Sheet } from "../Dialog.tsx";
import { ListIcon } from "../icons.ts";

export interface LayoutSidebar {
  /** Edges by the direction of reading: "start" is the left one in English and the right one in Arabic. */
  side: "start" | "end";
  /**
   * below-header: the header spans the page, the sidebar is next to the content. full-height: the sidebar takes the
   * page's whole height, the header spans the content alone. within-scroll: below the header, and it scrolls away
   * together with the content.
   */
  variant: "below-header" | "full-height" | "within-scroll";
  /** Its name: of the region, of the sheet, and on the button that opens that. */
  label: string;
  closeLabel: string;
  /** Its links call `useLeaveSidebar` when one is chosen. */
  content: ReactNode;
}

function focusOn(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "start" });
  element?.focus({ preventScroll: true });
}

const LeaveContext = createContext(focusOn);
/** Focuses what was chosen in a sidebar, and closes the sidebar if it is a sheet. null: the focus goes back. */
export const useLeaveSidebar = (): ((to: HTMLElement | null) => void) => useContext(LeaveContext);

/** Shown only where the page is wide. */
export function SidebarRegion({ sidebar, className }: { sidebar: LayoutSidebar; className?: string }) {
  return (
    <section
      aria-label={sidebar.label}
      data-part="sidebar"
      className={cx("hidden w-64 shrink-0 p-3 @3xl:block @5xl:w-72", className)}
    >
      <p aria-hidden="true" className="px-3 pt-1.5 pb-3 text-base font-semibold">
        {sidebar.label}
      </p>
      {sidebar.content}
    </section>
  );
}

/** Shown only where the page is narrow: the button, and the sheet that it opens. */
export function SidebarSheet({ sidebar }: { sidebar: LayoutSidebar | undefined }) {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const goesTo = useRef<HTMLElement>(null);
  if (!sidebar) return null;
  const leave = (to: HTMLElement | null) => {
    if (to) goesTo.current = to;
    setOpen(false);
  };
  return (
    <>
      <Button
        ref={opener}
        icon={<ListIcon className="rtl:-scale-x-100" />}
        aria-haspopup="dialog"
        onClick={() => {
          goesTo.current = opener.current;
          setOpen(true);
        }}
        className="@3xl:hidden"
      >
        {sidebar.label}
      </Button>
      <Sheet
        open={open}
        onClose={() => setOpen(false)}
        side={sidebar.side}
        title={sidebar.label}
        closeLabel={sidebar.closeLabel}
        returnFocus={goesTo}
      >
        <div className="p-3">
          <LeaveContext value={leave}>{sidebar.content}</LeaveContext>
        </div>
      </Sheet>
    </>
  );
}
