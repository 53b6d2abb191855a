/** The frame of what is shown before somebody is signed in: the name, a card, and the choice of the language. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { useT } from "../i18n/index.ts";
import { LanguageSelect } from "../shell/LanguageSelect.tsx";
import { SchemeButton } from "../shell/SchemeButton.tsx";
import { Mark } from "../shell/Mark.tsx";

export function Frame({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  // What has no field begins with its heading.
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex items-center justify-end gap-1 p-3">
        <LanguageSelect />
        <SchemeButton />
      </header>
      <main tabIndex={-1} className="mx-auto flex w-full max-w-[408px] grow flex-col justify-center gap-6 px-4 pb-24">
        <p className="flex items-center gap-2.5 text-lg font-semibold">
          <Mark />
          {t("shell.product")}
          <span className="font-normal text-muted">{t("shell.console")}</span>
        </p>
        <div className="card flex flex-col gap-5 p-6">
          <div className="flex flex-col gap-1.5">
            <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
              {title}
            </h1>
            {text === undefined ? null : <p className="text-muted">{text}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  );
}
