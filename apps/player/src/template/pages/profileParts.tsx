/** Parts of the profile page: a card, names with values, figures, and what stands in for what is still coming. */
import type { ReactNode } from "react";
import { errorText, useT } from "../../i18n/index.ts";
import { Button, Skeleton } from "../../ui/index.ts";

export function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 rounded-xl border border-line bg-raised p-4 sm:p-6">
      <h2 className="text-lg font-semibold">{title}</h2>
      {children}
    </section>
  );
}
export function Facts({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="flex flex-col text-[15px]">
      {rows.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2.5 last:border-0">
          <dt className="text-muted">{name}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
/** Read from left to right in every language: moments, addresses. */
export function Figures({ children }: { children: string }) {
  return (
    <bdi dir="ltr" className="figures">
      {children}
    </bdi>
  );
}
export interface Asked {
  isError: boolean;
  isFetching: boolean;
  error: unknown;
  refetch: () => unknown;
}
export function NotThere({ asked, rows }: { asked: Asked; rows: number }) {
  const t = useT();
  if (asked.isError && !asked.isFetching)
    return (
      <div role="alert" className="flex flex-col items-start gap-3 text-muted">
        {errorText(asked.error)}
        <Button onClick={() => void asked.refetch()}>{t("shell.retry")}</Button>
      </div>
    );
  return (
    <div aria-busy="true" className="flex flex-col gap-3">
      {Array.from({ length: rows }, (_, n) => (
        <Skeleton key={n} className="h-10 bg-lifted" />
      ))}
    </div>
  );
}
