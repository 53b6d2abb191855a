/** The search in the navigation: a field and at most ten pages below it, all of it by keyboard too. */
import { useId, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { useT } from "../../i18n/index.ts";
import { Dialog, SearchIcon, cx } from "../../ui/index.ts";
import type { PanelProps } from "../panels.ts";
import { search } from "./match.ts";
import { useGoTo, usePlaces } from "./places.ts";
import type { Place } from "./places.ts";

/** Where a key leads in a list of so many; null: nowhere, the key is the field's own. */
export function moved(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

function Search({ onClose, field }: { onClose: () => void; field: RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const id = useId();
  const goTo = useGoTo();
  const places = usePlaces();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const found = search(places, query);
  const chosen = Math.min(at, found.length - 1);
  const asked = query.trim() !== "";

  const go = (place: Place) => {
    onClose();
    goTo(place);
  };
  const onKey = (event: KeyboardEvent) => {
    const place = found[chosen];
    if (event.key === "Enter" && place && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(place);
    }
    const next = moved(event.key, chosen, found.length);
    if (next === null) return;
    event.preventDefault();
    setAt(next);
    list.current?.children[next]?.scrollIntoView({ block: "nearest" });
  };

  return (
    <>
      <div className="relative">
        <SearchIcon className="pointer-events-none absolute start-3 top-3.5 text-muted" />
        <input
          ref={field}
          type="text"
          role="combobox"
          aria-label={t("tools.search")}
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder={t("tools.search")}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
          maxLength={60}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint="go"
          className="h-12 w-full rounded-md border border-edge bg-sunken ps-10 pe-3 outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold"
        />
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t("tools.results")}
        className="-mx-2 flex flex-col empty:hidden"
      >
        {found.map((place, index) => (
          <button
            type="button"
            // The field keeps the focus: keys are its own, a press is for the pointer.
            tabIndex={-1}
            key={place.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === chosen}
            onClick={() => go(place)}
            onPointerMove={() => index !== chosen && setAt(index)}
            className={cx(
              "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1 text-start",
              index === chosen && "bg-lifted text-gold",
            )}
          >
            {place.icon ? <place.icon size={18} className="shrink-0" /> : <span className="w-4.5 shrink-0" />}
            <span className="min-w-0 grow">
              {place.title}
              {place.within === "" ? null : <span className="block text-xs text-muted">{place.within}</span>}
            </span>
          </button>
        ))}
      </div>
      <p role="status" className={found.length > 0 ? "sr-only" : "text-sm text-muted"}>
        {found.length > 0 ? t("tools.found", { count: found.length }) : t(asked ? "tools.noResults" : "tools.hint")}
      </p>
    </>
  );
}

export default function SearchPanel({ open, onClose }: PanelProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      initialFocus={field}
      open={open}
      onClose={onClose}
      title={t("tools.search")}
      closeLabel={t("shell.close")}
      width={520}
    >
      <Search onClose={onClose} field={field} />
    </Dialog>
  );
}
