/** The search in the navigation: a field and at most ten pages below it, usable by the keyboard alone. */
import { useId, useMemo, useRef, useState } from "react";
import type { KeyboardEvent, RefObject } from "react";
import { Dialog, SearchIcon, ShieldIcon, cx } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import type { PanelProps } from "../panels.ts";
import { search } from "./match.ts";
import { useGoTo, usePlaces } from "./places.ts";
import type { Place } from "./places.ts";

/** The index to which a key leads in a list of `count`; null: the key belongs to the field. */
function indexAfterKey(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
}

/** The pages, and the limits: a part of the profile, of which a player must not have to know. */
function useSearched(): readonly Place[] {
  const t = useT();
  const places = usePlaces();
  return useMemo(() => {
    const profile = places.find(({ url }) => url === "/profile");
    if (!profile) return places;
    const limits = { id: "limits", title: t("shell.limits"), url: "/profile/limits", icon: ShieldIcon };
    return [...places, { ...limits, within: profile.title }];
  }, [places, t]);
}

/** What was searched, what was found, and which place is chosen: always one, if any was found. */
function useSearch(onClose: () => void) {
  const goTo = useGoTo();
  const places = useSearched();
  const [query, setQuery] = useState("");
  const [at, setAt] = useState(0);
  const found = search(places, query);
  return {
    query,
    setQuery: (text: string) => {
      setQuery(text);
      setAt(0);
    },
    found,
    chosen: Math.min(at, found.length - 1),
    choose: setAt,
    go: (place: Place) => {
      onClose();
      goTo(place);
    },
  };
}

function Search({ onClose, field }: { onClose: () => void; field: RefObject<HTMLInputElement | null> }) {
  const t = useT();
  const id = useId();
  const { query, setQuery, found, chosen, choose, go } = useSearch(onClose);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const place = found[chosen];
    if (event.key === "Enter" && place && !event.nativeEvent.isComposing) {
      event.preventDefault();
      go(place);
    }
    const next = indexAfterKey(event.key, chosen, found.length);
    if (next === null) return;
    event.preventDefault();
    choose(next);
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
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
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
          <Option
            key={place.id}
            id={`${id}-${index}`}
            place={place}
            chosen={index === chosen}
            onGo={() => go(place)}
            onPoint={() => choose(index)}
          />
        ))}
      </div>
      <p role="status" className={found.length > 0 ? "sr-only" : "text-sm text-muted"}>
        {found.length > 0
          ? t("tools.found", { count: found.length })
          : t(query.trim() === "" ? "tools.hint" : "tools.noResults")}
      </p>
    </>
  );
}

interface OptionProps {
  id: string;
  place: Place;
  chosen: boolean;
  onGo: () => void;
  onPoint: () => void;
}
function Option({ id, place: { icon: Icon, title, within }, chosen, onGo, onPoint }: OptionProps) {
  return (
    <button
      type="button"
      // The focus stays in the field, which handles the keys.
      tabIndex={-1}
      id={id}
      role="option"
      aria-selected={chosen}
      onClick={onGo}
      onPointerMove={() => !chosen && onPoint()}
      className={cx(
        "flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1 text-start",
        chosen && "bg-lifted text-gold",
      )}
    >
      {Icon ? <Icon size={18} className="shrink-0" /> : <span className="w-4.5 shrink-0" />}
      <span className="min-w-0 grow">
        {title}
        {within === "" ? null : <span className="block text-xs text-muted">{within}</span>}
      </span>
    </button>
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
