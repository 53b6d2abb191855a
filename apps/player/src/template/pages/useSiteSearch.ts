/** The search over pages, rules and machines. The query is in the address. */
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import type { Machine } from "@reelcast/contract";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { settings } from "../../api/index.ts";
import { lobbyCall } from "../../api/lobby.ts";
import { isPart, readMachines } from "../../api/machines.ts";
import { useT } from "../../i18n/index.ts";
import { slugOf } from "../../i18n/slug.ts";
import { flatten, useNavigation } from "../../shell/navigation/index.ts";
import { useRules } from "../useRules.ts";
import { search } from "./matching.ts";

const WAIT_MS = 200;
const MOST_FOUND = 200;
export const KINDS = ["pages", "rules", "machines"] as const;
export type Kind = (typeof KINDS)[number];

export interface Entry {
  kind: Kind;
  id: string;
  title: string;
  text: string;
  href: string;
  /** Only for a machine. */
  machine?: Machine;
  /** It leads out of the app. */
  outside?: boolean;
}

const brandOf = ({ brand }: Machine): { id: number | undefined; name: string } =>
  typeof brand === "string" ? { id: undefined, name: brand } : { id: brand.id, name: brand.name };
const isMine = ({ reservation }: Machine) => reservation === null || reservation === undefined || reservation.mine;

/** A free machine leads to its game, any other one to its brand in the lobby. */
function machineHref(machine: Machine): string {
  const brand = brandOf(machine);
  if (machine.status === "available" && isMine(machine))
    return `/game/${machine.id}/${encodeURIComponent(slugOf(machine.name))}`;
  return brand.id === undefined ? "/lobby" : `/lobby/${brand.id}/${encodeURIComponent(brand.name)}`;
}

/** @param query what is searched for: of a large house its server finds the machines */
function useMachines(query: string) {
  const few = useQuery({ queryKey: ["machines"], queryFn: readMachines });
  const many = isPart(few.data);
  const found = useQuery({
    queryKey: ["machines", "siteSearch", query],
    queryFn: ({ signal }) =>
      lobbyCall("machines", { query: { search: query.slice(0, 100), limit: MOST_FOUND } }, { signal }),
    placeholderData: keepPreviousData,
    enabled: many && query !== "",
  });
  return many && query !== "" ? found : few;
}

function useEntries(query: string): { entries: Entry[]; waiting: boolean; failed: boolean; again: () => void } {
  const t = useT();
  const navigation = useNavigation();
  const queries = useQueryClient();
  const machines = useMachines(query);
  const pages = flatten(navigation).map(({ id, title, url, path, target }): Entry => ({
    kind: "pages",
    id,
    title: t(title),
    text: path.map((key) => t(key)).join(" › "),
    href: url,
    outside: target !== undefined,
  }));
  const rules = useRules().map(({ id, title, paragraphs }): Entry => ({
    kind: "rules",
    id,
    title,
    text: paragraphs.join(" "),
    href: `/rules#${id}`,
  }));
  const seats = (machines.data ?? [])
    .filter((machine) => isMine(machine) || !settings().hideReserved)
    .map((machine): Entry => ({
      kind: "machines",
      id: String(machine.id),
      title: machine.name,
      text: brandOf(machine).name,
      href: machineHref(machine),
      machine,
    }));
  return {
    entries: [...pages, ...rules, ...seats],
    waiting: machines.data === undefined && !machines.isError,
    failed: machines.data === undefined && machines.isError && !machines.isFetching,
    again: () => void reloadQueries(queries, ["machines"], ["machines", "siteSearch", query]),
  };
}

export interface SiteSearch {
  typed: string;
  setTyped: (text: string) => void;
  /** The query of the results: updated shortly after typing. */
  query: string;
  found: readonly Entry[];
  waiting: boolean;
  failed: boolean;
  again: () => void;
}

export function useSiteSearch(): SiteSearch {
  const navigate = useNavigate();
  const present = useSearch({ strict: false });
  const q: unknown = "q" in present ? present.q : undefined;
  const query = typeof q === "string" || typeof q === "number" ? String(q) : "";
  const [typed, setTyped] = useState(query);
  const [seen, setSeen] = useState(query);
  // The address was changed by something else, e.g. the browser's back button.
  if (query !== seen) {
    setSeen(query);
    if (query !== typed.trim()) setTyped(query);
  }
  useEffect(() => {
    if (typed.trim() === query) return;
    const timer = setTimeout(() => {
      const wanted = typed.trim();
      void navigate({
        to: ".",
        search: (wanted === "" ? {} : { q: wanted }) as never,
        replace: true,
        resetScroll: false,
      });
    }, WAIT_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- what is typed leads; the address follows
  }, [typed]);
  const { entries, ...rest } = useEntries(query);
  return { typed, setTyped, query, found: search(entries, query), ...rest };
}
