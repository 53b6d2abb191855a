/** Common parts of the reference pages: heads, sections, and rows with computed styles. */
import { useEffect, useId, useRef, useState } from "react";
import type { ReactNode, RefObject } from "react";

export function PageHead({ title, about }: { title: string; about: string }) {
  return (
    <header className="max-w-prose">
      <h1 tabIndex={-1} className="text-2xl font-semibold">
        {title}
      </h1>
      <p className="mt-1 text-muted">{about}</p>
    </header>
  );
}

export function Section({ title, about, children }: { title: string; about?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="flex flex-col gap-4">
      <div className="max-w-prose">
        <h2 id={id} className="text-lg font-semibold">
          {title}
        </h2>
        {about === undefined ? null : <p className="mt-1 text-[15px] text-muted">{about}</p>}
      </div>
      {children}
    </section>
  );
}

/** A name or a value of the code: from left to right in every language. */
export function Code({ children }: { children: string }) {
  return (
    <code dir="ltr" className="font-mono text-[13px]">
      {children}
    </code>
  );
}

/**
 * What `read` finds at an element, anew whenever the document changes its scheme, direction or text size, or the window
 * its size. `read` must be one and the same function every time. undefined until it is drawn.
 */
export function useComputed<T extends string>(
  read: (element: HTMLElement) => T,
): { ref: RefObject<HTMLDivElement | null>; value: T | undefined } {
  const ref = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState<T>();
  useEffect(() => {
    const again = () => {
      if (ref.current) setValue(read(ref.current));
    };
    again();
    const observer = new MutationObserver(again);
    observer.observe(document.documentElement, { attributes: true });
    globalThis.addEventListener("resize", again);
    return () => {
      observer.disconnect();
      globalThis.removeEventListener("resize", again);
    };
  }, [read]);
  return { ref, value };
}
