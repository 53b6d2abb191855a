/** The frame of a screen: its heading, what it is about, and its main acts. */
import type { ReactNode } from "react";

export interface PageProps {
  title: ReactNode;
  /** One sentence below the heading. */
  text?: ReactNode;
  /** Buttons, the main one last. */
  actions?: ReactNode;
  children: ReactNode;
}
export function Page({ title, text, actions, children }: PageProps) {
  return (
    <div className="flex flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 tabIndex={-1} className="text-2xl leading-tight font-semibold">
            {title}
          </h1>
          {text === undefined ? null : <p className="mt-1 max-w-2xl text-muted">{text}</p>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}

export interface SectionProps {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  children?: ReactNode;
}
/** A part of a screen, on a card. */
export function Section({ title, text, actions, children }: SectionProps) {
  return (
    <section className="card flex flex-col gap-4 p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <h2 className="text-lg font-semibold">{title}</h2>
          {text === undefined ? null : <p className="mt-0.5 max-w-2xl text-sm text-muted">{text}</p>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  );
}
