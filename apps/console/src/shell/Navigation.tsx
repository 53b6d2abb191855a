/** The navigation: a list at the side, a rail where there is less room, a bar at the bottom of a phone. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MenuIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import type { ListedScreen } from "../screens/registry.ts";
import { GROUPS } from "../screens/screen.ts";
import { Mark } from "./Mark.tsx";

interface NavigationProps {
  /** What this person may open. */
  screens: readonly ListedScreen[];
}

const ENTRY =
  "flex items-center rounded-md text-muted hover:bg-lifted hover:text-text aria-[current=page]:bg-lifted aria-[current=page]:font-semibold aria-[current=page]:text-text";

interface CountedProps {
  screen: ListedScreen;
  /** @param name as screen readers say it: the title, and how many wait there */
  children: (page: string, count: number, name: string) => ReactNode;
}
function Counted({ screen: { title, navigation }, children }: CountedProps) {
  const t = useT();
  const page = t(title);
  const { counter: Counter } = navigation;
  const draw = (count: number) => children(page, count, count === 0 ? page : t("shell.waiting", { page, count }));
  return Counter === undefined ? draw(0) : <Counter>{draw}</Counter>;
}
/** Only for the eye: the entry's name says it in words. */
function Count({ count, className }: { count: number; className: string }) {
  return count === 0 ? null : (
    <span
      aria-hidden
      data-count={count > 99 ? "99+" : count}
      className={cx(
        "figures flex h-5 w-max min-w-5 items-center justify-center rounded-full bg-gold px-1 text-xs font-semibold text-on-gold before:content-[attr(data-count)]",
        className,
      )}
    />
  );
}

function Entry({ screen }: { screen: ListedScreen }) {
  const { icon: Icon } = screen.navigation;
  return (
    <Counted screen={screen}>
      {(page, count, name) => (
        <li>
          <Link
            to={screen.paths[0] as "/"}
            aria-label={name}
            title={name}
            className={cx(
              ENTRY,
              "relative size-11 justify-center wide:h-10 wide:w-full wide:justify-start wide:gap-3 wide:px-3",
            )}
          >
            <Icon size={18} className="shrink-0" />
            <span className="hidden truncate wide:inline">{page}</span>
            <Count count={count} className="absolute end-0.5 top-0.5 wide:static wide:ms-auto" />
          </Link>
        </li>
      )}
    </Counted>
  );
}

export function SideNavigation({ screens, house }: NavigationProps & { house: string }) {
  const t = useT();
  return (
    <nav
      aria-label={t("shell.navigation")}
      className="sticky top-0 row-span-2 hidden h-dvh flex-col gap-4 overflow-y-auto border-e border-line bg-sunken ps-[calc(env(safe-area-inset-left)+8px)] pe-2 pb-4 sm:flex wide:w-58"
    >
      <p className="flex h-(--bar) shrink-0 items-center justify-center gap-2.5 font-semibold wide:justify-start wide:px-3">
        <Mark />
        <span className="sr-only wide:hidden">{house}</span>
        <span className="hidden truncate wide:block">{house}</span>
      </p>
      {GROUPS.map((group) => {
        const entries = screens.filter(({ navigation }) => navigation.group === group);
        return entries.length === 0 ? null : (
          <section key={group} aria-labelledby={`group-${group}`} className="flex flex-col gap-1">
            <h2
              id={`group-${group}`}
              className="sr-only text-xs font-medium text-muted wide:not-sr-only wide:px-3 wide:py-1"
            >
              {t(`shell.group_${group}`)}
            </h2>
            <ul className="flex flex-col gap-0.5">
              {entries.map((screen) => (
                <Entry key={screen.paths[0]} screen={screen} />
              ))}
            </ul>
          </section>
        );
      })}
    </nav>
  );
}

/** As many as a thumb can hit; the rest is behind "More". */
const MOST_BELOW = 4;

const CELL =
  "flex h-15 min-w-0 flex-col items-center justify-center gap-1 px-1 text-xs text-muted aria-[current=page]:text-gold";

function Cell({ screen }: { screen: ListedScreen }) {
  const { icon: Icon } = screen.navigation;
  return (
    <Counted screen={screen}>
      {(page, count, name) => (
        <li>
          <Link to={screen.paths[0] as "/"} aria-label={name} className={CELL}>
            <span className="relative">
              <Icon size={20} />
              <Count count={count} className="absolute start-4 -top-2.5" />
            </span>
            <span className="max-w-full truncate">{page}</span>
          </Link>
        </li>
      )}
    </Counted>
  );
}

export function BottomBar({ screens, onMore }: NavigationProps & { onMore: () => void }) {
  const t = useT();
  return (
    <nav
      aria-label={t("shell.navigation")}
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] sm:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {screens.slice(0, MOST_BELOW).map((screen) => (
          <Cell key={screen.paths[0]} screen={screen} />
        ))}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={onMore} className={cx(CELL, "w-full")}>
            <MenuIcon size={20} />
            {t("shell.more")}
          </button>
        </li>
      </ul>
    </nav>
  );
}
