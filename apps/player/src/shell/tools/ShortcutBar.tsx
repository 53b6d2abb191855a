/** The first of the player's shortcuts as small links next to the tools, where a bar is wide enough for them. */
import { useGoTo } from "./places.ts";
import { useShortcuts } from "./useShortcuts.ts";

const MOST = 4;

export function ShortcutBar() {
  const { pinned = [] } = useShortcuts();
  const goTo = useGoTo();
  return pinned.slice(0, MOST).map((place) => (
    <a
      key={place.id}
      href={place.url}
      target={place.target}
      rel={place.target && "noopener noreferrer"}
      title={place.title}
      aria-label={place.title}
      onClick={(event) => {
        if (place.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        goTo(place);
      }}
      className="hidden size-11 place-items-center rounded-md hover:bg-lifted xl:grid"
    >
      {place.icon ? (
        <place.icon />
      ) : (
        <span
          aria-hidden="true"
          className="grid size-6 place-items-center rounded-sm border border-edge text-xs font-semibold"
        >
          {place.title.slice(0, 1)}
        </span>
      )}
    </a>
  ));
}
