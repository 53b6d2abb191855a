/** The one entry to support: a button that opens a dialog with all ways to reach a person. */
import { Suspense, useState } from "react";
import { useT } from "../i18n/index.ts";
import { Button, HeadsetIcon, cx, lazyPart, useOnceTrue } from "../ui/index.ts";
import { hasSupport } from "./ways.ts";

const SupportDialog = lazyPart(() => import("./SupportDialog.tsx"), "support");

export interface SupportEntryProps {
  /** A line of a menu, or a button among others. */
  look?: "line" | "button";
  /** Opens the chat with the house's own desk, where there is a place for it: one more way. */
  onDesk?: () => void;
  className?: string;
}

/** Nothing where the house has no way to support. */
export function SupportEntry({ look = "button", onDesk, className }: SupportEntryProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const opened = useOnceTrue(open);
  if (!hasSupport() && onDesk === undefined) return null;
  const press = { "aria-haspopup": "dialog", onClick: () => setOpen(true) } as const;
  return (
    <>
      {look === "line" ? (
        <button
          type="button"
          {...press}
          className={cx(
            "flex min-h-11 items-center gap-3 rounded-md px-3 text-start text-[.9375rem] hover:bg-lifted",
            className,
          )}
        >
          <HeadsetIcon size={20} className="shrink-0" />
          {t("shell.support")}
        </button>
      ) : (
        <Button icon={<HeadsetIcon />} {...press} {...(className !== undefined && { className })}>
          {t("shell.support")}
        </Button>
      )}
      <Suspense>
        {opened ? <SupportDialog open={open} onClose={() => setOpen(false)} onDesk={onDesk} /> : null}
      </Suspense>
    </>
  );
}
