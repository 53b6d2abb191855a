/** Significant events, the newest first, filtered by kind, machine and who has seen them; several are marked as seen at once. */
import { useState } from "react";
import { SIGNIFICANT_EVENTS } from "@reelcast/contract/console";
import type { NamedEvent } from "@reelcast/contract/console";
import { Button, Chip, Select } from "@reelcast/ui";
import type { Column } from "@reelcast/ui";
import { useTopic } from "../../api/live.ts";
import { useCall, useReload } from "../../api/queries.ts";
import { formatMoment, useLanguage, useT } from "../../i18n/index.ts";
import { useEventWords } from "../../records/eventWords.ts";
import { MachineLink, PlayerLink } from "../../records/links.tsx";
import { RecordTable } from "../../records/RecordTable.tsx";
import { useFilters } from "../../records/useFilters.ts";
import { useMarkSeen } from "../../records/useMarkSeen.ts";
import { usePages } from "../../records/usePages.ts";
import { Page } from "../../shell/Page.tsx";

const SEEN = ["no", "yes"] as const;
const KEYS = ["kind", "seen", "machine"] as const;

interface Choice {
  chosen: ReadonlySet<number>;
  choose: (ids: readonly number[], isChosen: boolean) => void;
}
function useChoice(): Choice {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  return {
    chosen,
    // From what is chosen at that moment: a mark that was under way ends after further choices.
    choose: (ids, isChosen) =>
      setChosen((before) => {
        const next = new Set(before);
        for (const id of ids)
          if (isChosen) next.add(id);
          else next.delete(id);
        return next;
      }),
  };
}

function useColumns({ chosen, choose }: Choice): readonly Column<NamedEvent>[] {
  const t = useT();
  const language = useLanguage();
  const words = useEventWords();
  return [
    {
      key: "kind",
      head: t("events.kind"),
      main: true,
      cell: ({ id, kind, seen }) =>
        seen === null ? (
          <label className="inline-flex min-h-7 items-center gap-3 font-semibold whitespace-normal">
            <input
              type="checkbox"
              checked={chosen.has(id)}
              onChange={(event) => choose([id], event.target.checked)}
              className="size-5 shrink-0 accent-gold"
            />
            {words.kind(kind)}
          </label>
        ) : (
          <span className="whitespace-normal">{words.kind(kind)}</span>
        ),
    },
    {
      key: "at",
      head: t("events.at"),
      cell: ({ at }) => <span className="whitespace-normal">{formatMoment(at, language, true)}</span>,
    },
    { key: "machine", head: t("events.machine"), cell: ({ machine }) => machine && <MachineLink {...machine} /> },
    { key: "player", head: t("events.player"), cell: ({ player }) => player && <PlayerLink {...player} /> },
    {
      key: "facts",
      head: t("events.facts"),
      wide: true,
      cell: ({ facts }) => {
        const text = words.facts(facts);
        return text === "" ? null : <bdi className="wrap-anywhere whitespace-normal">{text}</bdi>;
      },
    },
    {
      key: "seen",
      head: t("events.seenBy"),
      cell: ({ seen }) =>
        seen && (
          <bdi className="whitespace-normal">
            {t("events.seenAt", { name: seen.by, at: formatMoment(seen.at, language) })}
          </bdi>
        ),
    },
  ];
}

/** What can be marked of the rows that are listed. */
function Marks({ rows, choice: { chosen, choose } }: { rows: readonly NamedEvent[]; choice: Choice }) {
  const t = useT();
  const { busy, mark } = useMarkSeen();
  const unseen = rows.filter(({ seen }) => seen === null).map(({ id }) => id);
  const ids = unseen.filter((id) => chosen.has(id));
  if (unseen.length === 0) return null;
  return (
    <div className="card flex flex-wrap items-center justify-between gap-3 px-4 py-2">
      <label className="inline-flex min-h-11 items-center gap-3 text-sm">
        <input
          type="checkbox"
          checked={ids.length === unseen.length}
          onChange={(event) => choose(unseen, event.target.checked)}
          className="size-5 shrink-0 accent-gold"
        />
        {t("events.selectAll")}
      </label>
      <Button
        tone="main"
        busy={busy}
        disabled={ids.length === 0}
        onClick={() => void mark(ids).then((isMarked) => isMarked && choose(ids, false))}
      >
        {ids.length === 0 ? t("events.mark") : t("events.markCount", { count: ids.length })}
      </Button>
    </div>
  );
}

type Filters = ReturnType<typeof useFilters<(typeof KEYS)[number]>>;
function FilterRow({ filters: [{ kind = "", seen, machine = "" }, setFilters] }: { filters: Filters }) {
  const t = useT();
  const words = useEventWords();
  const { data: floor } = useCall("floor");
  const machines = (floor?.tiles ?? []).map(({ id, name }) => ({ value: String(id), text: name }));
  // Of a link: a machine that is retired, or not read yet.
  const isListed = machine === "" || machines.some(({ value }) => value === machine);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Select
        label={t("events.kind")}
        value={kind}
        onChange={(next) => setFilters({ kind: next })}
        options={[
          { value: "", text: t("events.anyKind") },
          ...SIGNIFICANT_EVENTS.map((value) => ({ value, text: words.kind(value) })),
        ]}
        className="w-full max-w-72"
      />
      <Select
        label={t("events.machine")}
        value={machine}
        onChange={(next) => setFilters({ machine: next })}
        options={[
          { value: "", text: t("events.anyMachine") },
          ...(isListed ? [] : [{ value: machine, text: machine }]),
          ...machines,
        ]}
        className="w-full max-w-72"
      />
      <div className="flex flex-wrap gap-2">
        {SEEN.map((one) => (
          <Chip key={one} pressed={seen === one} onClick={() => setFilters({ seen: seen === one ? "" : one })}>
            {t(`events.only_${one}`)}
          </Chip>
        ))}
      </div>
    </div>
  );
}

export default function EventsScreen() {
  const t = useT();
  const reload = useReload();
  const filters = useFilters(KEYS);
  const [{ kind, seen, machine }] = filters;
  const known = SEEN.find((one) => one === seen);
  const query = {
    ...(kind === undefined ? {} : { kind }),
    ...(known === undefined ? {} : { seen: known }),
    ...(machine === undefined ? {} : { machine: Number(machine) }),
  };
  const pages = usePages<NamedEvent>("events", { query });
  const choice = useChoice();
  const columns = useColumns(choice);
  useTopic("queue", () => void reload("events"));
  const isUnseen = known === "no";
  return (
    <Page title={t("events.heading")} text={t("events.text")}>
      <FilterRow filters={filters} />
      <Marks rows={pages.rows} choice={choice} />
      <RecordTable
        caption={t("events.heading")}
        columns={columns}
        pages={pages}
        rowKey={({ id }) => String(id)}
        empty={{
          title: t(isUnseen ? "events.noneUnseen" : "events.none"),
          text: t(isUnseen ? "events.noneUnseenText" : "events.noneText"),
        }}
      />
    </Page>
  );
}
