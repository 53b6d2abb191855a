/** The command palette: screens, acts of the frame, and what screens add to it (machines, players, …). */
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useDeferredValue, useId, useState } from "react";
import type { KeyboardEvent } from "react";
import { searchFold } from "@reelcast/contract/fold";
import { Dialog, QuestionIcon, SearchIcon, cx } from "@reelcast/ui";
import { useT } from "../i18n/index.ts";
import { SCREENS, listedFor, personalFor } from "../screens/registry.ts";
import type { Command } from "../screens/screen.ts";
import { useMay } from "../session/me.ts";
import { preferences } from "./preferences.ts";

const LEAST_TYPED = 2;
/** Of a number, one digit is enough. */
const isSearch = (typed: string): boolean => typed.length >= LEAST_TYPED || /^\d+$/.test(typed);
const MOST_OF_ONE = 10;

/** What the providers of the permitted screens find. One that fails finds nothing: the others still help. */
function useFound(typed: string): { found: readonly Command[]; busy: boolean } {
  const may = useMay();
  const providers = SCREENS.filter(({ commands, permission }) => commands && may(permission));
  const { data = [], isFetching } = useQuery({
    queryKey: ["palette", typed],
    queryFn: async ({ signal }) => {
      const found = await Promise.allSettled(
        providers.map(async ({ commands }) => (await commands?.())?.default.search(typed, signal)),
      );
      return found.flatMap((one) => (one.status === "fulfilled" ? (one.value ?? []).slice(0, MOST_OF_ONE) : []));
    },
    enabled: providers.length > 0 && isSearch(typed),
    staleTime: 10_000,
  });
  return { found: data, busy: isFetching };
}

function useCommands(typed: string, onShortcuts: () => void): readonly Command[] {
  const t = useT();
  const may = useMay();
  const screens = [
    ...listedFor(may).map((screen) => ({ ...screen, ...screen.navigation })),
    ...personalFor(may).map((screen) => ({ ...screen, ...screen.personal })),
  ];
  const own: Command[] = [
    ...screens.map(({ paths: [run], title, icon }) => ({ id: run, title: t(title), icon, run })),
    { id: "shortcuts", title: t("shell.shortcuts"), icon: QuestionIcon, run: onShortcuts },
    ...(["dark", "light", "system"] as const).map((scheme) => ({
      id: `scheme ${scheme}`,
      title: `${t("shell.scheme")}: ${t(`shell.scheme_${scheme}`)}`,
      run: () => preferences.setScheme(scheme),
    })),
  ];
  const words = searchFold(typed).split(/\s+/).filter(Boolean);
  return own.filter(({ title }) => words.every((word) => searchFold(title).includes(word)));
}

interface PaletteProps {
  onClose: () => void;
  onShortcuts: () => void;
}

function Option({
  command,
  id,
  active,
  onRun,
  onPoint,
}: {
  command: Command;
  id: string;
  active: boolean;
  onRun: () => void;
  onPoint: () => void;
}) {
  const { title, detail, icon: Icon = SearchIcon } = command;
  return (
    // The keyboard's way to it is the field above, which names the active option.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      id={id}
      role="option"
      aria-selected={active}
      onClick={onRun}
      onPointerMove={onPoint}
      ref={(element) => {
        if (active) element?.scrollIntoView({ block: "nearest" });
      }}
      className={cx("flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5", active && "bg-lifted")}
    >
      <Icon size={18} className="shrink-0 text-muted" />
      <span className="min-w-0 grow truncate">{title}</span>
      {detail === undefined ? null : <span className="shrink-0 text-sm text-muted">{detail}</span>}
    </div>
  );
}

interface OptionsProps {
  /** Of the palette: its elements have it as the beginning of theirs. */
  id: string;
  commands: readonly Command[];
  active: number;
  onRun: (command: Command) => void;
  onPoint: (index: number) => void;
}
function Options({ id, commands, active, onRun, onPoint }: OptionsProps) {
  const t = useT();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t("shell.search")}
      className="max-h-[50dvh] min-h-60 overflow-y-auto"
    >
      {commands.map((command, n) => (
        <Option
          key={command.id}
          id={`${id}-${n}`}
          command={command}
          active={n === active}
          onRun={() => onRun(command)}
          onPoint={() => onPoint(n)}
        />
      ))}
    </div>
  );
}

export default function Palette({ onClose, onShortcuts }: PaletteProps) {
  const t = useT();
  const router = useRouter();
  const id = useId();
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const deferred = useDeferredValue(typed.trim());
  const { found, busy } = useFound(deferred);
  const commands = [...useCommands(typed, onShortcuts), ...(isSearch(deferred) ? found : [])];
  const active = Math.min(at, commands.length - 1);
  function run(command: Command | undefined): void {
    if (!command) return;
    onClose();
    if (typeof command.run === "string") router.history.push(command.run);
    else command.run();
  }
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && commands.length > 0) setAt((active + step + commands.length) % commands.length);
    else if (event.key === "Enter") run(commands[active]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog open onClose={onClose} title={t("shell.search")} closeLabel={t("shell.close")} width={560}>
      <input
        type="search"
        role="combobox"
        aria-label={t("shell.search")}
        aria-expanded={commands.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={commands.length > 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder={t("shell.searchHint")}
        maxLength={60}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setAt(0);
        }}
        onKeyDown={onKeyDown}
        className="h-12 w-full rounded-md border border-edge bg-sunken px-3.5 outline-none placeholder:text-muted focus:border-gold focus:ring-1 focus:ring-gold [&::-webkit-search-cancel-button]:hidden"
      />
      <p role="status" className="sr-only">
        {typed === "" || busy ? "" : t("shell.foundCount", { count: commands.length })}
      </p>
      {commands.length > 0 ? (
        <Options id={id} commands={commands} active={active} onRun={run} onPoint={setAt} />
      ) : (
        <p className="min-h-60 pt-3 text-center text-muted">{t(busy ? "shell.loading" : "shell.nothingFound")}</p>
      )}
    </Dialog>
  );
}
