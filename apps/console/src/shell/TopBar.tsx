/** The bar above every screen: search, the connection, language, light and dark, and who is signed in. */
import type { Me } from "@reelcast/contract/console";
import { SearchIcon } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { ConnectionState } from "./ConnectionState.tsx";
import { LanguageSelect } from "./LanguageSelect.tsx";
import { Mark } from "./Mark.tsx";
import { SchemeButton } from "./SchemeButton.tsx";
import type { Panel } from "./panel.ts";
import { Keys } from "./Keys.tsx";
import { PALETTE_KEYS } from "./keys.ts";

interface TopBarProps {
  me: Me;
  onPanel: (panel: Panel) => void;
}

export function TopBar({ me, onPanel }: TopBarProps) {
  const t = useT();
  return (
    <header className="sticky top-0 z-20 flex h-(--bar) shrink-0 items-center gap-2 border-b border-line bg-surface/92 px-3 backdrop-blur-sm sm:px-6">
      <span className="flex items-center gap-2.5 font-semibold sm:hidden">
        <Mark />
        {me.house.name}
      </span>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => onPanel("palette")}
        className="ms-auto flex size-11 items-center justify-center gap-2.5 rounded-md text-sm text-muted hover:bg-lifted sm:ms-0 sm:h-9 sm:w-full sm:max-w-96 sm:justify-start sm:border sm:border-line sm:bg-sunken sm:px-3"
      >
        <SearchIcon size={18} className="shrink-0" />
        <span className="sr-only sm:hidden">{t("shell.search")}</span>
        <span className="hidden truncate sm:block">{t("shell.search")}</span>
        <Keys hidden keys={PALETTE_KEYS} className="ms-auto hidden wide:flex" />
      </button>
      <div className="flex items-center gap-1 sm:ms-auto">
        <ConnectionState />
        <div className="hidden items-center gap-1 md:flex">
          <LanguageSelect />
          <SchemeButton />
        </div>
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onPanel("person")}
          className="hidden h-11 max-w-48 items-center gap-2.5 rounded-md ps-1.5 pe-3 text-sm hover:bg-lifted sm:flex"
        >
          <span
            aria-hidden="true"
            className="grid size-8 shrink-0 place-items-center rounded-full bg-lifted text-xs font-semibold uppercase ring-1 ring-line ring-inset"
          >
            {Array.from(me.name).slice(0, 1)}
          </span>
          <span className="truncate">
            <span className="sr-only">{t("shell.account")} </span>
            {me.name}
          </span>
        </button>
      </div>
    </header>
  );
}
