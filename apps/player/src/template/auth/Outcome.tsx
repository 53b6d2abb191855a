/** Replaces a form that has been sent: its result and the next step. Takes the focus, so that it is read. */
import { useEffect, useRef } from "react";
import type { ReactNode } from "react";
import { InfoIcon, SuccessIcon } from "@reelcast/ui";
import { useT } from "../../i18n/index.ts";
import { SupportLinks, hasSupport } from "../../support/index.tsx";

export interface OutcomeProps {
  /** success: done; info: checked, and continued elsewhere. */
  kind: "success" | "info";
  title: string;
  text: string;
  /** Whether the support links follow. */
  support?: boolean;
  children?: ReactNode;
}

export function Outcome({ kind, title, text, support = false, children }: OutcomeProps) {
  const t = useT();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const Icon = kind === "success" ? SuccessIcon : InfoIcon;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex gap-3 rounded-lg border border-line bg-lifted p-4">
        <Icon size={24} className={`shrink-0 ${kind === "success" ? "text-success" : "text-info"}`} />
        <div className="flex min-w-0 flex-col gap-1">
          <h2 ref={heading} tabIndex={-1} className="font-semibold outline-none">
            {title}
          </h2>
          <p className="text-[.9375rem] text-muted">{text}</p>
        </div>
      </div>
      {support ? (
        hasSupport() ? (
          <SupportLinks />
        ) : (
          <p className="text-[.9375rem] text-muted">{t("forms.noLine")}</p>
        )
      ) : null}
      {children}
    </div>
  );
}
