/** Puts the focus into the first empty field of what it contains, once that is shown: each step of signing in has one purpose. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";

export function FirstField({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const fields = [...(place.current?.querySelectorAll<HTMLInputElement>("input:not([type=hidden])") ?? [])];
    (fields.find(({ value }) => value === "") ?? fields[0])?.focus();
  }, []);
  return (
    <div ref={place} className="contents">
      {children}
    </div>
  );
}
