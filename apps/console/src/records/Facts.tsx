/** Facts of a record: what it is, and what it is for this one. */
import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

/** Facts without a value are left out. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-x-6 gap-y-3 text-sm">
      {facts.map(([name, value]) =>
        value === null || value === undefined ? null : (
          <div key={name} className="min-w-0">
            <dt className="text-muted">{name}</dt>
            <dd className="wrap-anywhere">{value}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

/** What the server wrote down, as it did. */
export function RawRecord({ value }: { value: unknown }) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls can be reached by the keyboard
    <pre dir="ltr" tabIndex={0} className="max-h-96 overflow-auto rounded-md bg-sunken p-3 text-xs whitespace-pre-wrap">
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

export type Tone = "good" | "bad" | "warn" | "plain";
const TONES: Record<Tone, string> = {
  good: "bg-success/12 text-success",
  bad: "bg-error/12 text-error",
  warn: "bg-warning/12 text-warning",
  plain: "bg-lifted text-muted",
};
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`inline-block rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${TONES[tone]}`}>
      {children}
    </span>
  );
}
