/** The filters of the audit log, as they stand in the address. Pure. */
import { AUDIT_VIAS } from "@reelcast/contract/console";
import type { AuditVia } from "@reelcast/contract/console";

/** Empty: it does not count. `from` and `to` are local, as a field of date and time has them: "2026-11-23T05:30". */
export interface Filter {
  text: string;
  by: string;
  act: string;
  target: string;
  via: AuditVia | "";
  from: string;
  to: string;
}
export const NO_FILTER: Filter = { text: "", by: "", act: "", target: "", via: "", from: "", to: "" };
const FIELDS = Object.keys(NO_FILTER) as (keyof Filter)[];
const isVia = (text: string): text is AuditVia => AUDIT_VIAS.some((via) => via === text);

/** @param search of the address; anything may stand there */
export function filterOf(search: Readonly<Record<string, unknown>>): Filter {
  const text = (name: string) => {
    const value = search[name];
    return typeof value === "string" || typeof value === "number" ? String(value).slice(0, 200) : "";
  };
  const via = text("via");
  return {
    text: text("text"),
    by: text("by"),
    act: text("act"),
    target: text("target"),
    via: isVia(via) ? via : "",
    from: text("from"),
    to: text("to"),
  };
}
/** What stands in the address: without empty fields. */
export const searchOf = (filter: Filter): Partial<Filter> =>
  Object.fromEntries(FIELDS.filter((name) => filter[name] !== "").map((name) => [name, filter[name]]));

const momentOf = (local: string): string | undefined => {
  const at = new Date(local);
  return local === "" || Number.isNaN(at.getTime()) ? undefined : at.toISOString();
};
/** As the server is asked. */
export function queryOf({ via, from, to, ...words }: Filter) {
  const moments = { from: momentOf(from), to: momentOf(to) };
  const wanted = { ...words, ...moments, via: via === "" ? undefined : via };
  return Object.fromEntries(
    Object.entries(wanted).filter(([, value]) => value !== undefined && value !== ""),
  ) as Partial<Record<"text" | "by" | "act" | "target" | "from" | "to", string>> & { via?: AuditVia };
}
