/** A part of the rules with its heading. */
import { useId } from "react";
import type { ReactNode } from "react";

export function Part({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="flex flex-col gap-3">
      <h3 id={heading} className="text-lg font-semibold">
        {title}
      </h3>
      {children}
    </section>
  );
}
