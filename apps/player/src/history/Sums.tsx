/** The sums of the shown rows. */
import type { ReactNode } from "react";

export function Sums({ title, sums }: { title: string; sums: readonly { text: string; value: ReactNode }[] }) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-6 gap-y-1 pb-3 text-sm">
      <p className="text-muted">{title}</p>
      <dl className="flex flex-wrap gap-x-6 gap-y-1">
        {sums.map(({ text, value }) => (
          <div key={text} className="flex gap-2">
            <dt className="text-muted">{text}</dt>
            <dd className="figures font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
