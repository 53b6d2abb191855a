/** Events that nobody has seen, of one kind about one machine or player: each with its facts, and the mark for all that are here. */
import { MAX_EVENTS } from "@reelcast/contract/console";
import type { NamedEvent, WorkItem } from "@reelcast/contract/console";
import { Button } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useEventWords } from "../../records/eventWords.ts";
import { MachineLink, PlayerLink } from "../../records/links.tsx";
import { useMarkSeen } from "../../records/useMarkSeen.ts";
import { Loaded } from "../../shell/Loaded.tsx";
import { Section } from "../../shell/Page.tsx";

function aboutOf({ machine, player, subject }: WorkItem) {
  if (subject === "") return { about: "house" } as const;
  if (machine !== null) return { about: "machine", machine: Number(subject) } as const;
  return player === null ? ({} as const) : ({ about: "player", player: Number(subject) } as const);
}

function Event({ event }: { event: NamedEvent }) {
  const language = useLanguage();
  const words = useEventWords();
  const { machine, player } = event;
  return (
    <li className="flex flex-col gap-1 py-3 text-sm">
      <span className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <time dateTime={event.at} className="text-muted">
          {formatMoment(event.at, language, true)}
        </time>
        {machine === null ? null : <MachineLink {...machine} />}
        {player === null ? null : <PlayerLink {...player} />}
      </span>
      <bdi className="wrap-anywhere">{words.facts(event.facts)}</bdi>
    </li>
  );
}

export function EventItem({ item }: { item: WorkItem }) {
  const t = useT();
  const words = useEventWords();
  const reload = useReload();
  const { busy, mark } = useMarkSeen();
  const query = { kind: item.state, seen: "no", limit: MAX_EVENTS, ...aboutOf(item) } as const;
  const events = useCall("events", { query });
  useTopic("queue", () => void reload("events"));
  const shown = events.data?.items ?? [];
  const count = Math.max(item.events?.count ?? 0, shown.length);
  return (
    <Section
      title={words.kind(item.state)}
      text={t("records.about_event")}
      actions={
        <Button
          tone="main"
          busy={busy}
          disabled={shown.length === 0}
          onClick={() => void mark(shown.map(({ id }) => id))}
        >
          {shown.length > 1 ? t("events.markCount", { count: shown.length }) : t("events.mark")}
        </Button>
      }
    >
      <Loaded query={events} height="h-48">
        {({ items, nextCursor }) => (
          <>
            {nextCursor === null ? null : (
              <p className="text-sm text-warning">{t("events.more", { shown: items.length, count })}</p>
            )}
            <ul className="divide-y divide-line/60">
              {items.map((event) => (
                <Event key={event.id} event={event} />
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </Section>
  );
}
