/** The frame of every screen but the game: one of three layouts, the drawer, and the side panels. */
import { Outlet, useLocation } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { cx, useOnceTrue } from "@reelcast/ui";
import { useLogin } from "../auth/loginState.ts";
import { useOpenSession } from "../auth/openSession.ts";
import { useSeatEnds } from "../auth/seatEnds.ts";
import { useT } from "../i18n/index.ts";
import { SupportWays } from "../support/index.tsx";
import { lazyPart } from "../i18n/lazyPart.ts";
import { openDesk } from "./chat/index.ts";
import { CasinoBar } from "./layouts/Casino.tsx";
import { sectionOf } from "./navigation/entries.ts";
import { CheckingNote, ConnectionNote } from "./Notes.tsx";
import { usePanel } from "./panels.ts";
import { useTheme } from "./theme/theme.ts";

// Parts of the other layouts are loaded with their texts when they are first shown.
const Drawer = lazyPart(() => import("./Drawer.tsx"), "navigation");
const Navbar = lazyPart(() => import("./layouts/Navbar.tsx"), "navigation");
const Toolbar = lazyPart(() => import("./layouts/Toolbar.tsx"), "navigation");
const Footer = lazyPart(() => import("./layouts/Footer.tsx"), "navigation");
const SeatBar = lazyPart(() => import("./SeatBar.tsx"), "reconnect");
const SeatEnds = lazyPart(() => import("./SeatEnds.tsx"), "reconnect");
const Panels = lazyPart(() => import("./Panels.tsx"));

const ROOMS = {
  lobby: "bg-[radial-gradient(70%_420px_at_50%_0,var(--color-glow)_0%,transparent_100%)]",
  account: "bg-[radial-gradient(60%_320px_at_80%_0,var(--color-glow-deep)_0%,transparent_100%)]",
  deep: "",
} as const;
/** At most: text is read across less than a wall of machines is. */
const WIDTHS = { lobby: "max-w-[1920px]", account: "max-w-[1440px]", deep: "max-w-[1440px]" } as const;

function PaidAtEnd() {
  const playerId = useLogin()?.user.id ?? 0;
  const ends = useSeatEnds(playerId);
  return (
    // The live region is rendered before its text, so that screen readers announce the text.
    <div role="status">
      <Suspense>{ends.length > 0 ? <SeatEnds playerId={playerId} ends={ends} /> : null}</Suspense>
    </div>
  );
}

/** The drawer, and the ways to support that take its place. */
function Menu({ open, onOpen }: { open: boolean; onOpen: (next: boolean) => void }) {
  const [support, setSupport] = useState(false);
  const opened = useOnceTrue(open);
  return (
    <>
      <Suspense>
        {opened ? (
          <Drawer
            open={open}
            onClose={() => onOpen(false)}
            onSupport={() => {
              onOpen(false);
              setSupport(true);
            }}
          />
        ) : null}
      </Suspense>
      <SupportWays open={support} onClose={() => setSupport(false)} onDesk={() => void openDesk()} />
    </>
  );
}

export default function Shell() {
  const t = useT();
  const { pathname } = useLocation();
  const { layout, width, navbarHidden, footerHidden } = useTheme();
  const [drawer, setDrawer] = useState(false);
  const panel = usePanel();
  const panelWas = useOnceTrue(panel !== null);
  const session = useOpenSession();
  const casino = layout === "layout3";
  const openDrawer = () => setDrawer(true);
  return (
    <div
      className={cx(
        "min-h-dvh bg-no-repeat pr-(--safe-right) pb-(--safe-bottom) pl-(--safe-left)",
        ROOMS[sectionOf(pathname)],
        !casino && "flex",
      )}
      data-section={sectionOf(pathname)}
      data-layout={layout}
    >
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-60 focus:rounded-md focus:bg-gold focus:p-3 focus:text-on-gold"
      >
        {t("shell.skip")}
      </a>
      {layout === "layout1" && !navbarHidden ? (
        <Suspense>
          <Navbar />
        </Suspense>
      ) : null}
      {/* The same elements in every layout: a screen keeps what it holds when the layout changes. */}
      <div className="flex min-h-dvh min-w-0 grow flex-col">
        <header className="sticky top-0 z-30 border-b border-line bg-surface pt-(--safe-top) print:hidden">
          {casino ? (
            <CasinoBar onMenu={openDrawer} />
          ) : (
            <Suspense fallback={<div className="h-16" />}>
              <Toolbar onMenu={openDrawer} />
            </Suspense>
          )}
          <ConnectionNote />
        </header>
        <CheckingNote />
        <PaidAtEnd />
        <main
          id="content"
          tabIndex={-1}
          className={cx(
            "mx-auto w-full grow px-3 py-4 sm:px-6 sm:py-6",
            width === "container" && WIDTHS[sectionOf(pathname)],
          )}
        >
          <Outlet />
        </main>
        {casino || footerHidden ? null : (
          <Suspense>
            <Footer />
          </Suspense>
        )}
        <Suspense>{session ? <SeatBar session={session} /> : null}</Suspense>
      </div>
      <Menu open={drawer} onOpen={setDrawer} />
      <Suspense>{panelWas ? <Panels panel={panel} /> : null}</Suspense>
    </div>
  );
}
