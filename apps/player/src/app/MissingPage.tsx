/** An address that names no page. */
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { Button, SearchIcon, useOnceTrue } from "@reelcast/ui";
import { currentLogin } from "../auth/loginState.ts";
import { t } from "../i18n/index.ts";
import { lazyPart } from "../i18n/lazyPart.ts";
import { TITLE_TEXTS } from "../screens/registry.ts";
import { Plain } from "./Plain.tsx";

const SearchPanel = lazyPart(() => import("../shell/tools/SearchPanel.tsx"), "tools", "navigation", ...TITLE_TEXTS);

/** Offers the lobby, and a search over the pages that this player may see. */
export default function MissingPage() {
  const [searching, setSearching] = useState(false);
  const searched = useOnceTrue(searching);
  return (
    <Plain title={t("shell.notFoundTitle")} text={t("shell.notFoundText")}>
      <div className="flex flex-wrap justify-center gap-3">
        <Link
          to="/lobby"
          className="inline-flex min-h-11 items-center rounded-md bg-gold px-5 font-semibold text-on-gold hover:bg-gold-bright"
        >
          {t("shell.backToLobby")}
        </Link>
        {currentLogin() ? (
          <Button icon={<SearchIcon />} aria-haspopup="dialog" onClick={() => setSearching(true)}>
            {t("shell.searchPages")}
          </Button>
        ) : null}
      </div>
      <Suspense>{searched ? <SearchPanel open={searching} onClose={() => setSearching(false)} /> : null}</Suspense>
    </Plain>
  );
}
