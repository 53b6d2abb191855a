/** The player's shortcuts as a list of links, with a search to add and remove them. */
import { useState } from "react";
import { CloseIcon, IconButton, SearchField, Sheet, StarIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import type { PanelProps } from "../panels.ts";
import { MOST_SHORTCUTS, titled } from "./match.ts";
import { useGoTo } from "./places.ts";
import type { Place } from "./places.ts";
import { useShortcuts } from "./useShortcuts.ts";

interface RowProps {
  place: Place;
  pinned: boolean;
  onGo: () => void;
  onToggle: () => void;
  disabled?: boolean;
}
function Row({ place, pinned, onGo, onToggle, disabled = false }: RowProps) {
  const t = useT();
  return (
    <li className="flex items-center gap-1">
      <a
        href={place.url}
        target={place.target}
        rel={place.target && "noopener noreferrer"}
        onClick={(event) => {
          if (place.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onGo();
        }}
        className="flex min-h-11 min-w-0 grow items-center gap-3 rounded-md px-2 py-1 hover:bg-lifted"
      >
        {place.icon ? <place.icon size={18} className="shrink-0 text-muted" /> : <span className="w-4.5 shrink-0" />}
        <span className="min-w-0">
          {place.title}
          {place.within === "" ? null : <span className="block text-xs text-muted">{place.within}</span>}
        </span>
      </a>
      <IconButton
        label={t(pinned ? "tools.remove" : "tools.add", { page: place.title })}
        disabled={disabled}
        onClick={onToggle}
      >
        {pinned ? <CloseIcon size={18} /> : <StarIcon size={18} className={cx(disabled && "text-muted")} />}
      </IconButton>
    </li>
  );
}

function List({ onClose }: { onClose: () => void }) {
  const t = useT();
  const goTo = useGoTo();
  const { places, pinned, failed, count, has, toggle } = useShortcuts();
  const [query, setQuery] = useState("");
  const full = count >= MOST_SHORTCUTS;
  const go = (place: Place) => {
    onClose();
    goTo(place);
  };
  if (failed)
    return (
      <p role="alert" className="text-error">
        {t("tools.notLoaded")}
      </p>
    );
  return (
    <>
      <section aria-labelledby="shortcuts-pinned">
        <h3 id="shortcuts-pinned" className="pb-1 text-sm font-medium text-muted">
          {t("tools.pinned")}
        </h3>
        {pinned?.length === 0 ? <p className="text-sm">{t("tools.none")}</p> : null}
        <ul>
          {pinned?.map((place) => (
            <Row key={place.id} place={place} pinned onGo={() => go(place)} onToggle={() => toggle(place.id)} />
          ))}
        </ul>
      </section>
      <section aria-labelledby="shortcuts-all" className="flex flex-col gap-2">
        <h3 id="shortcuts-all" className="text-sm font-medium text-muted">
          {t("tools.all")}
        </h3>
        <SearchField label={t("tools.find")} clearLabel={t("tools.clear")} value={query} onChange={setQuery} />
        {full ? <p className="text-sm text-warning">{t("tools.full", { count: MOST_SHORTCUTS })}</p> : null}
        <ul>
          {titled(places, query)
            .filter(({ id }) => !has(id))
            .map((place) => (
              <Row
                key={place.id}
                place={place}
                pinned={false}
                disabled={full || pinned === undefined}
                onGo={() => go(place)}
                onToggle={() => toggle(place.id)}
              />
            ))}
        </ul>
      </section>
    </>
  );
}

export default function ShortcutsPanel({ open, onClose }: PanelProps) {
  const t = useT();
  return (
    <Sheet open={open} onClose={onClose} side="end" title={t("tools.shortcuts")} closeLabel={t("shell.close")}>
      <div className="flex flex-col gap-5 px-5 pt-2 pb-5">
        <List onClose={onClose} />
      </div>
    </Sheet>
  );
}
