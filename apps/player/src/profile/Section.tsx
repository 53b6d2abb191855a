/** Parts of the profile's pages: a card with a heading that links can lead to, and its loading and error states. */
import { useQueryClient } from "@tanstack/react-query";
import type { QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reloadQueries } from "@reelcast/client/reloadQueries";
import { Button, Skeleton } from "@reelcast/ui";
import { errorText, useT } from "../i18n/index.ts";
import { Waiting } from "../shell/Waiting.tsx";

export interface SectionProps {
  /** The part of the address after #. */
  id: string;
  title: ReactNode;
  lead?: ReactNode;
  children: ReactNode;
}

export function Section({ id, title, lead, children }: SectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4 sm:p-6"
    >
      <div className="flex flex-col gap-1">
        <h2 id={`${id}-title`} tabIndex={-1} className="text-xl font-semibold outline-none">
          {title}
        </h2>
        {lead === undefined ? null : <p className="max-w-prose text-[.9375rem] text-muted">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

/** Name and value, side by side where there is room. */
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-[.9375rem] sm:grid-cols-[minmax(0,max-content)_1fr]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-col border-b border-line pb-3 last:border-0 last:pb-0 sm:contents">
          <dt className="text-muted">{name}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Figures that are read from left to right in every language: moments, addresses, versions. */
export function Figures({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="figures">
      {children}
    </bdi>
  );
}

interface QueryState {
  isError: boolean;
  isFetching: boolean;
  error: unknown;
}
interface LoadingOrErrorProps {
  query: QueryState;
  /** The keys of the queries, for a retry. */
  queryKeys: readonly QueryKey[];
  title?: string;
  rows: number;
}

/** Before the first answer: loading, taking long, or failed with a retry. */
export function LoadingOrError({ query, queryKeys, title, rows }: LoadingOrErrorProps) {
  const t = useT();
  const queries = useQueryClient();
  const again = () => void reloadQueries(queries, ...queryKeys);
  if (query.isError && !query.isFetching)
    return (
      <div role="alert" className="flex flex-col items-start gap-3">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        <p className="text-muted">{errorText(query.error)}</p>
        <Button onClick={again}>{t("shell.retry")}</Button>
      </div>
    );
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, n) => (
        <Skeleton key={n} className="h-9 bg-lifted" />
      ))}
      {/* Offline it is not waited for: the frame says so. */}
      <Waiting waiting={query.isFetching} onRetry={again} />
    </div>
  );
}
